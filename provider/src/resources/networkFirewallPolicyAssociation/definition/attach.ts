import { addAssociation, removeAssociation } from "../../../compute/endpoints/networkFirewallPolicies";
import { OperationFailedError } from "../../../compute/errors/operationError";
import type { CallContext } from "../../../http/client";
import type { ComputeError } from "../../../http/errors/computeError";
import { unlessRefused, NotFoundError } from "../../../http/errors/responseError";
import type { Job } from "../../../lifecycle/job";
import { mutate } from "../../../lifecycle/mutate";
import { getTakenAway } from "../../../lifecycle/objectQueue";
import { poll } from "../../../lifecycle/poll";
import { explainRefusal, isRefusal, type Attaching } from "./attachmentRefusal";
import { afterSwap } from "./holder";
import {
  associationNamed,
  associationMark,
  isOn,
  policyPath,
  saysNoAssociation,
  type Attachment,
  type NetworkPath,
} from "./networkAttachment";

/** Attaches a network to a policy. */
export async function attach(job: Job, action: string, attaching: Attaching): Promise<void> {
  const { policy, name, network, attachmentTarget, replaceExisting } = attaching;
  try {
    await changePolicy(
      job,
      action,
      attaching,
      (requestId, call) =>
        addAssociation(job.client, policy, { name, attachmentTarget }, replaceExisting, requestId, call),
      async () => isOn(await associationNamed(job, attaching), network),
    );
    getTakenAway(job).delete(associationMark(policy, name, network.network));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw await explainRefusal(job, action, attaching, error);
  }
}

/**
 * Removes an association of our own. One that is gone, or of a policy that has lost the network, is none any more.
 *
 * @returns true if it was there, and is removed now
 */
export async function detach(job: Job, network: NetworkPath, attachment: Attachment): Promise<boolean> {
  const { policy, name } = attachment;
  const isRemoved = () => {
    getTakenAway(job).note(associationMark(policy, name, network.network));
    return true;
  };
  const isGone = async () => !isOn(await associationNamed(job, attachment), network);
  // One that is not seen may only be too young. One of the same name with another network is somebody else's.
  const actual = await associationNamed(job, attachment);
  if (actual !== undefined && !isOn(actual, network)) return false;
  try {
    await changePolicy(
      job,
      "removeAssociation",
      { ...attachment, network },
      (requestId, call) => removeAssociation(job.client, policy, name, requestId, call),
      isGone,
    );
    return isRemoved();
  } catch (error) {
    if (error instanceof OperationFailedError && error.effect === "applied") return isRemoved();
    if (!isRefusal(error) && !(error instanceof NotFoundError)) throw error;
    // An association that the service refuses to remove as one that is not there may be shown for a moment longer.
    // A look that fails must not hide what the service said.
    const look = async () => (saysAbsent(error) ? (await poll(job, afterSwap, isGone, Boolean)).value : isGone());
    if (!(await unlessRefused(look()))) throw error;
    return false;
  }
}

/** The service makes one change of a policy at a time, so each one waits for those that run. */
function changePolicy(
  job: Job,
  action: string,
  { policy, name, network }: Attachment & { readonly network: NetworkPath },
  send: (requestId: string, call: CallContext) => ReturnType<typeof addAssociation>,
  isApplied: () => Promise<boolean>,
): Promise<void> {
  return mutate(job, {
    action,
    project: policy.project,
    send,
    tag: associationMark(policy, name, network.network),
    exclusive: { path: policyPath(policy), label: "the firewall policy" },
    isApplied,
  });
}

/** True if a refused removal says that the association, or its policy, is not there. */
function saysAbsent(error: ComputeError): boolean {
  return error instanceof OperationFailedError ? error.saysNotFound : saysNoAssociation(error);
}
