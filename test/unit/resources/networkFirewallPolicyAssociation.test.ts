import { describe, expect, it } from "vitest";
import { unknownValue } from "../../../provider/src/fields/unknown";
import type { Values } from "../../../provider/src/fields/values";
import { networkFirewallPolicyAssociation as definition } from "../../../provider/src/resources/networkFirewallPolicyAssociation/definition";
import { describeTables } from "../../support/kindTables";

const root = "https://www.googleapis.com/compute/v1/projects/my-project/global";
const networkUrl = `${root}/networks/default`;
const policyUrl = `${root}/firewallPolicies/a`;

const recorded: Values = {
  project: "my-project",
  name: "guard",
  attachmentTarget: networkUrl,
  firewallPolicy: policyUrl,
  __own: [{ firewallPolicy: policyUrl, name: "guard" }],
};

const plain = { name: "guard", attachmentTarget: "default", firewallPolicy: "a" };
const tables = describeTables(definition, plain, recorded);
const { checked, compared } = tables;

describe("an association", () => {
  tables.refuses([
    [{ attachmentTarget: undefined }, "attachmentTarget", "is required", "networks/NAME"],
    [{ firewallPolicy: undefined }, "firewallPolicy", "is required", "firewallPolicies/NAME"],
    [{ firewallPolicy: "locations/global/firewallPolicies/a" }, "firewallPolicy", "something else"],
    [{ attachmentTarget: networkUrl, project: "other" }, "project", '"my-project"', "as attachmentTarget says"],
    [{ deletionPolicy: "RESTORE" }, "deletionPolicy", "DELETE, ABANDON, PREVENT"],
    [{ network: "default" }, "network", "Did you mean attachmentTarget?"],
  ]);

  tables.accepts([{ attachmentTarget: networkUrl, project: "921927" }, { name: "Network 1 (office)" }]);

  it("takes its project from the network's link, otherwise from the configuration, and refuses to have none", () => {
    const projectOf = (attachmentTarget: string, configuration?: Record<string, string>) =>
      checked({ attachmentTarget }, configuration).inputs.project;
    expect(projectOf("projects/p-2/global/networks/n")).toBe("p-2");
    expect(projectOf("default")).toBe("my-project");
    expect(projectOf(unknownValue, {})).toBe(unknownValue);
    expect(checked({}, {}).failures.map(({ property }) => property)).toEqual(["project"]);
  });

  tables.findsNoChange([{ adoptExisting: true }]);

  tables.findsChange([
    [{ firewallPolicy: "b" }],
    [{ name: "other" }],
    [{ replaceExistingAssociation: true }],
    [{ attachmentTarget: "other", name: "next" }, ["attachmentTarget"]],
    [{ attachmentTarget: "other", name: unknownValue }, ["attachmentTarget"]],
    [{ attachmentTarget: "other", firewallPolicy: "b" }, ["attachmentTarget"]],
    // A policy has one association of a name.
    [{ attachmentTarget: "other" }, ["attachmentTarget"], "first"],
    [{ attachmentTarget: unknownValue }, ["project", "attachmentTarget"], "first"],
  ]);

  const gapless = "in one step: the network always has a policy.";
  const policyTaken = { ...recorded, firewallPolicy: `${root}/firewallPolicies/theirs` };
  const nameTaken = { ...recorded, name: "theirs" };
  const takeBack = "has taken over the network; to take it back, set replaceExistingAssociation: true.";
  it.each<[Values, string, Values?]>([
    [{ firewallPolicy: "b" }, `swaps the firewall policy a for b ${gapless}`],
    [{ firewallPolicy: unknownValue }, `swaps the firewall policy a for one that is not known yet ${gapless}`],
    [{ name: "other" }, `renames its association from guard to other ${gapless}`],
    [{ name: unknownValue }, `renames its association from guard to a name that is not known yet ${gapless}`],
    [{}, `the firewall policy theirs ${takeBack}`, policyTaken],
    [{ replaceExistingAssociation: true }, `swaps the firewall policy theirs for a ${gapless}`, policyTaken],
    [{}, `another association, "theirs", of the firewall policy a ${takeBack}`, nameTaken],
    [{ replaceExistingAssociation: true }, `renames its association from theirs to guard ${gapless}`, nameTaken],
    [
      { attachmentTarget: "other" },
      'the old network loses the policy before the new one gets it, because both associations have the name "guard" in one policy. To keep the order, change the name as well, or leave it out.',
    ],
  ])("announces %j: %s", (changes, words, outputs = recorded) => {
    expect(compared(changes, outputs).messages).toEqual([`gce:NetworkFirewallPolicyAssociation "default": ${words}`]);
  });
});

describe("an id of an association", () => {
  const context = { project: "my-project", hosts: ["127.0.0.1:8080"] };
  const ofPolicy = "projects/p/global/firewallPolicies/f/associations";

  tables.reads(context, [
    // Other tools name an association after its network, and take any text.
    ...[
      "https://www.googleapis.com/compute/v1/projects/p/global/networks/n",
      "Network 1 (office)",
      "a?b#c%2F",
      "associations/x/firewallPolicies/y",
      "two\nlines",
    ].map(
      (name) =>
        [
          `https://compute.googleapis.com/compute/v1/${ofPolicy}/${name}`,
          { project: "p", firewallPolicy: "f", name },
        ] as const,
    ),
  ]);
  const rule = /is not the id of an association\. It must be projects.*POLICY\/NAME where gcp:project is set/;
  tables.refusesIds(context, rule, ["", "a", "F/a", "a/b/c/d", "projects/p/global/routes/r", "f/"]);
  tables.refusesIds({}, rule, ["f/a"]);
});
