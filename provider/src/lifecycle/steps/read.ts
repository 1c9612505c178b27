import { describeFailure, ResourceFailure } from "../job/failure";
import { pendingKey, readDue, readPending } from "../job/journal";
import { timedAction } from "../resource/localSettings";
import { decideRead } from "../observation/decide";
import { observe } from "../observation/observe";
import { readAppliedValues } from "../job/outputKeys";
import { shownValues, toOutputs, toInputs } from "../resource/outputs";
import { startJob, type Resource } from "../resource/resource";
import { describeMismatch, describeUnsure, parseIdentity, idNames, theirsWords } from "../resource/incarnation";
import type { Values } from "../../fields/values";

/**
 * Reads the object as it is now; a blank id says that it is gone.
 *
 * @param recordedInputs gives the inputs of the last run, where they are known
 */
export async function read(
  resource: Resource,
  id: string,
  props: Values,
  recordedInputs: () => Values | undefined = () => undefined,
): Promise<{ id: string; props: Values; inputs?: Values }> {
  const { definition } = resource;
  const recorded = definition.schema.identity(props, resource.links);
  const known = recorded !== undefined;
  const { links } = resource;
  // Outputs that name another object are made anew of the one that the id names.
  const isNamedById = recorded === undefined || idNames(id, definition, recorded, links);
  const named = isNamedById ? undefined : parseIdentity(id, definition, links);
  const identity = named ?? recorded ?? definition.identity.parse(id, links);
  const sought = named === undefined ? { ...identity, ...props } : { ...props, ...identity };
  const pending = readPending(props);
  const job = startJob(resource, identity, timedAction(pending), props, pending);
  try {
    if (!known && definition.unreadable !== undefined) throw new Error(definition.unreadable);
    const { object, move, isApplied } = await observe(job, decideRead, sought, props);
    switch (move) {
      case "keepRunning":
        job.notice(
          `its ${pending[0]?.action ?? "operation"} is still running at the service; the state keeps its record. To continue to wait, run \`pulumi up\`.`,
        );
        return { id, props: { ...props, [pendingKey]: job.journal.open } };
      case "keepAwaited":
        job.notice(
          "the service does not show it, and the request that makes it is recent, so the state keeps its record. Run `pulumi up` in a minute.",
        );
        return { id, props };
      case "keepUnsure":
        job.notice(
          `${describeUnsure(object ?? {})}. The state keeps its record: it cannot tell. If it is this stack's, set adoptExisting: true and run \`pulumi up\`. If not, run \`pulumi state delete\`.`,
        );
        return { id, props };
      case "leaveTheirs":
        job.notice(`${theirsWords} and not recorded.`);
        return gone;
      case "leaveReplaced":
        job.notice(
          `${describeMismatch(object ?? {}, props)}; ${definition.ownsObject ? adoptToKeep : "the values of this resource are gone with the old object"}.`,
        );
        return gone;
      case "forget":
      case "record":
    }
    if (object === undefined) {
      // A blank id makes the engine forget a resource; one that a program only refers to would turn out empty, unnoticed.
      if (!known) throw new Error(`${definition.path(identity)} does not exist.`);
      return gone;
    }
    if (!known) job.keep({ appliedValues: definition.deriveApplied?.(object) });
    // Of values that replace each other, one is left once all requests have ended.
    else if (isApplied && job.journal.open.length === 0 && definition.deriveApplied !== undefined) {
      job.keep({
        appliedValues: job.record.appliedValues ?? shownValues(definition, object, readAppliedValues(props)),
      });
    }
    const context = definition.schema.context(props, job.links);
    const outs = toOutputs(job, object, sought);
    const drifted = known ? definition.schema.changed(outs, definition.schema.declared(props), context) : [];
    return {
      // An id may name the object in another way than its path does; what was read tells which object that is.
      id: definition.path(known ? identity : (definition.schema.identity(outs, resource.links) ?? identity)),
      props: definition.isAwaited?.(outs) === true ? { ...outs, [pendingKey]: [readDue] } : outs,
      ...(drifted.length > 0 ? { inputs: toInputs(definition, outs, drifted, recordedInputs()) } : {}),
    };
  } catch (error) {
    throw new ResourceFailure(
      describeFailure(job, "read", error, known ? "The recorded state is unchanged." : undefined),
    );
  }
}

/** A blank id makes the engine forget the resource. */
const gone = { id: "", props: {} };

const adoptToKeep = "it is left alone and not recorded. With adoptExisting: true the next `pulumi up` takes it over";
