import { describe, expect, it } from "vitest";
import { regionInstanceGroupManagerPatch as patch } from "../../../../provider/src/resources/regionInstanceGroupManagerPatch/definition";
import { check } from "../../../../provider/src/lifecycle/check";
import { EngineLog } from "../../../../provider/src/engine/engineLog";
import { unknownValue } from "../../../../provider/src/fields/unknown";
import type { Values } from "../../../../provider/src/fields/values";
import { offlineResource } from "../../../support/offlineResource";

/** The properties that are complained of when a program has these resources, in that order. */
function complaints(...program: [name: string, args: Values][]): string[] {
  const resource = offlineResource(patch);
  return program.flatMap(([name, args]) => {
    // The provider has an object for each request.
    const log = new EngineLog().about(`urn:pulumi:dev::p::gce:Patch::${name}`);
    const { failures } = check({ ...resource, log }, {}, { instanceGroupManager: "web", ...args });
    return failures.map(({ property, reason }) => {
      expect(reason).toMatch(/ is managed by "\w+" too,\s+a resource [^]*Keep it in one of them\.$/);
      return property;
    });
  });
}

const policy = (updatePolicy: Values): Values => ({ updatePolicy });
const labels = (values: unknown): Values => ({ allInstancesConfig: { properties: { labels: values } } });
const disks = (values: unknown): Values => ({ statefulPolicy: { preservedState: { disks: values } } });
const versions: Values = { versions: [{ instanceTemplate: "t" }] };

describe("two patches of one group", () => {
  it.each<[what: string, one: Values, other: Values, complaint: string]>([
    ["the same field", { description: "a" }, { description: "b" }, "description"],
    [
      "the same member",
      policy({ type: "PROACTIVE", maxSurge: { fixed: 1 } }),
      policy({ maxSurge: { percent: 1 } }),
      "updatePolicy.maxSurge",
    ],
    ["the same key", labels({ a: "1", b: "2" }), labels({ b: null }), "allInstancesConfig.properties.labels.b"],
    [
      "an entry, and a member of it",
      disks({ data: {} }),
      disks({ data: { autoDelete: "NEVER" } }),
      "statefulPolicy.preservedState.disks.data.autoDelete",
    ],
    ["versions beside a template", { instanceTemplate: "t" }, versions, "versions"],
    [
      "a group in two spellings",
      { description: "a" },
      {
        description: "b",
        instanceGroupManager: "projects/my-project/regions/us-central1/instanceGroupManagers/web",
      },
      "description",
    ],
  ])("are refused when they manage %s", (_what, one, other, complaint) => {
    expect(complaints(["one", one], ["other", other])).toEqual([complaint]);
  });

  it.each<[what: string, one: Values, other: Values]>([
    ["different fields", { description: "a" }, policy({ type: "PROACTIVE" })],
    ["different keys", labels({ a: "1" }), labels({ b: "1" })],
    ["different groups", { description: "a" }, { description: "b", instanceGroupManager: "api" }],
    ["what is not known yet, and may be absent", policy({ type: "PROACTIVE" }), { updatePolicy: unknownValue }],
    [
      "a template that is not known yet, and may be absent",
      versions,
      { instanceTemplate: unknownValue, description: "d" },
    ],
    ["a group that is not known yet", { description: "a" }, { description: "b", instanceGroupManager: unknownValue }],
  ])("are let through when they manage %s", (_what, one, other) => {
    expect(complaints(["one", one], ["other", other])).toEqual([]);
  });
});
