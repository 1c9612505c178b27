import type { ApiFirewallPolicyAssociation, PolicyPath } from "../../../compute/endpoints/networkFirewallPolicies";
import { isValues, text, type Values } from "../../../fields/values";
import { isDenied } from "../../../lifecycle/failure";
import type { Job } from "../../../lifecycle/job";
import { ownOf } from "../../../lifecycle/outputKeys";
import { associationNamed, isOn, isSamePolicy, policyOf, policyUrl, type NetworkPath } from "./networkAttachment";

/** An association that is there, and the policy that has it. */
export interface Attachment {
  readonly policy: PolicyPath;
  readonly name: string;
}

/** Whether they are of one policy and have one name. */
export function isSameAttachment({ links }: Job, left: Attachment, right: Attachment): boolean {
  return isSamePolicy(left.policy, right.policy, links.names) && left.name === right.name;
}

/** What is recorded of an attachment that this resource has made. */
export function recordOf({ policy, name }: Attachment): Values {
  return { firewallPolicy: policyUrl(policy), name };
}

/** The attachments that records are of. */
export function attachmentsIn(records: readonly unknown[]): Attachment[] {
  return records.flatMap((record) => {
    const policy = isValues(record) ? policyOf(record.firewallPolicy) : undefined;
    return policy && isValues(record) ? [{ policy, name: text(record, "name") ?? "" }] : [];
  });
}

/** The attachments that outputs record as this resource's, newest first. */
export function recordedIn(outputs: Values): Attachment[] {
  const own = ownOf(outputs);
  return attachmentsIn(own.length > 0 ? own : [outputs]);
}

/** An attachment, if it holds the network; a policy that may not be looked at is taken for one that does not. */
export async function ifOn(
  job: Job,
  network: NetworkPath,
  { policy, name }: Attachment,
): Promise<ApiFirewallPolicyAssociation | undefined> {
  try {
    const association = await associationNamed(job.client, policy, name, job.call);
    return isOn(association, network, job.links.names) ? association : undefined;
  } catch (error) {
    if (isDenied(error)) return undefined;
    throw error;
  }
}
