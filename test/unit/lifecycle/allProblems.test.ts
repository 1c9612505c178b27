import { describe, expect, it } from "vitest";
import { check } from "../../../provider/src/lifecycle/steps/check";
import type { Values } from "../../../provider/src/fields/values";
import { unknownValue } from "../../../provider/src/fields/unknown";
import { everyKind, kindNamed, nameOf } from "../../kinds/every";
import { offlineResource, testConfiguration } from "../../support/offlineResource";
import { fc } from "../../support/property";

function propertiesOf(kind: string, program: Values, configuration = testConfiguration): string[] {
  return check(offlineResource(kindNamed(kind).definition, configuration), {}, program).failures.map(
    ({ property }) => property,
  );
}

describe("all problems of a resource", () => {
  it.each(everyKind.map((kind) => [nameOf(kind), kind.definition.schema.arguments] as const))(
    "of %s are told at once, where every argument is wrong",
    (kind, args) => {
      const wrong = Object.fromEntries(args.map((name) => [name, 0.5]));
      expect(new Set(propertiesOf(kind, wrong))).toEqual(new Set(args));
    },
  );

  const mistaken = everyKind.flatMap(({ definition, mistaken: rows }) =>
    rows === undefined ? [] : [[definition.kind, rows] as const],
  );
  it.each(mistaken)("of %s are told at once, also of the rules that span fields", (kind, [program, ...properties]) => {
    expect(properties.length).toBeGreaterThanOrEqual(5);
    expect(propertiesOf(kind, program).sort()).toEqual(properties.sort());
  });

  const patch = "RegionInstanceGroupManagerPatch";
  const group = (more: Values): Values => ({ instanceGroupManager: "g", ...more });
  const misspeltVersion = { instancetemplate: "t", targetSize: { fixed: 1 } };

  it.each<[what: string, kind: string, program: Values, ...properties: string[]]>([
    ["a wrong source is a source", "Snapshot", { sourceDisk: "a/b" }, "sourceDisk"],
    ["a misspelt source is a source", "Snapshot", { sourcedisc: "d" }, "sourcedisc"],
    ["a source of another provider is a source", "Snapshot", { disk: "d" }, "disk"],
    ["a wrong source may be the one to go", "Snapshot", { sourceDisk: "", sourceInstantSnapshot: "i" }, "sourceDisk"],
    ["a wrong zone contradicts no link", "Snapshot", { sourceDisk: "zones/f/disks/d", zone: "europe-west1" }, "zone"],
    ["a misspelt next hop is one", "Route", { network: "n", destRange: "::/0", nexthopip: "10.0.0.1" }, "nexthopip"],
    ["a misspelt field is something to manage", patch, group({ targetsize: 3 }), "targetsize"],
    ["a wrong field is something to manage", patch, group({ targetSize: "3" }), "targetSize"],
    ["wrong versions are told once", patch, group({ versions: [misspeltVersion] }), "versions[0].instancetemplate"],
    ["members are missing once", "FirewallPolicyIamBinding", { firewallPolicy: "1", role: "roles/viewer" }, "members"],
    [
      "a key by another name is a key",
      "Snapshot",
      { sourceDisk: "d", snapshotEncryptionKey: { kmsKeySelfLink: "k" } },
      "snapshotEncryptionKey.kmsKeySelfLink",
    ],
    [
      "a wrong project contradicts no link",
      "TargetSslProxyCertificateMap",
      { targetSslProxy: "projects/one/global/targetSslProxies/t", project: "projects/other", certificateMap: "m" },
      "project",
    ],
  ])("does not have what only follows: %s", (_what, kind, program, ...properties) => {
    expect(propertiesOf(kind, program)).toEqual(properties);
  });

  it("has those beside a setting that is missing or wrong", () => {
    const program = { sourceDisk: "zones/us-central1-f/disks/d", zone: "us-central1-a" };
    expect(propertiesOf("Snapshot", program, {})).toEqual(["project", "zone"]);
    expect(propertiesOf("Snapshot", program, { "gcp:project": "a/b" })).toEqual(["gcp:project", "zone"]);
  });

  it("names no problem twice, whatever is wrong, and leaves the program as it was given", () => {
    const value = fc.constantFrom<unknown>(undefined, "", 5, [], {}, "a/b", ["a/b"], unknownValue, null);
    const programs = fc.constantFrom(...everyKind).chain(({ definition, fullProgram }) =>
      fc.tuple(
        fc.constant(definition),
        fc
          .record(Object.fromEntries(Object.keys(definition.fields).map((name) => [name, value])), { requiredKeys: [] })
          .map((wrong): Values => ({ ...fullProgram, ...wrong })),
      ),
    );
    fc.assert(
      fc.property(programs, ([definition, program]) => {
        const given = structuredClone(program);
        const { failures } = check(offlineResource(definition), {}, program);
        expect(program).toEqual(given);
        const told = failures.map(({ property, reason }) => `${property}: ${reason}`);
        expect(new Set(told).size).toBe(told.length);
      }),
    );
  });
});
