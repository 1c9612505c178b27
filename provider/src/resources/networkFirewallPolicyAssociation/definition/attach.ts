import { addAssociation, policyPath, removeAssociation } from "../../../compute/endpoints/networkFirewallPolicies";
import { OperationFailedError } from "../../../compute/errors/operationError";
import type { ComputeError } from "../../../http/errors/computeError";
import { unlessRefused, NotFoundError } from "../../../http/errors/responseError";
import type { Borrow, Plan } from "../../../lifecycle/changes/borrow";
import type { Job } from "../../../lifecycle/job/job";
import type { Mutation } from "../../../lifecycle/changes/attempt";
import { poll } from "../../../lifecycle/job/poll";
import { explainRefusal, isRefusal, type Attaching } from "./attachmentRefusal";
import { afterSwap, type OwnNetwork } from "./holder";
import {
  associationNamed,
  associationMark,
  attachmentPath,
  isOn,
  isSameAttachment,
  isSamePolicy,
  ifOn,
  saysNoAssociation,
  toRecord,
  type Attachment,
  type NetworkPath,
} from "./networkAttachment";

/** The plan of an association: the associations of this resource that the network may have, the newest first. */
interface AttachPlan extends Plan<Attaching> {
  readonly before: readonly Attachment[];
}

/** How an association of a network is found, and looked for again. */
type Look = Pick<Borrow<OwnNetwork>, "read" | "lookAgain">;

/**
 * The change that attaches a network to a policy, replacing an association of this resource in one step: the network always has a policy.
 *
 * A network and a policy are two objects, and neither says of which version an association is. So nothing is written under a
 * version: the service refuses to take a network from an association unless it is told to, which `isOwn` does.
 *
 * @param recorded the associations of this resource
 */
export function attach(
  job: Job,
  action: string,
  attaching: Omit<Attaching, "replaceExisting">,
  recorded: readonly Attachment[],
  look: Look,
): Borrow<OwnNetwork, Attaching, AttachPlan> {
  const { policy, name, network } = attaching;
  const next: Attachment = { policy, name };
  return {
    ...look,
    action,
    key: attachmentPath(network),
    isConditional: false,
    plan({ isOwn }) {
      const before = recorded;
      return {
        before,
        next: { ...attaching, replaceExisting: isOwn },
        // Until it is known to have landed, any association of an earlier attempt may be ours.
        record: {
          appliedValues: [next, ...before.filter((one) => !isSameAttachment(one, next))].map(toRecord),
        },
        applied: () => ({ appliedValues: [toRecord(next)] }),
      };
    },
    write: (sent) =>
      changePolicy(
        action,
        sent,
        (requestId, call) =>
          addAssociation(
            job.client,
            policy,
            { name, attachmentTarget: sent.attachmentTarget },
            sent.replaceExisting,
            requestId,
            call,
          ),
        async () => isOn(await associationNamed(job, sent), network),
      ),
    explain: (error, { isOwn }) =>
      isRefusal(error) ? explainRefusal(job, action, { ...attaching, replaceExisting: isOwn }, error) : error,
    async wait({ before }) {
      // As long as the earlier policy shows the association, nobody can delete it. The swap itself is done.
      for (const one of before.filter((earlier) => !isSamePolicy(earlier.policy, policy))) {
        await unlessRefused(
          poll(
            job,
            afterSwap,
            () => ifOn(job, network, one),
            (shown) => shown === undefined,
          ),
        );
      }
    },
  };
}

/** An association that is to be removed, as a look shows it: `ours` also while no read shows any. */
type Removal = "ours" | "theirs" | "gone";

/**
 * The change that removes an association of our own. One that is gone, or of a policy that has lost the network, is none any more.
 *
 * @param removed told where this step has removed it
 */
export function detach(
  job: Job,
  network: NetworkPath,
  attachment: Attachment,
  removed: () => void,
): Borrow<Removal, Attachment> {
  const { policy, name } = attachment;
  const isGone = async () => !isOn(await associationNamed(job, attachment), network);
  const action = "removeAssociation";
  return {
    action,
    key: attachmentPath(network),
    isConditional: false,
    async read() {
      // One that is not seen may only be too young. One of the same name with another network is somebody else's.
      const actual = await associationNamed(job, attachment);
      return actual !== undefined && !isOn(actual, network) ? "theirs" : "ours";
    },
    plan: (shown) => ({ next: shown === "ours" ? attachment : undefined }),
    write: () =>
      changePolicy(
        action,
        { ...attachment, network },
        (requestId, call) => removeAssociation(job.client, policy, name, requestId, call),
        isGone,
      ),
    async lookAgain(error) {
      if (error instanceof OperationFailedError && error.effect === "applied") {
        removed();
        return "gone";
      }
      if (!isRefusal(error) && !(error instanceof NotFoundError)) return undefined;
      // An association that the service refuses to remove as one that is not there may be shown for a moment longer.
      // A look that fails must not hide what the service said.
      const look = async () => (saysAbsent(error) ? (await poll(job, afterSwap, isGone, Boolean)).value : isGone());
      return (await unlessRefused(look())) ? "gone" : undefined;
    },
    finish: ({ next }) => {
      if (next !== undefined) removed();
    },
  };
}

/** The service makes one change of a policy at a time, so each one waits for those that run. */
function changePolicy(
  action: string,
  { policy, name, network }: Attachment & { readonly network: NetworkPath },
  send: Mutation["send"],
  isApplied: () => Promise<boolean>,
): Mutation {
  return {
    action,
    project: policy.project,
    send,
    tag: associationMark(policy, name, network.network),
    exclusive: { path: policyPath(policy), label: "the firewall policy" },
    isApplied,
  };
}

/** True if a refused removal says that the association, or its policy, is not there. */
function saysAbsent(error: ComputeError): boolean {
  return error instanceof OperationFailedError ? error.saysNotFound : saysNoAssociation(error);
}
