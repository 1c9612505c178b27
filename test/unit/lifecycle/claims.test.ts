import { describe, expect, it } from "vitest";
import { EngineLog } from "../../../provider/src/engine/engineLog";
import { unknownValue } from "../../../provider/src/fields/unknown";
import type { Values } from "../../../provider/src/fields/values";
import { check } from "../../../provider/src/lifecycle/steps/check";
import { findSuccessor } from "../../../provider/src/lifecycle/steps/claims";
import type { ResourceDefinition } from "../../../provider/src/lifecycle/schema/definition";
import { diff } from "../../../provider/src/lifecycle/steps/diff";
import { backendServicePatch } from "../../../provider/src/resources/backendServicePatch";
import { firewallPolicyIamBinding } from "../../../provider/src/resources/firewallPolicyIam/definition/binding";
import { firewallPolicyIamMember } from "../../../provider/src/resources/firewallPolicyIam/definition/member";
import { firewallPolicyIamPolicy } from "../../../provider/src/resources/firewallPolicyIam/definition/wholePolicy";
import { networkFirewallPolicyAssociation } from "../../../provider/src/resources/networkFirewallPolicyAssociation/definition";
import { regionInstanceGroupManagerPatch } from "../../../provider/src/resources/instanceGroupManagerPatch/definition";
import { route } from "../../../provider/src/resources/route/definition";
import { targetSslProxyCertificateMap } from "../../../provider/src/resources/targetSslProxyCertificateMap/definition";
import { offlineResource } from "../../support/offlineResource";

/** A resource of a program, without its name there. */
type Declared = readonly [definition: ResourceDefinition, args: Values];

const declare =
  (definition: ResourceDefinition, usual: Values) =>
  (args: Values = {}): Declared => [definition, { ...usual, ...args }];
const egress: Values = { name: "egress", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" };
const routeOf = declare(route, egress);
const associationOf = declare(networkFirewallPolicyAssociation, { firewallPolicy: "f", name: "a" });
const mapOf = declare(targetSslProxyCertificateMap, { certificateMap: "m" });
const patchOf = declare(regionInstanceGroupManagerPatch, { instanceGroupManager: "web" });

const backendsOf = (...groups: Values[]) => declare(backendServicePatch, { backendService: "web", backends: groups })();
const backend = (name: string, members: Values = {}): Values => ({
  group: `zones/us-central1-a/instanceGroups/${name}`,
  ...members,
});

const [role, alice, bob] = ["roles/compute.viewer", "user:alice@example.com", "user:bob@example.com"];
const condition: Values = { title: "t", expression: "true" };
const memberOf = declare(firewallPolicyIamMember, { firewallPolicy: "123", role, member: alice });
const bindingOf = declare(firewallPolicyIamBinding, { firewallPolicy: "123", role, members: [bob] });
const policyOf = declare(firewallPolicyIamPolicy, { firewallPolicy: "123", policyData: { bindings: [] } });

/** The complaints about each resource of a program, in the order in which the engine asks. */
function complaints(...program: readonly Declared[]): string[] {
  const shared = offlineResource(route);
  return program.flatMap(([definition, args], index) => {
    // The provider has an object for each request.
    const log = new EngineLog().about(`urn:pulumi:dev::p::gce:${definition.kind}::r${String(index)}`);
    return check({ ...shared, definition, log }, {}, args).failures.map(
      ({ property, reason }) => `${property}: ${reason.replace(/\s+/g, " ")}`,
    );
  });
}

const updatePolicy = (value: unknown) => patchOf({ updatePolicy: value });
const labels = (values: unknown) => patchOf({ allInstancesConfig: { properties: { labels: values } } });
const disks = (values: unknown) => patchOf({ statefulPolicy: { preservedState: { disks: values } } });
const [inDisks, neverDeleted] = ["statefulPolicy.preservedState.disks", { data: { autoDelete: "NEVER" } }];
const described = (description: string, more: Values = {}) => patchOf({ description, ...more });
const versions = patchOf({ versions: [{ instanceTemplate: "t" }] });

describe("two patches of one group", () => {
  const inProject = (path: string) => `https://www.googleapis.com/compute/v1/projects/my-project/${path}`;
  const inFull = "projects/my-project/regions/us-central1/instanceGroupManagers/web";
  const rollsOut = updatePolicy({ type: "PROACTIVE", maxSurge: { fixed: 1 } });
  it.each<[what: string, one: Declared, other: Declared, complaint: string]>([
    ["the same member", rollsOut, updatePolicy({ maxSurge: { percent: 1 } }), "updatePolicy.maxSurge"],
    ["the same key", labels({ a: "1", b: "2" }), labels({ b: null }), "allInstancesConfig.properties.labels.b"],
    ["an entry, and a member of it", disks({ data: {} }), disks(neverDeleted), `${inDisks}.data.autoDelete`],
    ["versions beside a template", patchOf({ instanceTemplate: "t" }), versions, "versions"],
    [
      "members of the same item",
      backendsOf(backend("a", { maxRate: 1 })),
      backendsOf(backend("b"), { group: inProject("zones/us-central1-a/instanceGroups/a"), capacityScaler: 0 }),
      'backends["zones/us-central1-a/instanceGroups/a"]',
    ],
    ["a group in two spellings", described("a"), described("b", { instanceGroupManager: inFull }), "description"],
  ])("are refused when they manage %s", (_what, one, other, complaint) => {
    expect(complaints(one, other)).toEqual([
      expect.stringContaining(`${complaint}: ${complaint} is managed by "r0" too, a resource of this program`),
    ]);
  });

  it.each<[what: string, one: Declared, other: Declared]>([
    ["different keys", labels({ a: "1" }), labels({ b: "1" })],
    ["different items", backendsOf(backend("a")), backendsOf(backend("b"))],
    ["an item that is not known yet", backendsOf({ group: unknownValue }), backendsOf({ group: unknownValue })],
    ["different groups", described("a"), described("b", { instanceGroupManager: "api" })],
    ["what is not known yet, and may be absent", updatePolicy({ type: "PROACTIVE" }), updatePolicy(unknownValue)],
    ["a template that is not known yet", versions, patchOf({ instanceTemplate: unknownValue, description: "d" })],
  ])("are let through when they manage %s", (_what, one, other) => {
    expect(complaints(one, other)).toEqual([]);
  });
});

describe("two resources of one object", () => {
  const inFull = "https://www.googleapis.com/compute/v1/projects/my-project/global";
  const unknownRole = bindingOf({ role: unknownValue });
  const late = associationOf({ project: "my-project", attachmentTarget: unknownValue });
  it.each<[what: string, property: string, path: string, one: Declared, other: Declared]>([
    ["routes of one project", "name", "routes/egress", routeOf({ project: "my-project" }), routeOf({ priority: 7 })],
    [
      "associations of one network",
      "attachmentTarget",
      "networks/n/firewallPolicyAssociation",
      associationOf({ attachmentTarget: "n" }),
      associationOf({ attachmentTarget: `${inFull}/networks/n`, name: "b", firewallPolicy: "other" }),
    ],
    ["associations of one name and unknown networks", "name", "firewallPolicies/f/associations/a", late, late],
    [
      "certificate maps of one proxy",
      "targetSslProxy",
      "targetSslProxies/mail/certificateMap",
      mapOf({ targetSslProxy: "mail" }),
      mapOf({ targetSslProxy: `${inFull}/targetSslProxies/mail`, certificateMap: "n" }),
    ],
  ])("are refused when they are %s", (_what, property, path, one, other) => {
    const means = `${property}: ${property} means projects/my-project/global/${path}.`;
    expect(complaints(one, other)).toEqual([
      expect.stringContaining(`${means} gce:${one[0].kind} "r0" of this program manages it too. Only one resource`),
    ]);
  });

  it.each<[what: string, says: string, outer: Declared, inner: Declared]>([
    ["a policy beside an unknown role", "firewallPolicy: firewallPolicy means", policyOf(), unknownRole],
    ["a binding beside a member of its role", "role: Two resources manage this role on", bindingOf(), memberOf()],
  ])("are refused in either order when they are %s", (_what, says, outer, inner) => {
    const means = `${says} locations/global/firewallPolicies/123. gce:`;
    const whole = `gce:${outer[0].kind}`;
    const rule = "sets everything there, so no other resource can set a part. Give everything to it, or remove it.";
    expect(complaints(outer, inner)).toEqual([
      `${means}${outer[0].kind} "r0" of this program manages it too. ${whole} "r0" ${rule}`,
    ]);
    expect(complaints(inner, outer)).toEqual([
      `${means}${inner[0].kind} "r0" of this program manages a part there. This ${whole} ${rule}`,
    ]);
  });
});

it("resources of different objects, and of objects that are not known yet, are let through in one program", () => {
  const others = { firewallPolicy: "456" };
  expect(
    complaints(
      ...["a", "b", undefined, undefined, unknownValue, unknownValue].map((name) => routeOf({ name })),
      routeOf({ name: "a", project: "other" }),
      ...[memberOf(), memberOf({ member: bob }), memberOf()],
      ...[memberOf({ role: "roles/x" }), bindingOf({ condition }), bindingOf({ firewallPolicy: unknownValue })],
      memberOf({ condition: { ...condition, title: "other" } }),
      policyOf(others),
    ),
  ).toEqual([]);
});

describe("an object that is recorded by the number of its project", () => {
  const recorded: Values = { ...egress, project: "123456789012" };
  const urn = (name: string) => `urn:pulumi:dev::p::gce:Route::${name}`;

  it.each([
    ["stays if nothing of it changes", egress, urn("new")],
    ["makes room for its replacement", { ...egress, destRange: "10.2.0.0/16" }, undefined],
  ])("%s", (_what, program, keeper) => {
    const resource = offlineResource(route);
    // An alias has changed the URN.
    const about = (name: string) => ({ ...resource, log: new EngineLog().about(urn(name)) });
    const { inputs } = check(about("new"), egress, program);
    diff(about("new"), recorded, inputs);
    const identity = { project: "123456789012", name: "egress" };
    expect(findSuccessor(about("old"), identity, recorded)).toBe(keeper);
  });
});
