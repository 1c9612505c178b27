import {
  getNetworkFirewallPolicy,
  type ApiFirewallPolicyAssociation,
  type PolicyPath,
} from "../../../compute/endpoints/networkFirewallPolicies";
import { listOperations, type Operation } from "../../../compute/endpoints/operations";
import { mayHaveActed } from "../../../compute/operation";
import { unlessRefused, unlessNotFound, NotFoundError } from "../../../http/errors/responseError";
import type { Trace } from "../../../lifecycle/schema/description";
import { isDenied } from "../../../lifecycle/job/failure";
import type { Job } from "../../../lifecycle/job/job";
import { poll, type PollBudget } from "../../../lifecycle/job/poll";
import { isSameProject } from "../../../names/samePath";
import { makeHolderError } from "./attachmentRefusal";
import {
  associationMark,
  associationNamed,
  associationPath,
  associationWith,
  attachmentPath,
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
  /** The association that has it, if an earlier run of this stack left it behind. */
  readonly left?: Attachment;
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
  const left = holder.is === "theirs" ? await findUnrecorded(job, network, own, holder.policy) : undefined;
  if (left !== undefined) return { isOwn: true, left };
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

const [adds, removes] = ["addAssociation", "removeAssociation"];

/**
 * The association that holds a network, when it is provably what an earlier run of this stack asked for and did not record:
 * it has the policy and the name that a request of this stack was about. Since that request, nobody has taken an association
 * off that policy, and this stack has made none of those that are recorded.
 *
 * An object that may not be looked at proves nothing.
 *
 * @param recorded what is recorded as this resource's
 * @param holder the policy that holds the network, where that is known
 */
export async function findUnrecorded(
  job: Job,
  network: NetworkPath,
  recorded: readonly Attachment[],
  holder?: PolicyPath,
): Promise<Attachment | undefined> {
  // Another resource of the program may be the one that made it.
  if (job.run.otherClaims(job.urn, attachmentPath(network)).length > 0) return undefined;
  try {
    const policy = holder ?? (await readHolder(job, network));
    const actual = policy && (await associationWith(job, policy, network));
    if (policy === undefined || actual?.name === undefined) return undefined;
    const { name } = actual;
    // A program may name the project by its number, and answers have its id.
    const projects = [policy, network, ...recorded.map((attachment) => attachment.policy)].map(
      ({ project }) => project,
    );
    const abouts = projects
      .filter((project) => isSameProject(policy.project, project))
      .flatMap((project) => makeMarks({ ...policy, project }, actual));
    if (!(await isNewest(job, policy, abouts, recorded, network))) return undefined;
    job.notice(
      `a request of this stack made the association ${JSON.stringify(name)} of the policy ${policy.policy}, and this step has no record of it; this resource takes it over.`,
    );
    return { policy, name };
  } catch (error) {
    if (isDenied(error) || error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** True if a request of this stack about one of these is its newest, and nothing has been taken off the policy since. */
async function isNewest(
  job: Job,
  policy: PolicyPath,
  abouts: readonly string[],
  recorded: readonly Attachment[],
  network: NetworkPath,
): Promise<boolean> {
  const others = recorded.map((attachment) => associationMark(attachment.policy, attachment.name, network.network));
  let addedMs = Number.NEGATIVE_INFINITY;
  let endedMs = Number.NEGATIVE_INFINITY;
  const policies = [policy, ...recorded.map((attachment) => attachment.policy)];
  for (const project of new Set(policies.map(({ project }) => project))) {
    for await (const operation of listOperations(job.client, `projects/${project}/global`, job.call)) {
      const begunMs = Date.parse(operation.insertTime ?? "");
      if (!mayHaveActed(operation) || Number.isNaN(begunMs)) continue;
      const { operationType, clientOperationId = "" } = operation;
      if (operationType === removes && isOnPolicy(operation, abouts)) endedMs = Math.max(endedMs, begunMs);
      if (operationType !== adds) continue;
      if (await job.isOwnRequest(clientOperationId, abouts)) addedMs = Math.max(addedMs, begunMs);
      else if (await job.isOwnRequest(clientOperationId, others)) endedMs = Math.max(endedMs, begunMs);
    }
  }
  return addedMs > endedMs;
}

/** True if an operation is one of the policy that has these associations. */
function isOnPolicy({ targetLink = "" }: Operation, abouts: readonly string[]): boolean {
  const policy = parsePolicy(targetLink);
  return policy !== undefined && abouts.some((about) => about.startsWith(associationPath(policy, "")));
}

/** The associations that are there of policies to which these operations have added some. */
export async function* associationTraces(job: Job, operations: readonly Operation[]): AsyncGenerator<Trace> {
  const added = operations.filter(({ operationType }) => operationType === adds);
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
