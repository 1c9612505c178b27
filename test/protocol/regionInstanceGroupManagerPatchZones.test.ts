import { describe, expect, it } from "vitest";
import { failureOf } from "../support/routeProvider";
import { group, path, startGroupPatch } from "../support/groupPatchProvider";

const zones = (...letters: string[]) => ({
  distributionPolicy: { zones: letters.map((letter) => ({ zone: `us-central1-${letter}` })) },
});
const theirs = {
  ...group,
  distributionPolicy: { zones: ["a", "b"].map((letter) => ({ zone: `zones/us-central1-${letter}` })) },
};

describe("the zones of a group", () => {
  it("are left out of the patch if the program gives the same", async () => {
    const { provider, inputs, patches, live } = await startGroupPatch(theirs);
    const { outs } = await provider.create(await inputs({ description: "ours", ...zones("b", "a") }));
    const targetShape = { distributionPolicy: { targetShape: "BALANCED" } };
    await provider.update(path, outs, await inputs(targetShape));
    expect(patches()).toEqual([{ description: "ours" }, { description: "theirs", ...targetShape }]);
    expect(live().distributionPolicy).toMatchObject({ targetShape: "BALANCED", zones: [{}, {}] });
  });

  it("are refused before the patch if the program gives others", async () => {
    const { provider, inputs, made, requests, live } = await startGroupPatch(theirs);
    const news = await inputs({ description: "ours too", ...zones("a", "c") });
    const { outs } = await made({ description: "ours" });
    for (const step of [() => provider.create(news), () => provider.update(path, outs, news)]) {
      const failure = await failureOf(step());
      expect(failure.message).toContain("distributionPolicy.zones cannot change");
      expect(failure.message).toContain("The group has us-central1-a, us-central1-b");
      expect(failure.partial).toBeUndefined();
    }
    expect(requests()).toEqual(["GET web", "GET web"]);
    expect(live().description).toBe("ours");
  });

  it("are not restored, also if `previous` has others", async () => {
    const { provider, made, patches } = await startGroupPatch(theirs);
    const args = { ...zones("a", "b"), previous: zones("c"), description: "ours", deletionPolicy: "RESTORE" };
    const { outs } = await made(args);
    await provider.delete(path, outs);
    expect(patches()).toEqual([{ description: "theirs" }]);
  });
});
