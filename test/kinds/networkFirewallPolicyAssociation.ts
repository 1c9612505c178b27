import { networkFirewallPolicyForm, networkForm } from "../../provider/src/compute/endpoints/networkFirewallPolicies";
import { networkFirewallPolicyAssociation } from "../../provider/src/resources/networkFirewallPolicyAssociation/definition";
import type { KindCall, PlainCase, TestedKind } from "./kind";
import { global, networkPath, putNumbered } from "./parts/calls";

const plain: PlainCase = {
  arrange: (emulator, project, count) => {
    for (const policy of ["a", "b"]) emulator.objects.put(`projects/${project}/global/firewallPolicies/${policy}`, {});
    putNumbered(emulator, `projects/${project}/global/networks/n`, count, {});
  },
  args: (number) => ({ name: `guard${String(number)}`, attachmentTarget: `n${String(number)}`, firewallPolicy: "a" }),
  change: { firewallPolicy: "b" },
  bytes: 1100,
  budget: {
    // No answer but the last shows what the service has made.
    create: ["addAssociation", "wait", "getAssociation"],
    // One policy at most holds a network: where ours does, no other is looked for.
    read: ["getAssociation"],
    // A network that somebody else has taken is not taken back unasked, which the network shows with the name of its
    // association; and the earlier policy can be deleted only when it shows the association no more.
    update: ["get", "getAssociation", "addAssociation", "wait", "getAssociation", "getAssociation"],
    // The name may stand for another network by now, which must not lose its policy.
    delete: ["getAssociation", "removeAssociation", "wait"],
  },
};

const policyNamed = (name: string) => `${global}/firewallPolicies/${name}`;
const declared = { name: "guard", attachmentTarget: "default", firewallPolicy: "a" };
const call: Omit<KindCall, "name" | "step" | "failure" | "request"> = {
  program: declared,
  seed(emulator) {
    for (const name of ["a", "b"]) emulator.objects.put(policyNamed(name), {});
  },
  permission: "both compute.firewallPolicies.use and compute.networks.setFirewallPolicy",
  path: networkPath,
  shown: ({ firewallPolicy }) => firewallPolicy,
  recorded: ({ firewallPolicy }) => firewallPolicy,
};
const calls: readonly KindCall[] = [
  {
    ...call,
    name: "addAssociation",
    step: "up",
    request: { method: "POST", path: "/firewallPolicies/a/addAssociation$" },
    operationType: "addAssociation",
    failure: 'gce:NetworkFirewallPolicyAssociation "default": insert failed: ',
  },
  {
    ...call,
    name: "addAssociation (swap)",
    step: "up",
    before: declared,
    program: { ...declared, firewallPolicy: "b" },
    request: { method: "POST", path: "/firewallPolicies/b/addAssociation$" },
    operationType: "addAssociation",
    failure: 'gce:NetworkFirewallPolicyAssociation "default": swap failed: ',
  },
  {
    ...call,
    name: "removeAssociation",
    step: "destroy",
    request: { method: "POST", path: "/firewallPolicies/a/removeAssociation$" },
    operationType: "removeAssociation",
    failure: 'gce:NetworkFirewallPolicyAssociation "default": delete failed: ',
  },
];

const program = {
  name: "guard",
  attachmentTarget: networkPath,
  firewallPolicy: policyNamed("a"),
  replaceExistingAssociation: true,
};

export const kind: TestedKind = {
  definition: networkFirewallPolicyAssociation,
  classFile: "provider/src/resources/networkFirewallPolicyAssociation/networkFirewallPolicyAssociation.ts",
  described: {
    message: "FirewallPolicyAssociation",
    onlyInProto: {},
    onlyInTable: {
      project: "Part of the path.",
      firewallPolicy: "Part of the path; read from the network.",
    },
  },
  answerForms: [
    { form: networkFirewallPolicyForm, message: "FirewallPolicy" },
    { form: networkForm, message: "Network" },
  ],
  plain,
  calls,
  fullProgram: program,
  mistaken: [
    {
      attachmentTarget: "projects/one/global/networks/n",
      project: "other",
      firewallPolicy: "a/b",
      name: "",
      replaceExistingAssociation: "yes",
      deletionPolicy: "KEEP",
    },
    ...["deletionPolicy", "firewallPolicy", "name", "replaceExistingAssociation", "project"],
  ],
  goesWith: ["project", "attachmentTarget"],
  holds: ["firewallPolicy"],
};
