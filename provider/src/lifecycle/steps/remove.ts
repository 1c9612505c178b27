import { OperationFailedError, OperationVanishedError } from "../../compute/errors/operationError";
import { ComputeError } from "../../http/errors/computeError";
import { NotFoundError } from "../../http/errors/responseError";
import { retainedEffect } from "../../names/deleteEffects";
import { AdvisedError } from "../job/advice";
import { carryOut } from "../changes/carryOut";
import { findSuccessor, keepRecord } from "./claims";
import { makesRoom, takeoverProblem } from "./exchange";
import { assertStillDiffers } from "./lateLook";
import { describeFailure, ResourceFailure } from "../job/failure";
import { effectivePolicy, keepsObject, otherPolicies } from "../resource/localSettings";
import { readPending } from "../job/journal";
import { decideDelete } from "../observation/decide";
import { observe } from "../observation/observe";
import { tryRead } from "../resource/readBack";
import { startJob, describeSubject, type ObjectJob, type Resource } from "../resource/resource";
import {
  describeMismatch,
  describeUnsure,
  idNames,
  assertIncarnationShown,
  ReplacedError,
  theirsWords,
} from "../resource/incarnation";
import { stillRunning } from "../observation/settle";
import type { Values } from "../../fields/values";

/** Deletes the object; one that is gone already is a success. */
export async function remove(resource: Resource, id: string, props: Values): Promise<void> {
  const { definition, log, run } = resource;
  const identity = definition.schema.knownIdentity(props, resource.links);
  const subject = describeSubject(definition, identity);
  if (!idNames(id, definition, identity, resource.links)) {
    throw new ResourceFailure(
      `${subject}: it is not deleted, because its id and its outputs name two objects: ${id} and ${definition.path(identity)}.\n` +
        "  Run `pulumi refresh`, which records the object that the id names, and then run the same command again.",
    );
  }
  run.deletedFirst.delete(log.urn);
  run.takeRecord(log.urn, definition.path(identity));
  const policy = effectivePolicy(definition, props);
  if (policy === "PREVENT") {
    throw new ResourceFailure(
      `${subject}: it is not deleted, because its deletionPolicy is PREVENT.\n` +
        `  Set another deletionPolicy (${otherPolicies(definition).join(" or ")}), run \`pulumi up\`, and then delete it.`,
    );
  }
  const leavesObject = keepsObject(policy);
  // No preview has seen it: the engine replaces by itself for `--replace`, and for the option `replaceOnChanges`.
  if (!leavesObject && log.urn !== "" && run.declaredPolicy(log.urn) === "PREVENT") {
    throw new ResourceFailure(
      `${subject}: it is not deleted, because the program declares it with the deletionPolicy PREVENT.\n` +
        `  Set another deletionPolicy (${otherPolicies(definition).join(" or ")}), and run the same command again. If this is an object that an earlier run has replaced, one run without PREVENT is enough.`,
    );
  }
  if (run.isAwaited(log.urn, definition.path(identity)) && keepRecord(resource, props)) {
    log.message("info", `${subject}: nothing is put back, because the replacement goes on with what this one has set.`);
    return;
  }
  if (leavesObject) {
    const says = definition.deleteEffects[policy]?.says ?? retainedEffect.says;
    log.message(
      "info",
      `${subject}: left in place (deletionPolicy ${policy}): ${says}, and Pulumi no longer manages it.`,
    );
    return;
  }
  const pending = readPending(props);
  const job = startJob(resource, identity, "delete", props, pending);
  const successor = findSuccessor(resource, identity, props);
  if (successor !== undefined && !makesRoom(resource, identity, successor)) {
    const problem = takeoverProblem(resource, identity, successor);
    if (problem !== undefined) throw new ResourceFailure(`${subject}: it is not deleted, ${problem}`);
    if (successor === log.urn)
      log.message("info", `${subject}: left in place, because its replacement is of the same object.`);
    else {
      job.notice(
        `it is left in place, because the program declares another resource for the same object: ${successor}`,
      );
    }
    return;
  }
  const replacement = run.recorded.takeReplacementFor(definition.path(identity), props.numericId);
  let mayStillAppear = false;
  try {
    // Parts of somebody else's object are read by the definition, which restores them.
    const hasNumber = definition.ownsObject && props.numericId !== undefined;
    if (hasNumber || pending.length > 0) {
      const observed = await observe(job, decideDelete, props, props);
      const { object } = observed;
      ({ mayStillAppear } = observed);
      switch (observed.move) {
        case "failRunning":
          throw stillRunning(job);
        case "leaveUnsure":
          job.notice(
            `${describeUnsure(object ?? {})}; it is left alone. If it is this stack's, delete it by hand: ${definition.path(identity)}.`,
          );
          return;
        case "leaveTheirs":
          job.notice(`${theirsWords}.`);
          return;
        case "leaveReplaced":
          job.notice(`${describeMismatch(object ?? {}, props)}; it is left alone.`);
          return;
        case "delete":
          if (object !== undefined && hasNumber) assertIncarnationShown("delete", object, props);
          if (replacement !== undefined) assertStillDiffers(job, replacement, object);
      }
    }
    await carryOut(job, definition.delete(job, identity, props, definition.schema.context(props, job.links)));
    // A lost request that is still on its way sets the part after this step, which found nothing to remove.
    if (mayStillAppear && !definition.ownsObject && !job.journal.hasSent) {
      throw new NotYetAppliedError({
        action: "delete",
        summary: "a request of an earlier run may still be on its way",
        effect: "none",
      });
    }
    run.recorded.drop(definition.path(identity));
  } catch (error) {
    if (error instanceof ReplacedError) {
      job.notice(`${error.summary}; it is left alone.`);
      return;
    }
    const isNotFound = saysNotFound(error) && !mayStillAppear;
    const isAwaited = mayStillAppear && (saysNotFound(error) || error instanceof NotYetAppliedError);
    // Where something is put back, it may be that which is not there.
    const proves = isNotFound && (definition.ownsObject || !job.journal.hasSent);
    const mayBeGone = isNotFound || error instanceof OperationVanishedError;
    if (proves || (mayBeGone && (await isGone(job, props)))) {
      run.recorded.drop(definition.path(identity));
      return;
    }
    const outcome = isAwaited
      ? "Its create is recent, and the object may still appear. It stays recorded: run the same command again in a few minutes."
      : isProjectLost(error)
        ? "It stays recorded: run the same command again when the project is there, or run `pulumi state delete` if the project is lost."
        : saysWhatHelps(error)
          ? "It stays recorded."
          : "It stays recorded: run the same command again to continue, or `pulumi refresh` to see whether it is gone.";
    throw new ResourceFailure(describeFailure(job, "delete", error, outcome));
  }
}

/** Nothing was there to remove, and it may come. */
class NotYetAppliedError extends ComputeError {}

/** True if the service says that an object is not there, at once or as the end of the operation. */
export function saysNotFound(error: unknown): error is NotFoundError | OperationFailedError {
  return error instanceof NotFoundError || (error instanceof OperationFailedError && error.saysNotFound);
}

/** True if the advice of the error says what to do, so that the outcome adds none. */
function saysWhatHelps(error: unknown): boolean {
  return error instanceof AdvisedError || (error instanceof ComputeError && error.fault?.kind === "organizationPolicy");
}

/** True if the project is not there, or not for this caller: no refresh tells more. */
function isProjectLost(error: unknown): boolean {
  return error instanceof ComputeError && error.fault?.kind === "projectUnknown";
}

/** True if the object is certainly not there. Where nobody can look, what went wrong before tells more. */
export async function isGone(job: ObjectJob, props: Values): Promise<boolean> {
  const exists = await tryRead(job, props).then(
    (object) => object !== undefined,
    () => true,
  );
  return !exists;
}
