import { describe, expect, it } from "vitest";
import { EngineLog } from "../../../../provider/src/engine/engineLog";
import { unknownValue } from "../../../../provider/src/fields/unknown";
import type { Values } from "../../../../provider/src/fields/values";
import { check } from "../../../../provider/src/lifecycle/check";
import type { ResourceDefinition } from "../../../../provider/src/lifecycle/definition";
import {
  firewallPolicyIamBinding,
  firewallPolicyIamMember,
  firewallPolicyIamPolicy,
} from "../../../../provider/src/resources/firewallPolicyIam/definition";
import { networkFirewallPolicyAssociation } from "../../../../provider/src/resources/networkFirewallPolicyAssociation/definition";
import { route } from "../../../../provider/src/resources/route/definition";
import { targetSslProxyCertificateMap } from "../../../../provider/src/resources/targetSslProxyCertificateMap/definition";
import { offlineResource } from "../../../support/offlineResource";

/** A resource of a program, without its name there. */
type Declared = readonly [definition: ResourceDefinition, args: Values];

const anyRoute: Values = { network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" };
const routeOf = (args: Values): Declared => [route, { ...anyRoute, ...args }];
const associationOf = (args: Values): Declared => [networkFirewallPolicyAssociation, { firewallPolicy: "f", ...args }];
const mapOf = (args: Values): Declared => [
  targetSslProxyCertificateMap,
  { certificateMap: "projects/p/locations/global/certificateMaps/m", ...args },
];

const [role, alice, bob] = ["roles/compute.viewer", "user:alice@example.com", "user:bob@example.com"];
const onPolicy: Values = { firewallPolicy: "123" };
const condition: Values = { title: "t", expression: "true" };
const memberOf = (args: Values = {}): Declared => [
  firewallPolicyIamMember,
  { ...onPolicy, role, member: alice, ...args },
];
const bindingOf = (args: Values = {}): Declared => [
  firewallPolicyIamBinding,
  { ...onPolicy, role, members: [bob], ...args },
];
const policyOf = (bindings: Values[] = []): Declared => [
  firewallPolicyIamPolicy,
  { ...onPolicy, policyData: { bindings } },
];

const oneMemory = offlineResource(route);

/** The complaints about each resource of a program, in the order in which the engine asks. */
function complaints(...program: readonly Declared[]): string[] {
  const { run } = offlineResource(route);
  return program.flatMap(([definition, args], index) => {
    const urn = `urn:pulumi:dev::p::gce:${definition.kind}::r${String(index)}`;
    const resource = { ...oneMemory, definition, run, log: new EngineLog().about(urn) };
    return check(resource, {}, args).failures.map(
      ({ property, reason }) => `${property}: ${reason.replace(/\s+/g, " ")}`,
    );
  });
}

describe("two resources of one object", () => {
  const inFull = "https://www.googleapis.com/compute/v1/projects/my-project/global";
  it.each<[what: string, property: string, path: string, one: Declared, other: Declared]>([
    ["routes", "name", "routes/egress", routeOf({ name: "egress" }), routeOf({ name: "egress", priority: 7 })],
    [
      "routes with a project that is given and one that is configured",
      "name",
      "routes/egress",
      routeOf({ name: "egress", project: "my-project" }),
      routeOf({ name: "egress" }),
    ],
    [
      "associations of one network",
      "attachmentTarget",
      "networks/n/firewallPolicyAssociation",
      associationOf({ attachmentTarget: "n", name: "a" }),
      associationOf({ attachmentTarget: `${inFull}/networks/n`, name: "b", firewallPolicy: "other" }),
    ],
    [
      "associations of one name at one policy",
      "name",
      "firewallPolicies/f/associations/a",
      associationOf({ attachmentTarget: "n", name: "a" }),
      associationOf({ attachmentTarget: "m", name: "a", firewallPolicy: `${inFull}/firewallPolicies/f` }),
    ],
    [
      "associations of one name at one policy with networks that are not known yet",
      "name",
      "firewallPolicies/f/associations/a",
      associationOf({ project: "my-project", attachmentTarget: unknownValue, name: "a" }),
      associationOf({ project: "my-project", attachmentTarget: unknownValue, name: "a" }),
    ],
    [
      "certificate maps of one proxy",
      "targetSslProxy",
      "targetSslProxies/mail/certificateMap",
      mapOf({ targetSslProxy: "mail" }),
      mapOf({
        targetSslProxy: `${inFull}/targetSslProxies/mail`,
        certificateMap: "projects/p/locations/global/certificateMaps/n",
      }),
    ],
  ])("are refused when they are %s", (_what, property, path, one, other) => {
    const [{ kind }] = one;
    expect(complaints(one, other)).toEqual([
      `${property}: ${property} means projects/my-project/global/${path}. gce:${kind} "r0" of this program manages it too. ` +
        `Only one resource can manage an object. Change ${property} in one of the two, or remove one.`,
    ]);
  });

  it.each<[what: string, property: string, path: string, outer: Declared, inner: Declared]>([
    ["a policy beside a member", "firewallPolicy", "123", policyOf(), memberOf()],
    [
      "a policy beside a role that is not known yet",
      "firewallPolicy",
      "123",
      policyOf(),
      bindingOf({ role: unknownValue }),
    ],
    ["a policy beside a binding", "firewallPolicy", "123", policyOf(), bindingOf({ condition })],
    ["a binding beside a member of its role", "role", `123/${role}`, bindingOf(), memberOf()],
  ])("are refused in either order when they are %s", (_what, property, path, outer, inner) => {
    const means = `${property}: ${property} means locations/global/firewallPolicies/${path}. gce:`;
    const whole = `gce:${outer[0].kind}`;
    const rule = "sets everything there, so no other resource can set a part. Give everything to it, or remove it.";
    expect(complaints(outer, inner)).toEqual([
      `${means}${outer[0].kind} "r0" of this program manages it too. ${whole} "r0" ${rule}`,
    ]);
    expect(complaints(inner, outer)).toEqual([
      `${means}${inner[0].kind} "r0" of this program manages a part there. This ${whole} ${rule}`,
    ]);
  });

  it.each<[what: string, property: string, one: Declared, other: Declared]>([
    ["policies", "firewallPolicy", policyOf(), policyOf([{ role, members: [alice] }])],
    ["bindings of one role and condition", "role", bindingOf({ condition }), bindingOf({ condition })],
  ])("are refused when they are two %s", (_what, property, one, other) => {
    expect(complaints(one, other)).toEqual([expect.stringMatching(new RegExp(`^${property}: .* Only one resource`))]);
  });
});

describe("resources of different objects", () => {
  it.each<[what: string, program: Declared[]]>([
    [
      "routes of different names, of made names, and of names that are not known yet",
      [
        routeOf({ name: "a" }),
        routeOf({ name: "b" }),
        routeOf({}),
        routeOf({}),
        routeOf({ name: unknownValue }),
        routeOf({ name: unknownValue }),
      ],
    ],
    ["routes of one name in different projects", [routeOf({ name: "a" }), routeOf({ name: "a", project: "other" })]],
    ["members of one role, also the same member", [memberOf(), memberOf({ member: bob }), memberOf()]],
    [
      "bindings and members of different roles and conditions",
      [
        bindingOf(),
        bindingOf({ condition }),
        memberOf({ role: "roles/compute.admin" }),
        memberOf({ condition: { ...condition, title: "other" } }),
      ],
    ],
    [
      "a policy and grants of others",
      [policyOf(), memberOf({ firewallPolicy: "456" }), bindingOf({ firewallPolicy: unknownValue })],
    ],
  ])("are let through: %s", (_what, program) => {
    expect(complaints(...program)).toEqual([]);
  });
});
