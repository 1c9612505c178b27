import type { Values } from "../../../provider/src/fields/values";
import type { ResourceDefinition } from "../../../provider/src/lifecycle/schema/definition";
import { firewallPolicyIamBinding } from "../../../provider/src/resources/firewallPolicyIam/definition/binding";
import { firewallPolicyIamMember } from "../../../provider/src/resources/firewallPolicyIam/definition/member";
import { firewallPolicyIamPolicy } from "../../../provider/src/resources/firewallPolicyIam/definition/wholePolicy";
import { fingerprint } from "../service/owned";
import { iamPath, serveIamPolicy } from "../service/parts";
import type { Data } from "../service/objects";
import type { Service } from "../service/service";
import type { Changed, Loss, SimulatedKind } from "./kind";

interface Binding {
  readonly role: string;
  readonly members: readonly string[];
}

const listBindings = (policy: Data | undefined) => (policy?.bindings ?? []) as readonly Binding[];

/** Grants of a policy, as `role member`, as somebody has written them. */
const listSpelledGrants = (policy: Data | undefined) =>
  listBindings(policy).flatMap(({ role, members }) => members.map((member) => `${role} ${member}`));

/** The same as the service compares them: accounts have no letter case. */
const listGrants = (policy: Data | undefined) => listSpelledGrants(policy).map((one) => one.toLowerCase());

/** The delete of a binding takes its role from everybody, as it documents. */
const bindingRole = "roles/ours";

const isRivals = (grant: string) => grant.includes("user:rival");
const isOurs = (grant: string) => grant.includes("user:ours");

/** True if a resource with these arguments alone says who has the role. */
function isRuled({ policyData, role, members }: Values, its: string): boolean {
  return policyData !== undefined || (members !== undefined && role === its);
}

function iamKind(
  definition: ResourceDefinition,
  own: {
    readonly declare: SimulatedKind["declare"];
    /** Grants that a resource with these arguments makes. */
    readonly grants: (inputs: Values) => readonly string[];
    /** The part of its id behind the policy. */
    readonly toGrant: (inputs: Values) => readonly unknown[];
    readonly takesOwnForPrevious?: SimulatedKind["takesOwnForPrevious"];
  },
): SimulatedKind {
  const grants = (inputs: Values) => own.grants(inputs).map((one) => one.toLowerCase());
  return {
    definition,
    serve: serveIamPolicy,
    toPath: () => iamPath,
    declare: own.declare,
    makeByOthers(service, inputs) {
      // A policy as a whole is there already.
      if (definition === firewallPolicyIamPolicy) return;
      const policy = service.objects.get(iamPath);
      const made = grants(inputs).map((one) => one.split(" "));
      const bindings = [...listBindings(policy), ...made.map(([role = "", who = ""]) => ({ role, members: [who] }))];
      service.objects.put(iamPath, { ...policy, bindings, etag: fingerprint(service) }, "world");
    },
    toId: (inputs) => [iamPath, ...own.toGrant(inputs)].join("/"),
    rival: (service) => [
      { name: "grants a role of its own", isPossible: () => true, make: () => grant(service, "roles/rival") },
      { name: "grants the role of the program", isPossible: () => true, make: () => grant(service, bindingRole) },
      {
        name: "writes the accounts of the program in its own letters",
        isPossible: () => listGrants(service.objects.get(iamPath)).some(isOurs),
        make: () => respell(service),
      },
    ],
    losses(_service, { path, before, after, declared }: Changed): readonly Loss[] {
      if (path !== iamPath) return [];
      const still = new Set(listGrants(after));
      const spelled = listSpelledGrants(after);
      const respelt = listSpelledGrants(before).filter((one) => still.has(one.toLowerCase()) && !spelled.includes(one));
      const ruled = (role: string) => role.startsWith(bindingRole) || declared.some((inputs) => isRuled(inputs, role));
      const lost = listGrants(before).filter(
        (one) => isRivals(one) && !still.has(one) && !ruled(one.split(" ")[0] ?? ""),
      );
      return [...respelt, ...lost].map((what) => ({ what, sinceMs: 0 }));
    },
    differs({ objects }, inputs) {
      const actual = listGrants(objects.get(iamPath));
      const missing = grants(inputs).filter((one) => !actual.includes(one));
      const surplus = actual.filter((one) => isRuled(inputs, one.split(" ")[0] ?? "") && !grants(inputs).includes(one));
      return missing.length + surplus.length === 0
        ? undefined
        : `the policy lacks ${missing.join()} and has ${surplus.join()}`;
    },
    left({ objects }) {
      const actual = listGrants(objects.get(iamPath));
      // A policy that somebody else has changed is left alone, with a warning.
      const ours = definition === firewallPolicyIamPolicy && actual.some(isRivals) ? [] : actual.filter(isOurs);
      return ours.length === 0 ? undefined : ours.join();
    },
    ...(own.takesOwnForPrevious === undefined ? {} : { takesOwnForPrevious: own.takesOwnForPrevious }),
  };
}

function grant(service: Service, role: string): void {
  const policy = service.objects.get(iamPath);
  const bindings = [
    ...listBindings(policy),
    { role, members: [`user:Rival${String(service.objects.fresh())}@Example.com`] },
  ];
  service.objects.put(iamPath, { ...policy, bindings, etag: fingerprint(service) }, "rival");
}

/** Somebody else takes the accounts of the program out of the policy, and grants them the same under another spelling. */
function respell(service: Service): void {
  const policy = service.objects.get(iamPath);
  const bindings = listBindings(policy).map((binding) => ({
    ...binding,
    members: binding.members.map((one) =>
      one.replace(/^user:(ours.*)@/i, (_whole, name: string) => `user:${swapCase(name)}@`),
    ),
  }));
  service.objects.put(iamPath, { ...policy, bindings, etag: fingerprint(service) }, "rival");
}

const swapCase = (name: string) => (name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase());

const member = (version: number) => `user:ours${String(version)}@example.com`;

export const iamMember = iamKind(firewallPolicyIamMember, {
  declare: (_tape, number, version) => ({
    firewallPolicy: iamPath,
    role: `roles/member${String(number)}`,
    member: member(version),
  }),
  grants: ({ role, member: who }) => [`${String(role)} ${String(who)}`],
  toGrant: ({ role, member: who }) => [role, who],
});

export const iamBinding = iamKind(firewallPolicyIamBinding, {
  declare: (tape, number, version) => ({
    firewallPolicy: iamPath,
    role: number === 0 ? bindingRole : `${bindingRole}${String(number)}`,
    members: [
      member(version),
      ...(tape.choose("the binding has", ["one member", "two members"]) === "two members"
        ? [member(version + 100)]
        : []),
    ],
  }),
  grants: ({ role, members }) => ((members ?? []) as string[]).map((who) => `${String(role)} ${who}`),
  toGrant: ({ role }) => [role],
});

export const iamPolicy = iamKind(firewallPolicyIamPolicy, {
  declare: (_tape, _number, version) => ({
    firewallPolicy: iamPath,
    policyData: { bindings: [{ role: "roles/ours", members: [member(version)] }] },
  }),
  grants: ({ policyData }) => listGrants(policyData as Data),
  toGrant: () => [],
  takesOwnForPrevious(_service, { previousPolicyData }) {
    const grants = listGrants(toPolicy(previousPolicyData));
    // A rival's addition to a policy of ours makes a policy that is nobody's alone.
    return grants.some(isOurs) && !grants.some(isRivals) ? grants.join() : undefined;
  },
});

const toPolicy = (data: unknown) => (typeof data === "string" ? JSON.parse(data) : data) as Data | undefined;
