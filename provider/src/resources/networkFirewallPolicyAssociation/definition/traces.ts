import {
  getNetworkFirewallPolicy,
  type ApiFirewallPolicyAssociation,
  type PolicyPath,
} from "../../../compute/endpoints/networkFirewallPolicies";
import { listOperations, type Operation } from "../../../compute/endpoints/operations";
import { ComputeError } from "../../../http/errors/computeError";
import { NotFoundError } from "../../../http/errors/responseError";
import { answeredPath, parseLink } from "../../../names/links";
import {
  associationPath,
  associationWith,
  holderOf,
  networkTarget,
  policyOf,
  policyUrl,
  type NetworkPath,
} from "./networkAttachment";
import { hasFailed } from "../../../compute/operation";
import { path } from "../../../names/path";
import type { Trace } from "../../../lifecycle/definition";
import type { Job } from "../../../lifecycle/job";

/** An association that is there, and the policy that has it. */
export interface Attachment {
  readonly policy: PolicyPath;
  readonly name: string;
}

const [adds, removes] = ["addAssociation", "removeAssociation"];

/**
 * The association that holds a network, when it is provably what an earlier run of this stack asked for: it has the policy
 * and the name that a request of this stack was about, and nobody has taken an association off that policy since.
 *
 * What cannot be looked at proves nothing.
 */
export async function leftBehind(job: Job, network: NetworkPath): Promise<Attachment | undefined> {
  try {
    const policy = await holderOf(job.client, network, job.call);
    const there = policy && (await associationWith(job.client, policy, network, job.links.names, job.call));
    if (policy === undefined || there?.name === undefined) return undefined;
    const attachment = { policy, name: there.name };
    return (await isOwn(job, attachment, spellings(policy, there))) ? attachment : undefined;
  } catch (error) {
    if (error instanceof ComputeError) return undefined;
    throw error;
  }
}

async function isOwn(job: Job, { policy }: Attachment, abouts: readonly string[]): Promise<boolean> {
  let addedMs = Number.NEGATIVE_INFINITY;
  let removedMs = Number.NEGATIVE_INFINITY;
  for await (const operation of listOperations(job.client, `projects/${policy.project}/global`, job.call)) {
    const begunMs = Date.parse(operation.insertTime ?? "");
    if (hasFailed(operation) || Number.isNaN(begunMs)) continue;
    const { operationType, clientOperationId = "" } = operation;
    if (operationType === removes && isOf(operation, abouts)) removedMs = Math.max(removedMs, begunMs);
    if (operationType !== adds) continue;
    for (const about of abouts) {
      if (await job.isOwnRequest(clientOperationId, about)) addedMs = Math.max(addedMs, begunMs);
    }
  }
  return addedMs > removedMs;
}

/** Whether an operation is one of the policy that has these associations. */
function isOf({ targetLink = "" }: Operation, abouts: readonly string[]): boolean {
  const policy = policyOf(targetLink)?.policy;
  return abouts.some((about) => about.split("/")[4] === policy);
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
        removal:
          path`projects/${policy.project}/global/firewallPolicies/${policy.policy}/removeAssociation` +
          `?${new URLSearchParams({ name }).toString()}`,
        note: `It is the association ${JSON.stringify(name)} of the policy ${policy.policy}.`,
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
