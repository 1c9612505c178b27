import type { Values } from "../../../provider/src/fields/values";
import { networkFirewallPolicyAssociation } from "../../../provider/src/resources/networkFirewallPolicyAssociation/definition";
import { project } from "../service/names";
import { attachmentPath, networks, policyPath, servePolicies } from "../service/parts";
import type { SimulatedKind } from "./kind";

const toNetwork = ({ attachmentTarget }: Values) => String(attachmentTarget).split("/").at(-1) ?? "";

/** Associations of two networks with policies that they may share. */
export const association: SimulatedKind = {
  definition: networkFirewallPolicyAssociation,
  serve: servePolicies,
  adopts: true,
  toPath: (inputs) => attachmentPath(toNetwork(inputs)),
  declare: (tape, number, version, previous) => ({
    attachmentTarget:
      previous?.attachmentTarget ?? `projects/${project}/global/networks/${networks[number % networks.length] ?? "n"}`,
    firewallPolicy: policyPath(tape.choose("the policy of the association", ["a", "b", "d"])),
    name:
      previous !== undefined &&
      tape.choose("the next association has", ["another name", "the same name"]) === "the same name"
        ? previous.name
        : `ours-${String(version)}-${String(number)}`,
    ...(tape.choose("the association", ["finds no other", "replaces another"], 0.2) === "replaces another"
      ? { replaceExistingAssociation: true }
      : {}),
  }),
  swap: (first, second) => [
    { ...first, firewallPolicy: second.firewallPolicy },
    { ...second, firewallPolicy: first.firewallPolicy },
  ],
  makeByOthers({ objects }, inputs) {
    const policy = String(inputs.firewallPolicy).split("/").at(-1);
    objects.put(association.toPath(inputs), { policy, name: inputs.name }, "world");
  },
  toId: ({ firewallPolicy, name }) => `${String(firewallPolicy)}/associations/${String(name)}`,
  rival({ objects }, number) {
    const [path = "", other = ""] = [number, number + 1].map((index) =>
      attachmentPath(networks[index % networks.length] ?? "n"),
    );
    return [
      {
        name: "gives the name of the association to another network",
        isPossible: () => objects.get(path) !== undefined && objects.get(other) === undefined,
        make() {
          const existing = objects.get(path);
          objects.put(path, undefined, "rival");
          objects.put(other, existing, "rival");
        },
      },
      ...[() => "c", () => String(objects.get(path)?.policy ?? "a")].map((choosePolicy, index) => ({
        name: index === 0 ? "attaches policy c" : "attaches the same policy under another name",
        isPossible: () => true,
        make() {
          const policy = choosePolicy();
          objects.put(path, undefined, "rival");
          objects.put(path, { policy, name: `rival-${String(objects.fresh())}` }, "rival");
        },
      })),
      {
        name: "removes the association",
        isPossible: () => objects.get(path) !== undefined,
        make: () => objects.put(path, undefined, "rival"),
      },
    ];
  },
  places: networks.map(attachmentPath),
  holdings({ objects, operations }) {
    const ours = networks.map(attachmentPath).filter((path) => {
      const attachment = objects.get(path);
      return attachment !== undefined && objects.findAuthor(path, "name", attachment.name) === "ours";
    });
    const leaves = operations.all.some(
      ({ mutation, hasEffect, isDue }) => mutation.type === "removeAssociation" && hasEffect && !isDue,
    );
    return leaves ? [] : ours;
  },
  losses({ objects }, { path, before, after, declared, observed }) {
    const isDifferent =
      before !== undefined && path.endsWith("/firewallPolicyAssociation") && after?.name !== before.name;
    const isAllowed = declared.some(
      (inputs) => association.toPath(inputs) === path && inputs.replaceExistingAssociation === true,
    );
    // A removal names no network. But where ours was not there at the last look, the service would have refused to replace another one.
    const hasObservedOurs = observed !== undefined && objects.findAuthor(path, "name", observed.name) === "ours";
    const isRemoval = after === undefined;
    return isDifferent && objects.findAuthor(path, "name", before.name) === "rival" && !isAllowed
      ? [
          {
            what: `the association ${String(before.name)}`,
            sinceMs: hasObservedOurs || isRemoval ? objects.leafSinceMs(path, "name") : 0,
          },
        ]
      : [];
  },
  differs({ objects }, inputs) {
    const existing = objects.get(association.toPath(inputs));
    return existing?.name === inputs.name && policyPath(String(existing?.policy)) === inputs.firewallPolicy
      ? undefined
      : `the network has ${JSON.stringify(existing)}`;
  },
  left({ objects }, number) {
    const path = attachmentPath(networks[number % networks.length] ?? "n");
    const attachment = objects.get(path);
    return attachment !== undefined && objects.findAuthor(path, "name", attachment.name) === "ours"
      ? JSON.stringify(attachment)
      : undefined;
  },
};
