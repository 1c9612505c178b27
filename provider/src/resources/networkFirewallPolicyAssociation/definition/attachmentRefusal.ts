import { AdvisedError } from "../../../lifecycle/advice";
import type { CallContext, ComputeClient } from "../../../http/client";
import type { PolicyPath } from "../../../compute/endpoints/networkFirewallPolicies";
import { ComputeError } from "../../../http/errors/computeError";
import { OperationFailedError } from "../../../compute/errors/operationError";
import { isBusy } from "../../../compute/retryRules";
import { AlreadyExistsError, ResponseError } from "../../../http/errors/responseError";
import type { KnownNames } from "../../../names/knownNames";
import { linkName } from "../../../names/links";
import {
  associationNamed,
  associationWith,
  holderOf,
  isOn,
  isSamePolicy,
  learnNumbers,
  type NetworkPath,
} from "./networkAttachment";

/** An attachment that the service has refused. */
export interface RefusedAttachment {
  /** For messages: `insert`. */
  readonly action: string;
  readonly policy: PolicyPath;
  readonly name: string;
  readonly network: NetworkPath;
  /** Whether an attachment of the network that was there already was to be replaced. */
  readonly replaceExisting: boolean;
  /** What numbers are known to be the names of. */
  readonly names: KnownNames;
}

/** Whether something was in the way, as opposed to trouble on the way. Another change that runs is trouble on the way. */
export function isRefusal(error: unknown): error is ComputeError {
  if (error instanceof OperationFailedError) return true;
  return error instanceof ResponseError && [400, 409].includes(error.status) && !isBusy(error);
}

/**
 * The service says that something is in the way, and not what: an error that names it, or the service's own when
 * nothing is found. `AlreadyExistsError` says that the network is attached just as it was to be.
 */
export async function explainRefusal(
  client: ComputeClient,
  refused: RefusedAttachment,
  cause: ComputeError,
  context: CallContext,
): Promise<ComputeError> {
  try {
    return (await obstacle(client, refused, cause, context)) ?? cause;
  } catch (error) {
    // What cannot be found out must not hide what the service said.
    if (error instanceof ComputeError) return cause;
    throw error;
  }
}

async function obstacle(
  client: ComputeClient,
  { action, policy, name, network, replaceExisting, names }: RefusedAttachment,
  cause: ComputeError,
  context: CallContext,
): Promise<ComputeError | undefined> {
  await learnNumbers(client, network, [policy], names, context);
  const holder = await holderOf(client, network, context);
  if (holder !== undefined && !replaceExisting) {
    if (!isSamePolicy(holder, policy, names)) return heldByAnother(action, holder, { cause });
    const there = await associationWith(client, holder, network, names, context);
    return there?.name === name ? alreadyAttached(cause) : attachedAs(action, there?.name, cause);
  }
  const namesake = await associationNamed(client, policy, name, context);
  if (namesake === undefined || isOn(namesake, network, names)) return undefined;
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
export function heldByAnother(
  action: string,
  { project, policy }: PolicyPath,
  held: { readonly name?: string | undefined; readonly cause?: ComputeError } = {},
): ComputeError {
  const link = `projects/${project}/global/firewallPolicies/${policy}`;
  if (held.name !== undefined) {
    return refusal(action, held.cause, {
      summary: "the network is held by an association that is not recorded as one of this resource",
      holder: `it is the association ${JSON.stringify(held.name)} of ${link}`,
      hint: "Set replaceExistingAssociation: true to replace that association, in one step, or remove it.",
    });
  }
  return refusal(action, held.cause, {
    summary: "the network is held by another firewall policy",
    holder: `its policy is ${link}`,
    hint: "Set replaceExistingAssociation: true to take the network from that policy, in one step, or remove the network from that policy.",
  });
}

function attachedAs(action: string, name: string | undefined, cause: ComputeError): ComputeError {
  const shown = name === undefined ? "another name" : `the name ${JSON.stringify(name)}`;
  return refusal(action, cause, {
    summary: `the network is already attached to this policy, under ${shown}`,
    hint: "Set that name and adoptExisting: true to take the association over, or replaceExistingAssociation: true to rename it.",
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
  { summary, hint, holder }: { summary: string; hint: string; holder?: string },
): ComputeError {
  const said = cause === undefined ? [] : [cause.summary, ...cause.details];
  const details = holder === undefined ? said : [holder, ...said];
  return new AdvisedError({ action, summary, details, hint, effect: cause?.effect ?? "none", cause });
}
