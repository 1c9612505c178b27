import type { PolicyPath } from "../../../compute/endpoints/networkFirewallPolicies";
import { ComputeError } from "../../../http/errors/computeError";
import type { Job } from "../../../lifecycle/job";
import { heldByAnother } from "./attachmentRefusal";
import { comesToBe as comesToBeWithin, type Patience } from "../../../lifecycle/readBack";
import {
  associationNamed,
  associationWith,
  holderOf,
  ifOn,
  isOn,
  isSamePolicy,
  learnNumbers,
  type Attachment,
  type NetworkPath,
} from "./networkAttachment";
import { leftBehind } from "./traces";

/**
 * A swap of associations is one step for the network, and yet the service shows both for a short time after it. What
 * only that stands in the way of is not a failure: it is looked at again, for a minute.
 */
const patience: Patience = {
  mostMs: 60_000,
  status: "the service still shows the earlier association after the swap; reading again",
};

/** Looks until it is so, for a minute at most; tells whether it came to be so. */
export function comesToBe(job: Job, isSo: () => Promise<boolean>): Promise<boolean> {
  return comesToBeWithin(job, isSo, patience);
}

/** The same after a change that is done, which no trouble with looking can undo. */
export async function comesToBeAfterwards(job: Job, isSo: () => Promise<boolean>): Promise<void> {
  try {
    await comesToBe(job, isSo);
  } catch (error) {
    if (!(error instanceof ComputeError)) throw error;
  }
}

/** The policy that holds a network for somebody else, as far as the service shows it. */
interface ForeignHolder {
  readonly policy: PolicyPath;
  /** Whether the service may show the network as it was before a swap of ours. */
  readonly mayBePast: boolean;
}

/**
 * Refuses to take a network from an association that is none of these, by policy and name.
 *
 * @returns the one that holds it, if an earlier run of this stack left it behind
 */
export async function expectOurs(
  job: Job,
  action: string,
  network: NetworkPath,
  own: readonly Attachment[],
  wanted: Attachment,
): Promise<Attachment | undefined> {
  await learnNumbers(job, network, own);
  let foreign = await foreignHolder(job, network, own);
  const left = foreign && (await leftBehind(job, network, own, foreign.policy));
  if (foreign === undefined || left !== undefined) return left;
  if (foreign.mayBePast)
    await comesToBe(job, async () => {
      foreign = await foreignHolder(job, network, own);
      return foreign?.mayBePast !== true;
    });
  if (foreign === undefined) return undefined;
  const { policy } = foreign;
  const isKnown = [wanted, ...own].some((known) => isSamePolicy(known.policy, policy, job.links.names));
  throw heldByAnother(action, policy, { name: isKnown ? await nameOn(job, policy, network) : undefined });
}

/** The policy that holds a network by none of these; `undefined` where one of them does, or no policy. */
async function foreignHolder(
  job: Job,
  network: NetworkPath,
  own: readonly Attachment[],
): Promise<ForeignHolder | undefined> {
  const policy = await holderOf(job, network);
  if (policy === undefined) return undefined;
  const candidates = own.filter((attachment) => isSamePolicy(attachment.policy, policy, job.links.names));
  // Who may not look at it cannot tell either: then the error says what is missing.
  for (const { name } of candidates)
    if (isOn(job, await associationNamed(job, { policy, name }), network)) return undefined;
  for (const attachment of candidates.length > 0 ? [] : own)
    if ((await ifOn(job, network, attachment)) !== undefined) return { policy, mayBePast: true };
  return { policy, mayBePast: candidates.length > 0 };
}

/** Name of the association that a policy has with the network, for a message; `undefined` where nobody can look. */
async function nameOn(job: Job, policy: PolicyPath, network: NetworkPath): Promise<string | undefined> {
  try {
    return (await associationWith(job, policy, network))?.name;
  } catch (error) {
    if (error instanceof ComputeError) return undefined;
    throw error;
  }
}
