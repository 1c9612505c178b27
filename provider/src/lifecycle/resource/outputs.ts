import { isDeepStrictEqual } from "node:util";
import { sizeInWords } from "../../fields/size";
import { AdvisedError } from "../job/advice";
import { boundedProperties } from "./boundedProperties";
import type { ResourceDefinition } from "../schema/definition";
import { recordBound } from "../job/recordBound";
import { appliedValuesKey } from "../job/outputKeys";
import type { ObjectJob } from "./resource";
import { pickLocalSettings } from "./localSettings";
import { providerKey } from "../../names/internalInputs";
import { pendingKey } from "../job/journal";
import { createdObjectId, readIncarnation } from "./incarnation";
import { withParts } from "../../fields/shape";
import { applyMergePatch, isEmpty, pick, withoutAbsent, type Values } from "../../fields/values";

/**
 * The outputs of an object that is in order, with the settings that have to be kept; its warnings are passed on. What only the
 * service says, and is too large, is left out.
 *
 * @throws AdvisedError when what has to be recorded is too large
 */
export function toOutputs(job: ObjectJob, object: Values, declared: Values): Values {
  const { definition } = job;
  job.warn(definition.warnings?.(object));
  const outputs = {
    ...readOutputs(job, object, declared),
    ...numberFor(object, declared),
    ...pickLocalSettings(definition, declared),
    ...collectPrivateState(job, declared),
  };
  const { properties, leftOut, isEnough, size } = boundedProperties(definition, outputs, declared);
  const limit = `${sizeInWords(size)}, and the state records at most ${sizeInWords(recordBound)}`;
  if (!isEnough) throw tooLarge(job, `what the service shows is too large: ${limit}`, leftOut);
  if (leftOut.length > 0)
    job.notice(`not recorded, because the object is too large: ${leftOut.join(", ")}. It has ${limit}.`);
  return withoutAbsent(properties);
}

/** The outputs that an object gives, with the recorded values of what drifted unseen. */
export function readOutputs({ definition, links, record }: ObjectJob, object: Values, declared: Values): Values {
  const { partial, schema } = definition;
  const outputs = schema.outputs(object, declared);
  const { unseenDrift } = record;
  if (unseenDrift === undefined) return outputs;
  return partial === undefined
    ? (applyMergePatch(outputs, unseenDrift) as Values)
    : withParts(partial, outputs, unseenDrift, schema.context(declared, links));
}

function tooLarge({ subject }: ObjectJob, summary: string, leftOut: readonly string[]): AdvisedError {
  return new AdvisedError({
    action: `read ${subject}`,
    summary,
    details: leftOut.length === 0 ? [] : [`too large: ${leftOut.join(", ")}`],
    hint: "Make the object smaller at the service. If it cannot be that large, check gcp:computeCustomEndpoint: something else may be answering.",
    effect: "none",
  });
}

/** The number by which the object is known; an answer that does not tell it is no reason to forget it. */
function numberFor(object: Values, { numericId }: Values): Values {
  return numericId === undefined || readIncarnation(object) !== undefined ? {} : { numericId };
}

/**
 * The outputs of a change that failed: the inputs of the program, and the observed leftover.
 *
 * @param recorded the outputs from before: where nothing was sent, they still say what is there, and the next preview compares them
 */
export function toPartialOutputs(job: ObjectJob, inputs: Values, recorded?: Values): Values {
  const { definition } = job;
  const { leftover, hasSent, found } = job.journal;
  const made = createdObjectId(job, job.journal);
  const declared = recorded === undefined || hasSent || found === "absent" ? inputs : recorded;
  return {
    ...definition.schema.declared(job.record.declaredValues ?? declared),
    // Without them, a link that leaves out its zone would name nothing.
    ...pick(inputs, definition.schema.completing),
    // Tells the object from another one that somebody makes of the same name.
    ...(job.journal.mayBeNewObject ? {} : pick(inputs, ["numericId"])),
    ...(made === undefined ? {} : { numericId: made }),
    // An argument that is too large there stays as the program says it.
    ...(leftover === undefined
      ? {}
      : boundedProperties(definition, definition.schema.outputs(leftover.object, inputs), inputs).properties),
    // The SDK adds the loader to every answer but a partial failure; without it nothing could delete the object later.
    ...pick(inputs, ["selfLink", providerKey]),
    ...pickLocalSettings(definition, inputs),
    ...collectPrivateState(job, inputs),
  };
}

/** The private state: that of earlier steps, which is never overwritten, and that of this step. */
function collectPrivateState(job: ObjectJob, earlier: Values): Values {
  const { writeOnceOutputs, appliedValues, updatedOutputs } = job.record;
  return {
    ...writeOnceOutputs,
    ...privateState(job.definition, earlier),
    // None at all is worth no byte of the state.
    ...(appliedValues === undefined
      ? {}
      : { [appliedValuesKey]: appliedValues.length === 0 ? undefined : appliedValues }),
    ...updatedOutputs,
  };
}

/** Of applied values that replace each other, those that an object shows; all of them where it shows none. */
export function shownValues(
  { deriveApplied }: ResourceDefinition,
  object: Values,
  applied: readonly unknown[],
): readonly unknown[] {
  const derived = deriveApplied?.(object) ?? [];
  const shown = applied.filter((value) => derived.some((one) => isDeepStrictEqual(one, value)));
  return shown.length > 0 ? shown : applied;
}

/** The outputs that no reading can bring back. */
export function privateState(definition: ResourceDefinition, outputs: Values): Values {
  return pick(outputs, [...(definition.localOutputs ?? []), appliedValuesKey]);
}

/** The parts of a record that a step goes on with: beside the private state, the number of the object. */
export function earlierRecord(definition: ResourceDefinition, outputs: Values): Values {
  return { ...privateState(definition, outputs), ...pick(outputs, ["numericId"]) };
}

/**
 * The inputs that describe an object as it was found: what a program would say to leave it as it is. What did not drift
 * stays as the program says it, where that is known: the other spelling would show as a change beside the real ones.
 */
export function toInputs(
  definition: ResourceDefinition,
  outputs: Values,
  drifted: readonly string[],
  recorded: Values | undefined,
): Values {
  const found: Values = {
    ...definition.schema.declared(outputs),
    ...pick(outputs, ["selfLink"]),
    ...pickLocalSettings(definition, outputs),
  };
  if (recorded === undefined) return found;
  // With `ignoreChanges` the engine gives the program these inputs, and none are valid without what is required.
  const isMissing = (name: string) => isEmpty(found[name]) && definition.fields[name]?.required === true;
  const changed = drifted.filter((name) => !isMissing(name));
  const unchanged = Object.entries(recorded).filter(([name]) => !changed.includes(name));
  const inputs = { ...Object.fromEntries(unchanged), ...pick(found, changed) };
  // Nor are any of a patch that manages nothing.
  const parts = definition.partial?.names ?? [];
  return parts.some((name) => inputs[name] !== undefined) ? inputs : { ...inputs, ...pick(recorded, parts) };
}

/** The same outputs under other settings of our own. */
export function withLocalSettings(definition: ResourceDefinition, outputs: Values, settings: Values): Values {
  const old = pickLocalSettings(definition, outputs);
  const unchanged = Object.entries(outputs).filter(([key]) => !Object.hasOwn(old, key) && key !== pendingKey);
  return withoutAbsent({ ...Object.fromEntries(unchanged), ...pickLocalSettings(definition, settings) });
}
