import { describe, expect, it } from "vitest";
import type { Properties } from "../support/providerProcess";
import { failureOf } from "../support/routeProvider";
import { startGroupPatch, labels } from "../support/groupPatchProvider";

describe("a fingerprint that is out of date", () => {
  it("is read again, and the patch sent again, when others changed other fields", async () => {
    const { provider, inputs, requests, live, meanwhile, emulator } = await startGroupPatch();
    const news = await inputs({ description: "ours", ...labels({ env: "dev" }) });
    await meanwhile(labels({ team: "other" }), () => provider.create(news));
    expect(requests()).toEqual([
      "GET web",
      "GET operations",
      "PATCH web",
      "GET web",
      "GET operations",
      "PATCH web",
      "POST wait",
      "GET web",
    ]);
    expect(live()).toMatchObject({ description: "ours", ...labels({ env: "dev", team: "other", old: "o" }) });
    const sent = emulator.requests().filter(({ method }) => method === "PATCH");
    expect(new Set(sent.map(({ query }) => query.requestId)).size).toBe(2);
    expect(new Set(sent.map(({ body }) => (body as Properties).fingerprint)).size).toBe(2);
  });

  it("is a conflict that shows the three values if others changed the same fields", async () => {
    const { provider, inputs, live, meanwhile } = await startGroupPatch();
    const news = await inputs({
      description: "ours",
      allInstancesConfig: { properties: { metadata: { key: "canary-secret" } } },
    });
    const theirs = { description: "third", allInstancesConfig: { properties: { metadata: { key: "their-canary" } } } };
    const failure = await failureOf(meanwhile(theirs, () => provider.create(news)));
    expect(failure.message).toContain("somebody else changed the same fields at the same time");
    expect(failure.message).toContain('description was "theirs", is "third" now, and is "ours" in the program');
    expect(failure.message).toContain("metadata.key was absent, is a value that is not shown now");
    expect(failure.message).not.toContain("canary");
    expect(failure.message).toContain("Nothing was changed.");
    expect(live().description).toBe("third");
  });
});
