import { firewallPolicyIamBinding } from "../../provider/src/resources/firewallPolicyIam/definition/binding";
import type { KindCall, TestedKind } from "./kind";
import { alice, bob, condition, grantsOn, membersAt, policyAnswer, robot, role } from "./parts/iam";

const { policyPath, plainGrant, setsPolicy } = grantsOn("123456781");

const declared = { firewallPolicy: policyPath, role, members: [alice, bob] };
const call = {
  ...setsPolicy,
  program: declared,
  shown: membersAt,
  recorded: ({ members }) => members,
} satisfies Partial<KindCall>;
const calls: readonly KindCall[] = [
  {
    ...call,
    name: "setIamPolicy (binding)",
    step: "up",
    failure: `gce:FirewallPolicyIamBinding "123456781/${role}": setIamPolicy failed: `,
  },
  {
    ...call,
    name: "setIamPolicy (members of a binding)",
    step: "up",
    before: { ...declared, members: [alice] },
    failure: `gce:FirewallPolicyIamBinding "123456781/${role}": setIamPolicy failed: `,
  },
  {
    ...call,
    name: "setIamPolicy (binding removed)",
    step: "destroy",
    failure: `gce:FirewallPolicyIamBinding "123456781/${role}": delete failed: `,
  },
];

const program = { firewallPolicy: policyPath, role, members: [alice, "group:admins@example.com", robot], condition };

export const kind: TestedKind = {
  definition: firewallPolicyIamBinding,
  classFile: "provider/src/resources/firewallPolicyIam/firewallPolicyIamBinding.ts",
  described: {
    message: "Binding",
    onlyInProto: { bindingId: "The specification has no such field." },
    onlyInTable: { firewallPolicy: "Part of the path; shown as the policy's URL." },
  },
  answerForms: [policyAnswer],
  plain: {
    ...plainGrant,
    args: (number) => ({
      firewallPolicy: policyPath,
      role: `roles/compute.test${String(number)}`,
      members: [alice],
    }),
    change: { members: [bob] },
    bytes: 790,
  },
  calls,
  fullProgram: program,
  mistaken: [
    { firewallPolicy: "core", role: "viewer", members: [], condition: { title: 5 }, project: "my-project" },
    ...["project", "firewallPolicy", "role", "condition.expression", "condition.title", "members"],
  ],
  goesWith: ["firewallPolicy"],
};
