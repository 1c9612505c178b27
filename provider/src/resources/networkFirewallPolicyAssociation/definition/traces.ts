import {
  getNetworkFirewallPolicy,
  type ApiFirewallPolicyAssociation,
  type PolicyPath,
} from "../../../compute/endpoints/networkFirewallPolicies";
import { listOperations, type Operation } from "../../../compute/endpoints/operations";
import { NotFoundError } from "../../../http/errors/responseError";
import { answeredPath, parseLink } from "../../../names/links";
import {
  associationPath,
  associationWith,
  attachmentPath,
  holderOf,
  networkTarget,
  policyOf,
  policyUrl,
  type Attachment,
  type NetworkPath,
} from "./networkAttachment";
import { hasFailed } from "../../../compute/operation";
import type { Trace } from "../../../lifecycle/description";
import { isDenied } from "../../../lifecycle/failure";
import type { Job } from "../../../lifecycle/job";
import { inEverySpelling } from "../../../lifecycle/memory/claims";

const [adds, removes] = ["addAssociation", "removeAssociation"];

/**
 * The association that holds a network, when it is provably what an earlier run of this stack asked for and did not record:
 * it has the policy and the name that a request of this stack was about. Since that request, nobody has taken an association
 * off that policy, and this stack has made none of those that are recorded.
 *
 * What may not be looked at proves nothing.
 *
 * @param recorded what is recorded as this resource's
 * @param holder the policy that holds the network, where that is known
 */
export async function leftBehind(
  job: Job,
  network: NetworkPath,
  recorded: readonly Attachment[],
  holder?: PolicyPath,
): Promise<Attachment | undefined> {
  // Another resource of the program may be the one that made it.
  const paths = inEverySpelling([[attachmentPath(network)]], job.links.names);
  if (paths.some(([path = ""]) => job.run.declaredBeside({ urn: job.urn }, path).length > 0)) return undefined;
  try {
    const policy = holder ?? (await holderOf(job, network));
    const there = policy && (await associationWith(job, policy, network));
    if (policy === undefined || there?.name === undefined) return undefined;
    const { name } = there;
    // A program may name the project by its number, and answers have its id.
    const projects = [policy, network, ...recorded.map((attachment) => attachment.policy)].map(
      ({ project }) => project,
    );
    const abouts = projects
      .filter((project) => job.links.names.same(`projects/${policy.project}`, `projects/${project}`) !== false)
      .flatMap((project) => spellings({ ...policy, project }, there));
    if (!(await isNewest(job, policy, abouts, recorded))) return undefined;
    job.notice(
      `an earlier run of this stack made the association ${JSON.stringify(name)} of the policy ${policy.policy}, and ended before the state recorded it; this resource takes it over.`,
    );
    return { policy, name };
  } catch (error) {
    if (isDenied(error) || error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** Whether a request of this stack about one of these is its newest, and nothing has been taken off the policy since. */
async function isNewest(
  job: Job,
  policy: PolicyPath,
  abouts: readonly string[],
  recorded: readonly Attachment[],
): Promise<boolean> {
  const others = recorded.map((attachment) => associationPath(attachment.policy, attachment.name));
  let addedMs = Number.NEGATIVE_INFINITY;
  let endedMs = Number.NEGATIVE_INFINITY;
  const policies = [policy, ...recorded.map((attachment) => attachment.policy)];
  for (const project of new Set(policies.map(({ project }) => project))) {
    for await (const operation of listOperations(job.client, `projects/${project}/global`, job.call)) {
      const begunMs = Date.parse(operation.insertTime ?? "");
      if (hasFailed(operation) || Number.isNaN(begunMs)) continue;
      const { operationType, clientOperationId = "" } = operation;
      if (operationType === removes && isOf(operation, abouts)) endedMs = Math.max(endedMs, begunMs);
      if (operationType !== adds) continue;
      if (await job.isOwnRequest(clientOperationId, abouts)) addedMs = Math.max(addedMs, begunMs);
      else if (await job.isOwnRequest(clientOperationId, others)) endedMs = Math.max(endedMs, begunMs);
    }
  }
  return addedMs > endedMs;
}

/** Whether an operation is one of the policy that has these associations. */
function isOf({ targetLink = "" }: Operation, abouts: readonly string[]): boolean {
  const policy = policyOf(targetLink);
  return policy !== undefined && abouts.some((about) => about.startsWith(associationPath(policy, "")));
}

/** The associations that are there of policies to which these operations have added some. */
export async function* associationTraces(job: Job, operations: readonly Operation[]): AsyncGenerator<Trace> {
  const added = operations.filter(({ operationType }) => operationType === adds);
  const policies = new Map(
    added.flatMap(({ targetLink = "" }) => {
      const policy = policyOf(targetLink);
      return policy === undefined ? [] : [[targetLink, policy] as const];
    }),
  );
  for (const policy of policies.values()) {
    for (const association of await associationsOf(job, policy)) {
      const { name, attachmentTarget = "" } = association;
      const network = parseLink(answeredPath(attachmentTarget), networkTarget, {});
      if (name === undefined || "problem" in network) continue;
      const [, project = "", , , networkName = ""] = network.path.split("/");
      yield {
        identity: { project, network: networkName },
        object: { ...association, firewallPolicy: policyUrl(policy), shortName: policy.policy },
        about: spellings(policy, association),
      };
    }
  }
}

async function associationsOf(job: Job, policy: PolicyPath): Promise<ApiFirewallPolicyAssociation[]> {
  try {
    return (await getNetworkFirewallPolicy(job.client, policy, job.call)).associations ?? [];
  } catch (error) {
    if (error instanceof NotFoundError) return [];
    throw error;
  }
}

/** A program may name a policy by its number. */
function spellings(policy: PolicyPath, { name = "", firewallPolicyId }: ApiFirewallPolicyAssociation): string[] {
  const policies = [policy.policy, ...(firewallPolicyId === undefined ? [] : [firewallPolicyId])];
  return policies.map((spelling) => associationPath({ ...policy, policy: spelling }, name));
}
