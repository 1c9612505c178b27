import { AdvisedError } from "../job/advice";
import { describeFailure, ResourceFailure } from "../job/failure";
import type { Replacement } from "../job/recordedObjects";
import { effectivePolicy, keepsObject } from "../resource/localSettings";
import { isIncarnation } from "../resource/incarnation";
import { tryRead } from "../resource/readBack";
import { startJob, type ObjectJob, type Resource } from "../resource/resource";
import type { Values } from "../../fields/values";
import { captureRedaction } from "../../messages/redaction";

/*
 * The last look at an object that a replacement is to delete. Its diff has compared the program with the state, and somebody may
 * have changed the object since: if it is by now as the program says, nothing has to be replaced, and its data stays.
 */

/**
 * Notes which fields replace an object of the resource, for the step that touches one first.
 *
 * @param fields none where the object is deleted without a look
 */
export function noteReplacement(
  { definition, links, run, log, ignored }: Resource,
  outputs: Values,
  inputs: Values,
  fields: readonly string[],
): void {
  if (!definition.ownsObject) return;
  const identity = definition.schema.identity(outputs, links);
  // An object of another name or place stays what it is, and one that is left in place loses nothing.
  const canAgree = fields.length > 0 && fields.every((name) => !definition.identity.members.includes(name));
  const isDeleted = !keepsObject(effectivePolicy(definition, outputs));
  const isLooked = canAgree && isDeleted && identity !== undefined && outputs.numericId !== undefined;
  run.recorded.noteReplacement(
    log.urn,
    isLooked
      ? { object: definition.path(identity), outputs, inputs, ignored, redact: captureRedaction(), fields }
      : undefined,
  );
}

/** Looks at the object that a replacement is going to delete, before it makes the new one. */
export async function lookBeforeCreate(resource: Resource, inputs: Values): Promise<void> {
  const { definition, links, run, log } = resource;
  const replacement = run.recorded.takeReplacement(log.urn);
  if (replacement === undefined) return;
  const { outputs } = replacement;
  definition.schema.hideSecrets(outputs);
  const job = startJob(resource, definition.schema.knownIdentity(outputs, links), "create", inputs);
  try {
    assertStillDiffers(job, replacement, await tryRead(job, outputs));
  } catch (error) {
    throw new ResourceFailure(describeFailure(job, "replace", error, "Nothing was created, and nothing was deleted."));
  }
}

/** Refuses to delete an object that agrees with the program by now, in all that the replacement is for. */
export function assertStillDiffers(
  { definition: { schema }, links }: ObjectJob,
  { outputs, inputs, ignored, redact, fields }: Replacement,
  object: Values | undefined,
): void {
  if (object === undefined || isIncarnation(object, outputs.numericId) !== true) return;
  const actual = schema.outputs(object, outputs);
  const differing = schema.changedByProgram(actual, inputs, schema.context(inputs, links), ignored);
  if (fields.some((name) => differing.includes(name))) return;
  throw new AdvisedError({
    action: "replace",
    summary: "somebody has changed the object since, and it does not have to be replaced any more",
    details: fields.map((name) => redact(schema.agreement(name, outputs, actual))),
    hint: "Run `pulumi refresh`, which records that, and then `pulumi up`.",
    effect: "none",
  });
}
