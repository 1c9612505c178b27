import { describe, expect, it } from "vitest";
import { networkFirewallPolicyAssociation as definition } from "../../../provider/src/resources/networkFirewallPolicyAssociation/definition";
import { check } from "../../../provider/src/lifecycle/check";
import { diff } from "../../../provider/src/lifecycle/diff";
import { unknownValue } from "../../../provider/src/fields/unknown";
import type { Values } from "../../../provider/src/fields/values";
import { offlineResource, testConfiguration } from "../../support/offlineResource";

const root = "https://www.googleapis.com/compute/v1/projects/my-project/global";
const networkUrl = `${root}/networks/default`;
const policyUrl = `${root}/firewallPolicies/a`;

const plain: Values = { name: "guard", attachmentTarget: "default", firewallPolicy: "a" };
const but = (changes: Values): Values => ({ ...plain, ...changes });

function checked(news: Values, configuration: Readonly<Record<string, string>> = testConfiguration) {
  return check(offlineResource(definition, configuration), {}, news);
}

/** Arguments, the property that the error names, and what its message says. */
const refused: [what: string, news: Values, property: string, ...fragments: string[]][] = [
  ["no network", but({ attachmentTarget: undefined }), "attachmentTarget", "is required", "networks/NAME"],
  ["an empty network", but({ attachmentTarget: "" }), "attachmentTarget", "a link to one of networks"],
  ["a subnetwork", but({ attachmentTarget: "regions/r/subnetworks/s" }), "attachmentTarget", "something else"],
  ["a network of another host", but({ attachmentTarget: "https://example.com/n" }), "attachmentTarget", "the host of"],
  ["an organisation", but({ attachmentTarget: "organizations/1" }), "attachmentTarget", "something else"],
  ["no policy", but({ firewallPolicy: undefined }), "firewallPolicy", "is required", "firewallPolicies/NAME"],
  ["an empty policy", but({ firewallPolicy: "" }), "firewallPolicy", "a link to one of firewallPolicies"],
  ["a policy by number", but({ firewallPolicy: "12345" }), "firewallPolicy", "name, not in the numeric id"],
  [
    "a policy by its URL with the number",
    but({ firewallPolicy: `${root}/firewallPolicies/1` }),
    "firewallPolicy",
    "not in the numeric",
  ],
  [
    "a hierarchical policy",
    but({ firewallPolicy: "locations/global/firewallPolicies/a" }),
    "firewallPolicy",
    "something else",
  ],
  ["a policy of a region", but({ firewallPolicy: "regions/r/firewallPolicies/a" }), "firewallPolicy", "something else"],
  ["an upper-case policy", but({ firewallPolicy: "A" }), "firewallPolicy", "RFC 1035"],
  ["a number as policy", but({ firewallPolicy: 1 }), "firewallPolicy", "firewallPolicy cannot be 1."],
  ["an empty name", but({ name: "" }), "name", "at least one character"],
  ["a number as name", but({ name: 1 }), "name", "must be a name", "it is 1"],
  ["no name to adopt", but({ name: undefined, adoptExisting: true }), "name", "adoptExisting needs name"],
  [
    "a project that contradicts",
    but({ attachmentTarget: networkUrl, project: "other" }),
    "project",
    '"my-project"',
    "as attachmentTarget says",
  ],
  ["a text for a flag", but({ replaceExistingAssociation: "true" }), "replaceExistingAssociation", "true or false"],
  ["a policy of other resources", but({ deletionPolicy: "RESTORE" }), "deletionPolicy", "DELETE, ABANDON, PREVENT"],
  ["an output", but({ shortName: "a" }), "shortName", "is not an argument"],
  ["another provider's word", but({ network: "default" }), "network", "Did you mean attachmentTarget?"],
];

describe("an association", () => {
  it.each(refused)("is refused before any call with %s", (_what, news, property, ...fragments) => {
    const { failures } = checked(news);
    expect(failures.map((problem) => problem.property)).toEqual([property]);
    for (const fragment of fragments) expect(failures[0]?.reason).toContain(fragment);
  });

  it("takes a network by number, and a project by number beside its id", () => {
    expect(checked(but({ attachmentTarget: "12345" })).failures).toEqual([]);
    const byNumber = checked(but({ attachmentTarget: networkUrl, project: "921927" }));
    expect(byNumber.failures).toEqual([]);
  });

  it("takes its project from the network's link, otherwise from the configuration, and refuses to have none", () => {
    expect(checked(but({ attachmentTarget: "projects/p-2/global/networks/n" })).inputs.project).toBe("p-2");
    expect(checked(plain).inputs.project).toBe("my-project");
    expect(checked(but({ attachmentTarget: networkUrl }), {}).failures).toEqual([]);
    expect(checked(plain, {}).failures.map(({ property }) => property)).toEqual(["project"]);
  });

  it("gets a name if the program gives none, and accepts any text as a name", () => {
    const { failures, inputs } = checked({ ...but({ name: undefined }), __as: "myGuard" });
    expect(failures).toEqual([]);
    expect(inputs.name).toMatch(/^myguard-[0-9a-f]{7}$/);
    expect(checked(but({ name: "Network 1 (office)" })).failures).toEqual([]);
  });

  it.each([
    ...["attachmentTarget", "firewallPolicy", "name", "project"],
    ...["replaceExistingAssociation", "deletionPolicy", "adoptExisting"],
  ])("takes a value of %s that is not known yet", (field) => {
    const { failures, inputs } = checked(but({ [field]: unknownValue }));
    expect(failures).toEqual([]);
    expect(inputs[field]).toBe(unknownValue);
  });

  it("leaves the project open while the network is not known", () => {
    expect(checked(but({ attachmentTarget: unknownValue }), {})).toMatchObject({
      failures: [],
      inputs: { project: unknownValue },
    });
  });
});

describe("a change of an association", () => {
  const there: Values = {
    project: "my-project",
    name: "guard",
    attachmentTarget: networkUrl,
    firewallPolicy: policyUrl,
    __own: [{ firewallPolicy: policyUrl, name: "guard" }],
  };
  const difference = (news: Values, olds: Values = there) => {
    const resource = offlineResource(definition);
    const found = diff(resource, olds, check(resource, {}, news).inputs);
    return { ...found, said: resource.log.messages };
  };

  it.each([
    [{ firewallPolicy: "global/firewallPolicies/a" }],
    [{ firewallPolicy: "projects/my-project/global/firewallPolicies/a" }],
    [{ firewallPolicy: policyUrl }],
    [{ attachmentTarget: "projects/my-project/global/networks/default" }],
    [{ attachmentTarget: networkUrl }],
    [{ adoptExisting: true }],
  ])("does not differ with %o", (changes) => {
    expect(difference(but(changes))).toEqual({ changes: false, replaces: [], deleteBeforeReplace: false, said: [] });
  });

  it.each<[Values, string[]]>([
    [{ firewallPolicy: "b" }, []],
    [{ name: "other" }, []],
    [{ firewallPolicy: unknownValue }, []],
    [{ replaceExistingAssociation: true }, []],
    [{ attachmentTarget: "other", name: "next" }, ["attachmentTarget"]],
    [{ attachmentTarget: "other", name: undefined }, ["attachmentTarget"]],
    [{ attachmentTarget: "other", name: unknownValue }, ["attachmentTarget"]],
    [{ attachmentTarget: "other", firewallPolicy: "b" }, ["attachmentTarget"]],
    [{ attachmentTarget: "projects/p-2/global/networks/default", name: "next" }, ["attachmentTarget", "project"]],
  ])("with %o replaces %j", (changes, replaces) => {
    const found = difference(but(changes));
    expect(found).toMatchObject({ changes: true, deleteBeforeReplace: false });
    expect(found.replaces).toEqual(expect.arrayContaining(replaces) as string[]);
  });

  it("to a network that is not known yet, under the same name, deletes first too", () => {
    expect(difference(but({ attachmentTarget: unknownValue }))).toMatchObject({
      changes: true,
      deleteBeforeReplace: true,
    });
  });

  it("to another network under the same name deletes first, and says so: a policy has one association of a name", () => {
    const found = difference(but({ attachmentTarget: "other" }));
    expect(found).toMatchObject({ changes: true, replaces: ["attachmentTarget"], deleteBeforeReplace: true });
    expect(JSON.stringify(found.said)).toContain("the old network loses the policy before the new one gets it");
  });

  const subject = 'gce:NetworkFirewallPolicyAssociation "default": ';
  const gapless = "in one step: the network is not without a policy for a moment.";

  it.each<[Values, string]>([
    [{ firewallPolicy: "b" }, "swaps the firewall policy a for b"],
    [{ firewallPolicy: unknownValue }, "swaps the firewall policy a for one that is not known yet"],
    [{ name: "other" }, "renames its association from guard to other"],
    [{ name: unknownValue }, "renames its association from guard to a name that is not known yet"],
  ])("with %o is announced as a swap without a gap", (changes, words) => {
    expect(difference(but(changes)).said).toEqual([{ severity: "info", message: `${subject}${words} ${gapless}` }]);
  });

  it("that reverts a takeover says that it needs a permission, unless the program gives it", () => {
    const taken = { ...there, firewallPolicy: `${root}/firewallPolicies/theirs` };
    expect(difference(plain, taken).said).toEqual([
      {
        severity: "warning",
        message: `${subject}the firewall policy theirs has taken over the network; to take it back, set replaceExistingAssociation: true.`,
      },
    ]);
    expect(difference(but({ replaceExistingAssociation: true }), taken).said).toEqual([
      { severity: "info", message: `${subject}swaps the firewall policy theirs for a ${gapless}` },
    ]);
  });

  it("that reverts another name at the same policy says that it needs a permission, unless the program gives it", () => {
    const renamed = { ...there, name: "theirs" };
    expect(difference(plain, renamed).said).toEqual([
      {
        severity: "warning",
        message: `${subject}another association, "theirs", of the firewall policy a has taken over the network; to take it back, set replaceExistingAssociation: true.`,
      },
    ]);
    expect(difference(but({ replaceExistingAssociation: true }), renamed).said).toEqual([
      { severity: "info", message: `${subject}renames its association from theirs to guard ${gapless}` },
    ]);
  });
});

describe("an id of an association", () => {
  const links = { project: "my-project", hosts: ["127.0.0.1:8080"] };
  const ofNetwork = "projects/p/global/networks/n/firewallPolicyAssociation";
  const ofPolicy = "projects/p/global/firewallPolicies/f/associations/a";

  it.each([
    ofNetwork,
    "projects/p/global/networks/n",
    `https://www.googleapis.com/compute/v1/${ofNetwork}`,
    `http://127.0.0.1:8080/compute/v1/${ofNetwork}`,
  ])("may be %s, which names the network", (id) => {
    const identity = definition.parseId(id, links);
    expect(identity).toEqual({ project: "p", network: "n" });
    expect(definition.path(identity)).toBe(ofNetwork);
  });

  it.each([
    [ofPolicy, "p"],
    [`https://compute.googleapis.com/compute/v1/${ofPolicy}`, "p"],
    ["p/f/a", "p"],
    ["f/a", "my-project"],
  ])("may be %s, which names a policy and an association", (id, project) => {
    expect(definition.parseId(id, links)).toEqual({ project, firewallPolicy: "f", name: "a" });
  });

  it.each(["", "a", "F/a", "a/b/c/d", "projects/p/global/routes/r", "https://example.com/a", "f/"])(
    "is not %j",
    (id) => {
      expect(() => definition.parseId(id, links)).toThrow(/is not the id of an association\. It must be projects/);
    },
  );

  it("needs a project for POLICY/NAME", () => {
    expect(() => definition.parseId("f/a", {})).toThrow("POLICY/NAME where gcp:project is set");
  });
});
