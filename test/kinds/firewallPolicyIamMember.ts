import { firewallPolicyIamMember } from "../../provider/src/resources/firewallPolicyIam/definition/member";
import type { TestedKind } from "./kind";
import { alice, bob, condition, grantsOn, membersAt, policyAnswer, role } from "./parts/iam";

const { policyPath, plainGrant, setsPolicy } = grantsOn("123456782");

const { create, read, delete: remove } = plainGrant.budget;
const program = { firewallPolicy: policyPath, role, member: alice, condition };

export const kind: TestedKind = {
  definition: firewallPolicyIamMember,
  classFile: "provider/src/resources/firewallPolicyIam/firewallPolicyIamMember.ts",
  described: {
    message: "Binding",
    onlyInProto: {
      bindingId: "The specification has no such field.",
      members: "One of them is managed here, under the name member.",
    },
    onlyInTable: {
      firewallPolicy: "Part of the path; shown as the policy's URL.",
      member: "One of the members.",
    },
  },
  answerForms: [policyAnswer],
  plain: {
    ...plainGrant,
    args: (number) => ({ firewallPolicy: policyPath, role, member: `user:user${String(number)}@example.com` }),
    bytes: 785,
    budget: { create, read, delete: remove },
  },
  calls: [
    {
      ...setsPolicy,
      name: "setIamPolicy (member)",
      step: "up",
      program: { firewallPolicy: policyPath, role, member: alice },
      shown: (object) => membersAt(object)?.find((member) => member === alice),
      recorded: ({ member }) => member,
      failure: `gce:FirewallPolicyIamMember "123456782/${role}/${alice}": setIamPolicy failed: `,
    },
  ],
  fullProgram: program,
  mistaken: [
    { firewallPolicy: "core", role: "viewer", member: "jane@example.com", condition: { title: 5 } },
    ...["firewallPolicy", "role", "member", "condition.expression", "condition.title"],
  ],
  replacement: { member: bob },
  goesWith: ["firewallPolicy", "member"],
};
