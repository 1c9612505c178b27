import { AdvisedError, aliasesHint } from "../../../lifecycle/job/advice";
import type { Job } from "../../../lifecycle/job/job";
import { policyPath, type PolicyPath } from "../../../compute/endpoints/networkFirewallPolicies";
import { ComputeError } from "../../../http/errors/computeError";
import { OperationFailedError } from "../../../compute/errors/operationError";
import { isBusy } from "../../../compute/repeats";
import { AlreadyExistsError, unlessRefused, ResponseError } from "../../../http/errors/responseError";
import { linkName } from "../../../names/links";
import {
  associationNamed,
  associationWith,
  readHolder,
  isOn,
  isSamePolicy,
  type Attachment,
  type NetworkPath,
} from "./networkAttachment";

/** An association to make. */
export interface Attaching extends Attachment {
  readonly network: NetworkPath;
  /** The network as the program gives it. */
  readonly attachmentTarget: string;
  /** True if it takes the network from the policy that has it. */
  readonly replaceExisting: boolean;
}

/** True if something was in the way, as opposed to trouble on the way. Another change that runs is trouble on the way. */
export function isRefusal(error: unknown): error is ComputeError {
  // Nothing is in the way of what the organization forbids.
  if (error instanceof ComputeError && error.fault?.kind === "organizationPolicy") return false;
  if (error instanceof OperationFailedError) return error.effect !== "applied";
  return error instanceof ResponseError && [400, 409].includes(error.status) && !isBusy(error);
}

/**
 * The service says that something is in the way, and not what: an error that names it, or the service's own when
 * nothing is found. `AlreadyExistsError` says that the network is attached just as it was to be.
 */
export async function explainRefusal(
  job: Job,
  action: string,
  attaching: Attaching,
  cause: ComputeError,
): Promise<ComputeError> {
  // A search that fails must not hide what the service said.
  return (await unlessRefused(obstacle(job, action, attaching, cause))) ?? cause;
}

async function obstacle(
  job: Job,
  action: string,
  attaching: Attaching,
  cause: ComputeError,
): Promise<ComputeError | undefined> {
  const { policy, name, network, replaceExisting } = attaching;
  const holder = await readHolder(job, network);
  if (holder !== undefined && !replaceExisting) {
    if (!isSamePolicy(holder, policy)) return makeHolderError(action, holder, { cause });
    const actual = await associationWith(job, holder, network);
    if (actual?.name !== name) return attachedAs(action, actual?.name, cause);
    // After a failed operation, that is its own effect.
    return cause instanceof OperationFailedError && cause.effect !== "none" ? undefined : alreadyAttached(cause);
  }
  const namesake = await associationNamed(job, attaching);
  if (namesake === undefined || isOn(namesake, network)) return undefined;
  return refusal(action, cause, {
    summary: `the policy ${policy.policy} already has an association of the name ${JSON.stringify(name)}, with the network ${linkName(namesake.attachmentTarget ?? "?")}`,
    hint: "Choose another name, or leave it out.",
  });
}

/**
 * The network belongs to an association that it must not be taken from without being told.
 *
 * @param held.name name of that association, where its policy is one of this resource, so that only the name tells it
 */
export function makeHolderError(
  action: string,
  policy: PolicyPath,
  holder: { readonly name?: string | undefined; readonly cause?: ComputeError } = {},
): ComputeError {
  const link = policyPath(policy);
  if (holder.name !== undefined) {
    return refusal(action, holder.cause, {
      summary: "the network is held by an association that is not recorded as one of this resource",
      holder: [`it is the association ${JSON.stringify(holder.name)} of ${link}`],
      hint: "Set replaceExistingAssociation: true to replace that association, in one step, or remove it.",
    });
  }
  return refusal(action, holder.cause, {
    summary: "the network is held by another firewall policy",
    holder: [`its policy is ${link}`],
    hint: "Set replaceExistingAssociation: true to take the network from that policy, in one step, or remove the network from that policy.",
  });
}

function attachedAs(action: string, name: string | undefined, cause: ComputeError): ComputeError {
  const shown = name === undefined ? "another name" : `the name ${JSON.stringify(name)}`;
  return refusal(action, cause, {
    summary: `the network is already attached to this policy, under ${shown}`,
    hint: `${aliasesHint} To take the association over, set that name and adoptExisting: true. To rename it, set replaceExistingAssociation: true.`,
  });
}

function alreadyAttached(cause: ComputeError): ComputeError {
  const { action, summary, details, effect } = cause;
  return new AlreadyExistsError(
    { action, summary, details, effect, cause },
    409,
    ["alreadyExists"],
    summary,
    undefined,
    true,
  );
}

function refusal(
  action: string,
  cause: ComputeError | undefined,
  { summary, hint, holder = [] }: { summary: string; hint: string; holder?: readonly string[] },
): ComputeError {
  const details = [...holder, ...(cause === undefined ? [] : [cause.summary, ...cause.details])];
  return new AdvisedError({ action, summary, details, hint, effect: cause?.effect ?? "none", cause });
}
