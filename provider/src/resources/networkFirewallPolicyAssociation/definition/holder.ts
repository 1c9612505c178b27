import {
  getNetworkFirewallPolicy,
  type ApiFirewallPolicyAssociation,
  type PolicyPath,
} from "../../../compute/endpoints/networkFirewallPolicies";
import type { Operation } from "../../../compute/endpoints/operations";
import { unlessRefused, unlessNotFound } from "../../../http/errors/responseError";
import type { Trace } from "../../../lifecycle/schema/description";
import type { Job } from "../../../lifecycle/job/job";
import { poll, type PollBudget } from "../../../lifecycle/job/poll";
import { makeHolderError } from "./attachmentRefusal";
import {
  associationMark,
  associationNamed,
  associationWith,
  readHolder,
  ifOn,
  isOn,
  isSamePolicy,
  networkWith,
  parsePolicy,
  policyUrl,
  type Attachment,
  type NetworkPath,
} from "./networkAttachment";

/**
 * A swap of associations is one step for the network, and yet the service shows both for a short time after it. What
 * only that stands in the way of is not a failure: it is looked at again, for a minute.
 */
export const afterSwap: PollBudget = {
  mostMs: 60_000,
  share: 0.1,
  status: "the service still shows the earlier association after the swap; reading again",
};

/** The holder of a network, as far as the service shows it: an association of this resource, nobody, or somebody else. */
type Holder =
  | { readonly is: "ours" | "nobody" }
  | {
      readonly is: "theirs";
      readonly policy: PolicyPath;
      /** True if the service may show the network as it was before a swap of ours. */
      readonly mayBePast: boolean;
    };

/** A network that is nobody else's. */
export interface OwnNetwork {
  /** True if an association of this resource was just seen to have it: only that one may be replaced. */
  readonly isOwn: boolean;
}

/** Refuses to take a network from an association that is none of these, by policy and name. */
export async function expectOurs(
  job: Job,
  action: string,
  network: NetworkPath,
  own: readonly Attachment[],
  wanted: Attachment,
): Promise<OwnNetwork> {
  let holder = await findHolder(job, network, own);
  if (holder.is === "theirs" && holder.mayBePast) {
    ({ value: holder } = await poll(
      job,
      afterSwap,
      () => findHolder(job, network, own),
      (one) => one.is !== "theirs" || !one.mayBePast,
    ));
  }
  if (holder.is !== "theirs") return { isOwn: holder.is === "ours" };
  const { policy } = holder;
  const isKnown = [wanted, ...own].some((known) => isSamePolicy(known.policy, policy));
  // For the message alone.
  const actual = isKnown ? await unlessRefused(associationWith(job, policy, network)) : undefined;
  throw makeHolderError(action, policy, { name: actual?.name });
}

/** @param own the associations of this resource */
async function findHolder(job: Job, network: NetworkPath, own: readonly Attachment[]): Promise<Holder> {
  const policy = await readHolder(job, network);
  if (policy === undefined) return { is: "nobody" };
  const candidates = own.filter((attachment) => isSamePolicy(attachment.policy, policy));
  // A caller who may not look at it cannot tell either: then the error says what is missing.
  for (const { name } of candidates)
    if (isOn(await associationNamed(job, { policy, name }), network)) return { is: "ours" };
  for (const attachment of candidates.length > 0 ? [] : own)
    if ((await ifOn(job, network, attachment)) !== undefined) return { is: "theirs", policy, mayBePast: true };
  return { is: "theirs", policy, mayBePast: candidates.length > 0 };
}

/** The associations that are there of policies to which these operations have added some. */
export async function* associationTraces(job: Job, operations: readonly Operation[]): AsyncGenerator<Trace> {
  const added = operations.filter(({ operationType }) => operationType === "addAssociation");
  for (const link of new Set(added.map(({ targetLink }) => targetLink))) {
    const policy = parsePolicy(link);
    const actual = policy && (await unlessNotFound(getNetworkFirewallPolicy(job.client, policy, job.call)));
    if (policy === undefined || actual === undefined) continue;
    for (const association of actual.associations ?? []) {
      const network = networkWith(association);
      if (association.name === undefined || network === undefined) continue;
      yield {
        identity: { ...network },
        object: { ...association, firewallPolicy: policyUrl(policy), shortName: policy.policy },
        tags: makeMarks(policy, association),
      };
    }
  }
}

/** The marks of a request that made an association. */
function makeMarks(policy: PolicyPath, association: ApiFirewallPolicyAssociation): string[] {
  const network = networkWith(association);
  return network === undefined ? [] : [associationMark(policy, association.name ?? "", network.network)];
}
