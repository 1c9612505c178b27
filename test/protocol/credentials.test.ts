import { describe, expect, it } from "vitest";
import { project, startRouteProvider } from "../support/routeProvider";

describe("every request", () => {
  const override = { "gcp:userProjectOverride": "true", "gcp:requestReason": "ticket 17" };

  it.each<[string, Record<string, string>, string | undefined]>([
    ["charges the billing project", { ...override, "gcp:billingProject": "billed-project" }, "billed-project"],
    ["charges the project of the resource, without one", override, project],
    ["charges nobody without userProjectOverride", { "gcp:billingProject": "billed-project" }, undefined],
  ])("%s", async (_what, config, charged) => {
    const { emulator, provider, inputs } = await startRouteProvider({ config });
    const { id, outs } = await provider.create(await inputs());
    await provider.delete(id, outs);
    expect(emulator.requests().length).toBeGreaterThan(4);
    for (const { headers } of emulator.requests()) {
      expect(headers["x-goog-user-project"]).toBe(charged);
      expect(headers["x-goog-request-reason"]).toBe(config["gcp:requestReason"]);
    }
  });
});
