import { describe, expect, it } from "vitest";
import { regionInstanceGroupManagerPatch as patch } from "../../../provider/src/resources/regionInstanceGroupManagerPatch/definition";
import { refuseForGroup } from "../../../provider/src/resources/regionInstanceGroupManagerPatch/definition/limits";
import type { InstancesGoal } from "../../../provider/src/resources/regionInstanceGroupManagerPatch/definition/instances";
import { check } from "../../../provider/src/lifecycle/check";
import { diff, type Difference } from "../../../provider/src/lifecycle/diff";
import { unknownValue } from "../../../provider/src/fields/unknown";
import type { Values } from "../../../provider/src/fields/values";
import { ownLeaves, patchOf } from "../../../provider/src/parts/ownership";
import { groupShape } from "../../../provider/src/resources/regionInstanceGroupManagerPatch/definition/fields";
import { offlineResource } from "../../support/offlineResource";
import { root, policy, version, labels } from "../../support/groupPatchInputs";

/** What the preview finds for a program, where that is recorded of the group. */
function differenceOf(recorded: Values, program: Values): Difference {
  const resource = offlineResource(patch);
  const { inputs } = check(resource, {}, { instanceGroupManager: "web", ...program });
  const place = {
    project: "my-project",
    region: "us-central1",
    instanceGroupManager: `${root}/regions/us-central1/instanceGroupManagers/web`,
  };
  return diff(resource, { ...place, ...recorded }, inputs);
}

describe("a change", () => {
  /** Whether a program differs from what is there. */
  const differs = (there: Values, program: Values): boolean => differenceOf(there, program).changes;

  const template = `${root}/global/instanceTemplates/t`;
  const shown = {
    versions: [
      { name: "v", instanceTemplate: template },
      { name: "w", instanceTemplate: template, targetSize: { fixed: 1 } },
    ],
  };
  it.each<[string, Values, Values]>([
    ["a template's spelling", { instanceTemplate: template }, { instanceTemplate: "t" }],
    ["the order of versions", shown, { versions: [version({ name: "w", targetSize: { fixed: 1 } }), version({})] }],
    [
      "the order of pools",
      { targetPools: [`${root}/regions/us-central1/targetPools/a`, `${root}/regions/us-central1/targetPools/b`] },
      { targetPools: ["b", "a"] },
    ],
    [
      "a zone's spelling",
      { distributionPolicy: { zones: [{ zone: `${root}/zones/us-central1-a` }] } },
      { distributionPolicy: { zones: [{ zone: "us-central1-a" }] } },
    ],
    [
      "a delay of nothing",
      { standbyPolicy: { mode: "MANUAL" } },
      { standbyPolicy: { mode: "MANUAL", initialDelaySec: 0 } },
    ],
    [
      "a key that has gone",
      { allInstancesConfig: { properties: { labels: { a: "1" } } } },
      labels({ a: "1", old: null }),
    ],
    ["nothing but keys that have gone", {}, labels({ old: null })],
    ["an empty text", {}, { description: "" }],
  ])("changes nothing: %s", (_what, there, program) => {
    expect(differs(there, program)).toBe(false);
  });

  it.each<[what: string, set: Values, program: Values, isChange: boolean]>([
    ["a delay of nothing that the program adds", {}, { initialDelaySec: 0 }, true],
    ["a delay of nothing that the program leaves", { initialDelaySec: 0 }, {}, true],
    ["the same delay of nothing", { initialDelaySec: 0 }, { initialDelaySec: 0 }, false],
  ])("of the only item of a list is %s", (_what, set, program, isChange) => {
    const healing = (more: Values) => ({ autoHealingPolicies: [{ healthCheck: "h", ...more }] });
    const there = {
      autoHealingPolicies: [{ healthCheck: `${root}/global/healthChecks/h` }],
      managedFields: ["autoHealingPolicies"],
      __own: [healing(set)],
    };
    expect(differs(there, healing(program))).toBe(isChange);
  });

  it.each<[string, Values, Values]>([
    ["a size of another kind", policy({ maxSurge: { fixed: 3 } }), policy({ maxSurge: { percent: 3 } })],
    [
      "a member that the program adds",
      policy({ type: "PROACTIVE" }),
      policy({ type: "PROACTIVE", minimalAction: "RESTART" }),
    ],
    [
      "a member that the program leaves",
      policy({ type: "PROACTIVE", minimalAction: "RESTART" }),
      policy({ type: "PROACTIVE" }),
    ],
    ["a key that is there again", labels({ old: "x" }), labels({ old: null })],
    ["an unknown", policy({ type: "PROACTIVE" }), policy({ type: unknownValue })],
    ["a version more", shown, { versions: [version({})] }],
  ])("is one: %s", (_what, there, program) => {
    expect(differs(there, program)).toBe(true);
  });
});

const zones = (...letters: string[]): Values => ({
  distributionPolicy: { zones: letters.map((letter) => ({ zone: `${root}/zones/us-central1-${letter}` })) },
});

describe("zones", () => {
  /** What the preview answers for a program, where those zones are recorded. */
  const previewed = (program: Values, recorded = zones("a", "b")) => differenceOf(recorded, program);
  const named = (...names: string[]): Values => ({ distributionPolicy: { zones: names.map((zone) => ({ zone })) } });

  it.each<[string, Values]>([
    ["others", named("us-central1-a", "us-central1-c")],
    ["more", named("us-central1-a", "us-central1-b", "us-central1-c")],
    ["none", named()],
  ])("that differ from the recorded ones are refused in the preview: %s", (_what, program) => {
    expect(() => previewed(program)).toThrow(
      /"us-central1\/web": distributionPolicy\.zones cannot change, because the zones of a group are immutable\. The group has us-central1-a, us-central1-b, and .* or remove zones from the program\. For other zones, create another group\./,
    );
  });

  it.each<[string, Values, Values?]>([
    ["in another order", { ...named("us-central1-b", "us-central1-a"), description: "d" }],
    ["that are not known yet", named(unknownValue, "us-central1-a")],
    ["that the program no longer gives", { description: "d" }],
    ["that are managed for the first time", named("us-central1-c"), {}],
    ["of another group", { instanceGroupManager: "other", ...named("us-central1-c") }],
  ])("%s are let through", (_what, program, recorded) => {
    expect(previewed(program, recorded)).toMatchObject({ changes: true });
  });

  it("are never in a patch, neither to set them nor to put back what was there", () => {
    const context = offlineResource(patch).links;
    const [there, before] = [zones("a", "b"), zones("c")];
    const ours = ownLeaves(groupShape, { ...there, __own: [there], managedFields: ["distributionPolicy.zones"] });
    for (const declared of [{}, zones("a"), { distributionPolicy: {} }])
      expect(patchOf(groupShape, there, { declared, ours, previous: before, context }).body).toEqual({});
    expect(patchOf(groupShape, there, { declared: {}, ours, previous: {}, context }).body).toEqual({});
  });
});

describe("with the group as it is,", () => {
  const there = {
    targetSize: 9,
    updatePolicy: { type: "OPPORTUNISTIC", maxSurge: { fixed: 0 }, maxUnavailable: { fixed: 3 } },
  };
  const askedBy = ({ waitForInstances, mode, ...values }: Values) => ({
    values,
    autoscaler: mode === undefined ? undefined : { link: "https://a", mode: mode as string },
    goal: waitForInstances as InstancesGoal | undefined,
  });
  it.each<[string, Values, Values, Values, string]>([
    ...["ON", "ONLY_UP", "ONLY_SCALE_OUT"].map((mode): [string, Values, Values, Values, string] => [
      `targetSize under an autoscaler that is ${mode}`,
      there,
      {},
      { mode },
      "an autoscaler sets",
    ]),
    [
      "a percentage of nine",
      there,
      policy({ maxUnavailable: { percent: 20 } }),
      {},
      "10 or more instances; this one has 9",
    ],
    [
      "a percentage of nine to be",
      { ...there, targetSize: 12 },
      { targetSize: 9, ...policy({ maxUnavailable: { percent: 20 } }) },
      {},
      "this one has 9",
    ],
    [
      "other zones",
      { ...there, ...zones("a", "b") },
      {},
      zones("c", "a"),
      "The group has us-central1-a, us-central1-b",
    ],
    ["fewer zones", { ...there, ...zones("a", "b") }, {}, zones("a"), "the program gives us-central1-a."],
    ["nothing to surge or spare", there, policy({ maxUnavailable: { fixed: 0 } }), {}, "cannot both be 0"],
    ["UPDATED without updates", there, {}, { waitForInstances: "UPDATED" }, "updatePolicy.type is OPPORTUNISTIC"],
  ])("is refused: %s", (_what, object, body, values, message) => {
    expect(() => {
      refuseForGroup(object, body, askedBy(values));
    }).toThrow(message);
  });

  it.each<[string, Values, Values, Values]>([
    ["targetSize under an autoscaler that is OFF", there, { targetSize: 10 }, { mode: "OFF" }],
    ["a percentage of ten", there, { targetSize: 10, ...policy({ maxUnavailable: { percent: 20 } }) }, {}],
    ["UPDATED, when the patch makes it so", there, policy({ type: "PROACTIVE" }), { waitForInstances: "UPDATED" }],
    ["STABLE", there, {}, { waitForInstances: "STABLE" }],
    ["the same zones in another order", { ...there, ...zones("a", "b") }, {}, zones("b", "a")],
    ["no zones", { ...there, ...zones("a", "b") }, {}, { distributionPolicy: { targetShape: "EVEN" } }],
    [
      "a number in place of a percentage of nine",
      { ...there, updatePolicy: { maxUnavailable: { percent: 20 } } },
      policy({ maxUnavailable: { fixed: 1, percent: null } }),
      {},
    ],
  ])("is let through: %s", (_what, object, body, values) => {
    expect(() => {
      refuseForGroup(object, body, askedBy(values));
    }).not.toThrow();
  });
});

describe("the preview", () => {
  const notices = (news: Values) => {
    const resource = offlineResource(patch);
    check(resource, {}, { instanceGroupManager: "web", ...news });
    return resource.log.messages.map(({ message }) => message).join("\n");
  };

  it("says when a change can start a rollout, and when not", () => {
    expect(notices({ instanceTemplate: "t" })).toContain(
      "instanceTemplate can start a rollout to existing instances, if the group's updatePolicy.type is PROACTIVE",
    );
    expect(notices({ ...labels({ a: "1" }), ...policy({ type: "PROACTIVE" }) })).toContain(
      "updatePolicy and allInstancesConfig can start a rollout to existing instances, because this program sets updatePolicy.type to PROACTIVE",
    );
    expect(notices({ instanceTemplate: "t", ...policy({ type: "OPPORTUNISTIC" }) })).toBe("");
    expect(notices({ resourcePolicies: {} })).toContain("it manages nothing yet: resourcePolicies has no members.");
    expect(notices({ description: "d", ...policy({ maxSurge: { fixed: 3 } }) })).toBe("");
  });
});
