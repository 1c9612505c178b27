import { describe, expect, it } from "vitest";
import {
  firewallPolicyIamBinding,
  firewallPolicyIamMember,
  firewallPolicyIamPolicy,
} from "../../../provider/src/resources/firewallPolicyIam/definition";
import { findGrant } from "../../../provider/src/resources/firewallPolicyIam/definition/iamPolicy";
import { networkFirewallPolicyAssociation } from "../../../provider/src/resources/networkFirewallPolicyAssociation/definition";
import { regionInstanceGroupManagerPatch } from "../../../provider/src/resources/regionInstanceGroupManagerPatch/definition";
import { route } from "../../../provider/src/resources/route/definition";
import { snapshot } from "../../../provider/src/resources/snapshot/definition";
import { targetSslProxyCertificateMap } from "../../../provider/src/resources/targetSslProxyCertificateMap/definition";
import { parseLink } from "../../../provider/src/names/links";

// Names and spellings that this package never writes, and that Terraform, gcloud, Cloud Asset Inventory or the console do.

const links = { project: "my-project", region: "us-central1" };

/** The project by its id, by an id of before 2012, by that as a URL has it, and by its number. */
const projects = [
  ["p", "p"],
  ["example.com:p", "example.com:p"],
  ["example.com%3Ap", "example.com:p"],
  ["example.com%3ap", "example.com:p"],
  ["123456789012", "123456789012"],
] as const;

describe.each(projects)("an id with the project %s", (project, meant) => {
  const prefixes = ["", "/", "https://www.googleapis.com/compute/beta/", "//compute.googleapis.com/"];

  it.each([
    ["global/routes/default-route-0a1b2c3d4e5f6071", route, { name: "default-route-0a1b2c3d4e5f6071" }],
    ["global/routes/7777777777", route, { name: "7777777777" }],
    [
      "global/snapshots/disk-1-us-central1-a-20240101000000-abcd",
      snapshot,
      { name: "disk-1-us-central1-a-20240101000000-abcd" },
    ],
    ["global/targetSslProxies/k8s2-ts-0a1b", targetSslProxyCertificateMap, { targetSslProxy: "k8s2-ts-0a1b" }],
    [
      "regions/us-central1/instanceGroupManagers/gke-c-default-pool-0a1b-grp",
      regionInstanceGroupManagerPatch,
      { region: "us-central1", instanceGroupManager: "gke-c-default-pool-0a1b-grp" },
    ],
    ["global/networks/n", networkFirewallPolicyAssociation, { network: "n" }],
    ["global/firewallPolicies/f/associations/a", networkFirewallPolicyAssociation, { firewallPolicy: "f", name: "a" }],
  ] as const)("names the object: %s", (path, definition, identity) => {
    for (const prefix of prefixes) {
      const parsed = definition.parseId(`${prefix}projects/${project}/${path}`, links);
      expect(parsed).toMatchObject({ project: meant, ...identity });
    }
  });

  it.each([
    ["r", route, { name: "r" }],
    ["s", snapshot, { name: "s" }],
    ["t", targetSslProxyCertificateMap, { targetSslProxy: "t" }],
    ["f/a", networkFirewallPolicyAssociation, { firewallPolicy: "f", name: "a" }],
  ] as const)("may be short: PROJECT/%s", (rest, definition, identity) => {
    expect(definition.parseId(`${project}/${rest}`, links)).toEqual({ project: meant, ...identity });
  });

  it.each(["operation-1700000000000-5f3a1b2c3d4e5-0a1b2c3d", "systemevent-1508964000000-55c6fce7c1d80", "12345678901"])(
    "names the operation %s",
    (name) => {
      const path = (of: string) => `projects/${of}/regions/us-central1/operations/${name}`;
      for (const prefix of prefixes)
        expect(parseLink(prefix + path(project), { collection: "operations", scopes: ["region"] }, links)).toEqual({
          path: path(meant),
        });
    },
  );
});

describe("an association of another tool", () => {
  const networkPath = "projects/p/global/networks/n";
  const names = [networkPath, `https://www.googleapis.com/compute/v1/${networkPath}`];

  it.each([
    ...names,
    "team/guard",
    "Network 1 (office)",
    "a?b#c%2F",
    "associations/x/firewallPolicies/y",
    "two\nlines",
  ])("has the name %j in its id", (name) => {
    const path = `projects/p/global/firewallPolicies/f/associations/${name}`;
    for (const id of [path, `https://compute.googleapis.com/compute/v1/${path}`]) {
      const identity = networkFirewallPolicyAssociation.parseId(id, links);
      expect(identity).toEqual({ project: "p", firewallPolicy: "f", name });
      expect(networkFirewallPolicyAssociation.path(identity)).toBe(path);
    }
  });

  it.each(names)("is named after its network in a short id: %s", (name) => {
    const parsed = (id: string) => networkFirewallPolicyAssociation.parseId(id, links);
    expect(parsed(`o/f/${name}`)).toEqual({ project: "o", firewallPolicy: "f", name });
    expect(parsed(`f/${name}`)).toEqual({ project: "my-project", firewallPolicy: "f", name });
  });
});

describe("a grant of another tool", () => {
  const path = "locations/global/firewallPolicies/123";
  const condition = { title: "until 2030", description: "a/b, c", expression: 'request.time < timestamp("2030")' };
  const untitled = { expression: "x" };
  const twin = { ...condition, expression: "true" };
  const members = [
    "user:alice@example.com",
    "deleted:serviceAccount:a@p.iam.gserviceaccount.com?uid=123",
    "serviceAccount:p.svc.id.goog[namespace/account]",
    "principalSet://iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/w/attribute.repository/o/roles/x",
    "principalSet://goog/group/g@example.com",
    "principalHierarchy://iam.googleapis.com/organizations/1",
    "allAuthenticatedUsers",
  ];
  const roles = ["roles/x", "organizations/1/roles/my.Role_1", "projects/example.com:p/roles/x"];
  const policies = [path, `//compute.googleapis.com/${path}`, `https://www.googleapis.com/compute/beta/${path}`, "123"];
  const bindings = roles.flatMap((role) =>
    [undefined, condition, untitled, twin].map((when) => ({ role, members, ...(when && { condition: when }) })),
  );

  /** What is behind the role, or the member, in an id; and the condition that it names. */
  const spellings = [
    ["", undefined],
    ['/until 2030/a/b, c/request.time < timestamp("2030")', condition],
    ["/until 2030/a/b, c/true", twin],
    ["///x", untitled],
  ] as const;

  it.each(spellings)("is found by %j behind the role and the member", (behind, when) => {
    for (const policy of policies) {
      for (const role of roles) {
        const ofBinding = firewallPolicyIamBinding.parseId(`${policy}/${role}${behind}`, links);
        expect(ofBinding).toMatchObject({ firewallPolicy: "123", role });
        expect(findGrant({ bindings }, role, ofBinding.rest ?? "", "binding")).toEqual({
          grant: { role, condition: when },
          member: "",
        });
        for (const member of members) {
          const { rest = "" } = firewallPolicyIamMember.parseId(`${policy}/${role}/${member}${behind}`, links);
          expect(findGrant({ bindings }, role, rest, "member")).toEqual({ grant: { role, condition: when }, member });
        }
      }
    }
  });

  it.each(members)("has the parts with spaces in between, and the member %s", (member) => {
    const [one = ""] = roles;
    const { rest = "" } = firewallPolicyIamMember.parseId(`${path} ${one} ${member}`, links);
    expect(findGrant({ bindings }, one, rest, "member")).toMatchObject({ member });
  });

  it("of a whole policy names the policy", () => {
    for (const policy of policies)
      expect(firewallPolicyIamPolicy.parseId(policy, links)).toEqual({ firewallPolicy: "123" });
  });
});
