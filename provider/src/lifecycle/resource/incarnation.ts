import { AdvisedError } from "../job/advice";
import { ComputeError } from "../../http/errors/computeError";
import type { LinkContext } from "../../names/links";
import type { OperationTarget } from "../job/journal";
import { isSamePath } from "../../names/samePath";
import type { ResourceDefinition } from "../schema/definition";
import type { Identity } from "../schema/description";
import type { ObjectJob } from "./resource";
import { text, type Values } from "../../fields/values";

/*
 * The identity of an object beyond its name: somebody may have deleted the recorded object and created
 * another one of that name, which is none of ours. The service gives each a number that no other one ever has.
 */

/** True if an object is another one than the recorded one. Without a number on both sides it is false. */
export function isDifferentIncarnation(object: Values, { numericId }: Values): boolean {
  return isIncarnation(object, numericId) === false;
}

/** True if an object is the one of that number; `undefined` where one of the two numbers is not known. */
export function isIncarnation(object: Values, numericId: unknown): boolean | undefined {
  const [actual, known] = [readIncarnation(object), parseIncarnation(numericId)];
  return actual === undefined || known === undefined ? undefined : actual === known;
}

/** By what an object is known to a person: `numeric id 123, created 2026-11-28T12:23:19.065-07:00`. */
export function describeIncarnation(object: Values): string {
  const created = text(object, "creationTimestamp");
  return `numeric id ${readIncarnation(object) ?? "unknown"}${created === undefined ? "" : `, created ${created}`}`;
}

/** The end of a sentence about an object that an open request may have made. */
export const unsureWords = "nobody can tell whether a request of this stack has made it";

/** The beginning of a sentence about such an object. */
export function describeUnsure(object: Values): string {
  return `an object of that name exists (${describeIncarnation(object)}), and ${unsureWords}`;
}

/** The beginning of a sentence about an object that is certainly not this resource's. */
export const theirsWords =
  "an object of that name exists, and no request that the state records has made it; it is left alone";

/** The number of an object; `undefined` where the answer has none that can be read. */
export function readIncarnation({ id }: Values): string | undefined {
  return parseIncarnation(typeof id === "number" && Number.isSafeInteger(id) ? String(id) : id);
}

/** Refuses to change an object whose number is recorded and not told: it may be another one. */
export function assertIncarnationShown(action: string, object: Values, { numericId }: Values): void {
  const known = parseIncarnation(numericId);
  if (known === undefined || readIncarnation(object) !== undefined) return;
  throw new ComputeError({
    action,
    summary: `the answer does not identify its object: it has no readable numeric id, and the state records ${known}`,
    fault: { kind: "interposed" },
    effect: "none",
  });
}

/**
 * The number of the object that an operation of a job has made, where the resource owns whole objects. Not every operation is
 * about the object that it makes: the target of a snapshot's insert is the disk.
 */
export function createdObjectId(
  { definition, identity }: ObjectJob,
  { target }: { readonly target?: OperationTarget | undefined },
): string | undefined {
  if (target === undefined || !definition.ownsObject) return undefined;
  return isSamePath(target.path, definition.path(identity)) ? target.id : undefined;
}

function parseIncarnation(value: unknown): string | undefined {
  return typeof value === "string" && /^\d{1,20}$/.test(value) ? value : undefined;
}

/** The beginning of a sentence about an object that is not the recorded one. */
export function describeMismatch(object: Values, { numericId }: Values): string {
  return `the object of that name (numeric id ${readIncarnation(object) ?? "unknown"}) is not the one that is recorded (${parseIncarnation(numericId) ?? "unknown"}): somebody has deleted that one and made another`;
}

/** Somebody has deleted the recorded object while a change of it was repeated, and made another of its name. */
export class ReplacedError extends ComputeError {}

/** Refuses to repeat a change of an object that is not there any more. */
export function assertNotReplaced(action: string, object: Values, recorded: Values): void {
  assertIncarnationShown(action, object, recorded);
  if (!isDifferentIncarnation(object, recorded)) return;
  throw new ReplacedError({ action, summary: describeMismatch(object, recorded), effect: "none" });
}

/** Refuses to go on with an object that is not the recorded one. */
export function assertSameIncarnation(action: string, object: Values, recorded: Values): void {
  assertIncarnationShown(action, object, recorded);
  if (!isDifferentIncarnation(object, recorded)) return;
  throw new AdvisedError({
    action,
    summary: describeMismatch(object, recorded),
    hint: "Run `pulumi refresh`, which removes the deleted object from the state, and then `pulumi up`. With adoptExisting: true, that takes over the existing object.",
    effect: "none",
  });
}

/**
 * Refuses to go on with an object that differs from the program in a field that never changes. It was made under the name of
 * the own one, or the service shows the field in another way than any program gives it.
 */
export function assertMatchesProgram(
  { definition }: ObjectJob,
  object: Values,
  inputs: Values,
  context: LinkContext,
): void {
  const { schema } = definition;
  const differing = schema.differsImmutably(object, inputs, context);
  if (differing.length === 0) return;
  const outputs = schema.outputs(object, inputs);
  throw new AdvisedError({
    action: "read",
    summary: `the object under that name differs from the program in ${differing.join(", ")}`,
    details: differing.map((name) => schema.difference(name, outputs, inputs)),
    hint: "Somebody else may have deleted the object and made another of that name. `pulumi refresh` records the object if it is certainly this stack's own, and forgets it otherwise. Or choose another name.",
    effect: "none",
  });
}

/**
 * True if an id names the object that the outputs name. Where it does not, one of the two was changed by hand, or recorded
 * of an answer that lied.
 */
export function idNames(id: string, definition: ResourceDefinition, recorded: Identity, context: LinkContext): boolean {
  const path = definition.path(recorded);
  if (isSamePath(path, id)) return true;
  const named = parseIdentity(id, definition, context);
  return named !== undefined && definition.path(named) === path;
}

/** The identity that an id names; `undefined` for one that nobody can read. */
export function parseIdentity(id: string, definition: ResourceDefinition, context: LinkContext): Identity | undefined {
  try {
    return definition.identity.parse(id, context);
  } catch {
    return undefined;
  }
}
