import { getFirewallPolicyIamPolicy, listFirewallPolicies } from "../../compute/endpoints/firewallPolicies";
import { listNetworkFirewallPolicies } from "../../compute/endpoints/networkFirewallPolicies";
import { listTargetSslProxies } from "../../compute/endpoints/targetSslProxies";
import { isEmpty, listTexts, text, type Values } from "../../fields/values";
import { PermissionDeniedError } from "../../http/errors/responseError";
import type { Job } from "../../lifecycle/job/job";
import { ownedCollections } from "../../names/kinds";
import { linkName } from "../../names/links";
import type { ResourceDefinition } from "../../lifecycle/schema/definition";
import { toMessage } from "../failure";
import type { Managed } from "./managed";
import { readMembers } from "../../resources/firewallPolicyIam/definition/iamPolicy";
import { grantIn, grantPath, makeClaimScope, readGrant } from "../../resources/firewallPolicyIam/definition/grant";

/** The objects that a run of the command is about. */
export interface Selection {
  readonly project: string | undefined;
  /** `organizations/NUMBER` or `folders/NUMBER`, whose hierarchical policies have grants. */
  readonly parents: readonly string[];
  /** Numbers of hierarchical policies. */
  readonly policies: readonly string[];
  /** The service's own filter of lists. */
  readonly filter: string | undefined;
  /** True if objects that something else makes and deletes count too, such as the snapshots of a schedule. */
  readonly takesAll: boolean;
}

/** One object as the service has it. */
export interface Found {
  /** The object as the definition of its kind reads it. */
  readonly object: Values;
  /** The words that name it in a program. */
  readonly label: string;
  /** The reason to leave it out of the program; `undefined` for one that belongs there. */
  readonly leftOut?: string | undefined;
  /** The message about a missing permission to read it. */
  readonly refusal?: string;
}

/** How the objects of a kind are found. */
export interface Source {
  /** True if the kind is in a project; false if it is in a hierarchical policy. */
  readonly isInProject: boolean;
  find(job: Job, selection: Selection, definition: ResourceDefinition, managed: Managed): AsyncIterable<Found>;
  /** True if the kind adopts only what is in a place where the stack manages something of the kind. */
  readonly isBesideOthers?: true;
}

/** Why a program cannot manage an object of a kind that a resource owns, where some come and go by themselves. */
const strangers: Readonly<Record<string, typeof whyNoRoute>> = { Route: whyNoRoute, Snapshot: whyNoSnapshot };

/** Every kind that can be adopted, in the order of the program. */
export const sources: Readonly<Record<string, Source>> = {
  ...Object.fromEntries(Object.keys(ownedCollections).map((kind) => [kind, owned(strangers[kind])])),
  NetworkFirewallPolicyAssociation: { isInProject: true, find: findAssociations },
  TargetSslProxyCertificateMap: { isInProject: true, find: findCertificateMaps },
  FirewallPolicyIamBinding: { isInProject: false, find: findGrants },
  FirewallPolicyIamMember: { isInProject: false, isBesideOthers: true, find: findMembers },
};

/** The objects of a kind that the resource owns. */
function owned(whyNot?: typeof whyNoRoute): Source {
  return {
    isInProject: true,
    async *find(job, selection, { list, stage, unusable, schema }) {
      for await (const object of list?.(job, selection.project ?? "", selection.filter) ?? []) {
        const isComplete = (stage?.(object) ?? "complete") === "complete";
        const unfit = isComplete
          ? unusable?.(schema.outputs(object, {}))?.reason
          : "that the service makes or deletes now";
        yield { object, label: text(object, "name") ?? "", leftOut: unfit ?? whyNot?.(object, selection) };
      }
    },
  };
}

/** Routes that come and go with a subnet, a peering or a router: a program cannot manage them. */
function whyNoRoute(
  { routeType, nextHopPeering, nextHopHub, nextHopNetwork, description }: Values,
  { takesAll }: Selection,
): string | undefined {
  if (nextHopPeering !== undefined) return "of a peering";
  if (nextHopHub !== undefined || routeType === "BGP" || routeType === "TRANSIT")
    return "dynamic, of a router or a hub";
  // The text that the cloud provider of Kubernetes gives its routes.
  if (description === "k8s-node-route" && !takesAll)
    return "of a cluster, which deletes them itself; --all takes them too";
  const hasSubnet = routeType === "SUBNET" || (nextHopNetwork !== undefined && routeType !== "STATIC");
  return hasSubnet ? "of a subnet" : undefined;
}

function whyNoSnapshot({ autoCreated, sourceSnapshotSchedulePolicy }: Values, { takesAll }: Selection) {
  const isScheduled = autoCreated === true || sourceSnapshotSchedulePolicy !== undefined;
  return isScheduled && !takesAll ? "of a schedule, which deletes them itself; --all takes them too" : undefined;
}

async function* findAssociations({ client, call }: Job, { project = "", filter }: Selection): AsyncGenerator<Found> {
  for await (const { selfLink, associations = [] } of listNetworkFirewallPolicies(client, project, call, filter)) {
    for (const association of associations)
      yield { object: { ...association, firewallPolicy: selfLink }, label: linkName(association.name ?? "") };
  }
}

async function* findCertificateMaps({ client, call }: Job, { project = "", filter }: Selection): AsyncGenerator<Found> {
  for await (const proxy of listTargetSslProxies(client, project, call, filter)) {
    const { name = "", selfLink, certificateMap } = proxy;
    if (certificateMap !== undefined)
      yield { object: { ...proxy, targetSslProxy: selfLink, certificateMap }, label: name };
  }
}

/** The members of the roles that the stack grants one by one, so that a program cannot have a binding of these. */
async function* findMembers(
  job: Job,
  selection: Selection,
  definition: ResourceDefinition,
  managed: Managed,
): AsyncGenerator<Found> {
  for await (const { object, label, ...more } of findGrants(job, selection)) {
    const { members, ...grant } = object;
    const identity = grantIn({ firewallPolicy: text(object, "firewallPolicy") ?? "" }, object);
    if (more.refusal !== undefined) yield { object, label, ...more };
    else if (managed.hasInside(definition.kind, makeClaimScope(identity)))
      for (const member of listTexts(members)) yield { object: { ...grant, member }, label: `${member} ${label}` };
  }
}

async function* findGrants({ client, call }: Job, { parents, policies, filter }: Selection): AsyncGenerator<Found> {
  for await (const { number, name } of listPolicies()) yield* await readGrants(number, name);

  async function* listPolicies() {
    for (const number of policies) yield { number, name: number };
    for (const parent of parents) {
      for await (const { name = "", shortName = name } of listFirewallPolicies(client, parent, call, filter))
        if (!policies.includes(name)) yield { number: name, name: shortName };
    }
  }

  async function readGrants(number: string, name: string): Promise<Found[]> {
    const policy = await getFirewallPolicyIamPolicy(client, number, call).catch((error: unknown) => {
      if (error instanceof PermissionDeniedError) return toMessage(error);
      throw error;
    });
    if (typeof policy === "string") return [{ object: {}, label: name, refusal: policy }];
    // The members of one grant can stand in several bindings.
    const byPath = new Map<string, Found>();
    for (const binding of policy.bindings ?? []) {
      const { role, condition } = readGrant({ ...binding });
      const members = readMembers(policy, { role, condition });
      const label = [linkName(role).replace(/^compute\./, ""), condition?.title, "on", name].filter(Boolean).join(" ");
      const object = { firewallPolicy: number, role, condition, members };
      if (!isEmpty(members)) byPath.set(grantPath(grantIn({ firewallPolicy: number }, object)), { object, label });
    }
    return [...byPath.values()];
  }
}
