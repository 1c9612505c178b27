import { firewallPolicyIamPolicy } from "../../provider/src/resources/firewallPolicyIam/definition/wholePolicy";
import type { TestedKind } from "./kind";
import { because } from "./parts/patches";
import { alice, bindingsOf, bob, condition, grantsOn, policyAnswer, robot, role } from "./parts/iam";

const { policyPath, plainGrant, setsPolicy } = grantsOn("123456783");

const saying = (...members: string[]) => ({ bindings: [{ role, members }] });
const auditConfigs = [
  {
    service: "compute.googleapis.com",
    auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: [robot] }, { logType: "ADMIN_READ" }],
  },
];

export const kind: TestedKind = {
  definition: firewallPolicyIamPolicy,
  classFile: "provider/src/resources/firewallPolicyIam/firewallPolicyIamPolicy.ts",
  described: {
    message: "Policy",
    onlyInProto: {
      ...because("In policyData, as @pulumi/gcp has it.", "auditConfigs", "bindings"),
      iamOwned: "The specification has no such field.",
      version: "Follows from the conditions.",
    },
    onlyInTable: {
      firewallPolicy: "Part of the path; shown as the policy's URL.",
      policyData: "What the policy says, without version and etag.",
      previousPolicyData: "What was there before; known only here.",
    },
  },
  answerForms: [policyAnswer],
  plain: {
    ...plainGrant,
    args: () => ({ firewallPolicy: policyPath, policyData: saying(alice) }),
    isSingle: true,
    change: { policyData: saying(bob) },
    bytes: 940,
  },
  calls: [
    {
      ...setsPolicy,
      name: "setIamPolicy (policy)",
      step: "up",
      program: { firewallPolicy: policyPath, policyData: saying(alice) },
      shown: ({ iamPolicy }) => bindingsOf(iamPolicy),
      recorded: ({ policyData }) => bindingsOf(policyData),
      failure: 'gce:FirewallPolicyIamPolicy "123456783": setIamPolicy failed: ',
    },
  ],
  fullProgram: {
    firewallPolicy: policyPath,
    policyData: {
      bindings: [
        { role, members: [alice, robot], condition },
        { role, members: [bob] },
      ],
      auditConfigs,
    },
  },
  mistaken: [
    {
      firewallPolicy: "core",
      policyData: { bindings: [{ members: ["jane@example.com"] }, { role: "viewer", members: [] }], version: 4 },
      deletionPolicy: "KEEP",
    },
    "deletionPolicy",
    "firewallPolicy",
    "policyData.bindings[0].role",
    "policyData.bindings[0].members[0]",
    "policyData.bindings[1].role",
    "policyData.version",
  ],
};
