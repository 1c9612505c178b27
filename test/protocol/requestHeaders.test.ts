import { describe, expect, it } from "vitest";
import { startCredentialProvider } from "../support/credentialProvider";
import { plainRoute, project } from "../support/routeProvider";
import { startSnapshotProvider } from "../support/snapshotProvider";
import { startKindProvider } from "../support/kindProvider";

const reasons = { "gcp:requestReason": "ticket 17" };

describe("with userProjectOverride, every request", () => {
  it.each([
    ["the billing project", { "gcp:billingProject": "billed-project" }, "billed-project"],
    ["the project of the resource, without one", {}, project],
  ])("of a route charges %s, and gives the reason: GET, POST and DELETE", async (_what, config, charged) => {
    const { emulator, provider, inputs } = await startCredentialProvider({
      config: { "gcp:accessToken": "t", "gcp:userProjectOverride": "true", ...reasons, ...config },
    });
    const { id, outs } = await provider.create(await inputs());
    const { props } = await provider.read(id, outs);
    await provider.delete(id, props);
    const methods = new Set(emulator.requests().map(({ method }) => method));
    expect([...methods].sort()).toEqual(["DELETE", "GET", "POST"]);
    for (const { headers } of emulator.requests()) {
      expect(headers).toMatchObject({ "x-goog-user-project": charged, "x-goog-request-reason": "ticket 17" });
    }
  });

  it("of a snapshot does, setLabels included", async () => {
    const { emulator, provider, inputs, made } = await startSnapshotProvider({
      config: { "gcp:userProjectOverride": "true", "gcp:billingProject": "billed-project", ...reasons },
    });
    const { id, outs } = await made({ name: "s", sourceDisk: "projects/my-project/zones/us-central1-a/disks/d" });
    await provider.update(
      id,
      outs,
      await inputs({ name: "s", sourceDisk: String(outs.sourceDisk), labels: { a: "b" } }),
    );
    expect(emulator.requests().some(({ path }) => path.endsWith("/setLabels"))).toBe(true);
    for (const { headers } of emulator.requests()) expect(headers["x-goog-user-project"]).toBe("billed-project");
  });

  it("of a group's patch does: PATCH", async () => {
    const { emulator, provider, inputs } = await startKindProvider("RegionInstanceGroupManagerPatch", {
      config: { "gcp:userProjectOverride": "true", "gcp:region": "us-central1", ...reasons },
    });
    const group = `projects/${project}/regions/us-central1/instanceGroupManagers/g`;
    const template = `projects/${project}/global/instanceTemplates/t`;
    emulator.objects.put(group, { baseInstanceName: "g", targetSize: 1, versions: [{ instanceTemplate: template }] });
    await provider.create(await inputs({ instanceGroupManager: group, updatePolicy: { minimalAction: "RESTART" } }));
    expect(emulator.requests().map(({ method }) => method)).toContain("PATCH");
    for (const { headers } of emulator.requests()) {
      expect(headers).toMatchObject({ "x-goog-user-project": project, "x-goog-request-reason": "ticket 17" });
    }
  });
});

describe("without userProjectOverride", () => {
  it("no request charges anyone, even with a billing project", async () => {
    const { emulator, provider, inputs } = await startCredentialProvider({
      config: { "gcp:accessToken": "t", "gcp:billingProject": "billed-project" },
    });
    await provider.create(await inputs(plainRoute));
    for (const { headers } of emulator.requests()) expect(headers).not.toHaveProperty("x-goog-user-project");
  });
});
