import type { PolicyPath } from "../../../compute/endpoints/networkFirewallPolicies";
import { ComputeError } from "../../../http/errors/computeError";
import type { Job } from "../../../lifecycle/job";
import { ifOn, type Attachment } from "./attachment";
import { heldByAnother } from "./attachmentRefusal";
import { comesToBe } from "./handover";
import {
  associationNamed,
  associationWith,
  holderOf,
  isOn,
  isSamePolicy,
  learnNumbers,
  type NetworkPath,
} from "./networkAttachment";
import { leftBehind } from "./traces";

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
  const { names } = job.links;
  const policies = own.map(({ policy }) => policy);
  await learnNumbers(job.client, network, policies, names, job.call);
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
  const isKnown = [wanted.policy, ...policies].some((known) => isSamePolicy(known, policy, names));
  throw heldByAnother(action, policy, { name: isKnown ? await nameOn(job, policy, network) : undefined });
}

/** The policy that holds a network by none of these; `undefined` where one of them does, or no policy. */
async function foreignHolder(
  job: Job,
  network: NetworkPath,
  own: readonly Attachment[],
): Promise<ForeignHolder | undefined> {
  const { client, call, links } = job;
  const policy = await holderOf(client, network, call);
  if (policy === undefined) return undefined;
  const candidates = own.filter((attachment) => isSamePolicy(attachment.policy, policy, links.names));
  // Who may not look at it cannot tell either: then the error says what is missing.
  for (const { name } of candidates)
    if (isOn(await associationNamed(client, policy, name, call), network, links.names)) return undefined;
  for (const attachment of candidates.length > 0 ? [] : own)
    if ((await ifOn(job, network, attachment)) !== undefined) return { policy, mayBePast: true };
  return { policy, mayBePast: candidates.length > 0 };
}

/** Name of the association that a policy has with the network, for a message; `undefined` where nobody can look. */
async function nameOn(job: Job, policy: PolicyPath, network: NetworkPath): Promise<string | undefined> {
  try {
    return (await associationWith(job.client, policy, network, job.links.names, job.call))?.name;
  } catch (error) {
    if (error instanceof ComputeError) return undefined;
    throw error;
  }
}
