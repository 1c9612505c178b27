import type { ComputeError } from "../../http/errors/computeError";
import { ownCommand } from "../../messages/installation";
import { autoNamedKey } from "../../names/internalInputs";
import type { LinkContext } from "../../names/links";
import type { Values } from "../../fields/values";
import { AdvisedError, aliasesHint, deleteFirstAdvice } from "../job/advice";
import { decideClash, type ClashDecision } from "../observation/decide";
import type { ResourceDefinition } from "../schema/definition";
import { effectivePolicy } from "../resource/localSettings";
import { canBeOwn, findStackInsert, mayHaveCreated, noteTheirs } from "../observation/creator";
import { tryRead } from "../resource/readBack";
import { describeSubject, type ObjectJob, type Resource } from "../resource/resource";

/** Says in a preview what may come. The create itself says which of both it was. */
export function announceAdoption({ definition, links, log }: Resource, inputs: Values): void {
  if (inputs.adoptExisting !== true) return;
  const identity = definition.schema.identity(inputs, links);
  const subject = identity === undefined ? `gce:${definition.kind}` : describeSubject(definition, identity);
  log.message("info", `${subject}: adopts the existing object as it is, and creates it if there is none.`);
}

/**
 * The object that a create with `adoptExisting` finds before it sends anything; `undefined` where it has to be made. The
 * service decides about one that does not match: a late read can show an object that is deleted.
 */
export async function adoptFound(job: ObjectJob, inputs: Values, context: LinkContext): Promise<Values | undefined> {
  const { definition } = job;
  const object = await tryRead(job, inputs);
  if (object === undefined) {
    job.notice("nothing exists here that it could adopt, so it is created");
    return undefined;
  }
  const isTaken = definition.stage?.(object) !== "leaving" && take(job, inputs, compare(job, inputs, context, object));
  if (!isTaken) {
    // Nothing is sent yet.
    noteTheirs(job, object);
    return undefined;
  }
  job.keep({ appliedValues: definition.deriveApplied?.(object) });
  return object;
}

/**
 * The service refuses the insert, because an object of that name exists. It is taken when the program asks for that, or when
 * it is our own because an answer was lost; but only when it is what the program describes.
 */
export async function adopt(
  job: ObjectJob,
  inputs: Values,
  context: LinkContext,
  cause: ComputeError,
  object: Values,
): Promise<Values> {
  const comparison = compare(job, inputs, context, object);
  if (take(job, inputs, comparison)) return object;
  const { decision, outputs, differing, obstacles } = comparison;
  // The next run finds the operation in the list, and there is nothing else to do.
  const isFoundLater = job.journal.entries.some(({ state }) => state === "notListed");
  if (differing.length > 0 || !canBeOwn(job, object)) noteTheirs(job, object);
  const insert = isFoundLater ? undefined : await findStackInsert(job, object);
  throw new AdvisedError({
    action: cause.action,
    summary: "an object of that name exists already",
    details: [...differing.map((name) => job.definition.schema.difference(name, outputs, inputs)), ...obstacles],
    hint: isFoundLater
      ? undefined
      : insert === undefined
        ? clashHint(job.definition, decision)
        : ownObjectHint(insert, inputs),
    effect: cause.effect,
    cause,
  });
}

/** An object that exists, beside the program. */
interface Comparison {
  readonly decision: ClashDecision;
  readonly outputs: Values;
  /** The arguments in which they differ. */
  readonly differing: readonly string[];
  /** The reasons why it can never be adopted. */
  readonly obstacles: readonly string[];
}

function compare(job: ObjectJob, inputs: Values, context: LinkContext, object: Values): Comparison {
  const { definition } = job;
  // An insert of ours whose end nobody knows may have made it.
  const mayBeOurs = mayHaveCreated(job, object);
  const outputs = definition.schema.outputs(object, inputs);
  const differing = definition.schema.changed(outputs, inputs, context);
  const obstacles = mayBeOurs ? [] : findObstacles(definition, outputs, inputs, object);
  const decision = decideClash({
    mayBeOurs,
    matches: differing.length === 0,
    isAdoptable: obstacles.length === 0,
    asksToAdopt: inputs.adoptExisting === true,
  });
  return { decision, outputs, differing, obstacles };
}

/** Takes the object where the decision says so, and returns true then. */
function take(job: ObjectJob, inputs: Values, { decision }: Comparison): boolean {
  if (decision !== "record" && decision !== "adopt") return false;
  if (decision === "record") job.note({ type: "applied" });
  // A request that the service does not list yet can still make an object, once this one is gone.
  else
    for (const entry of job.journal.entries) if (entry.state !== "notListed") job.note({ type: "notApplied", entry });
  const isDeleted = effectivePolicy(job.definition, inputs) === "DELETE";
  if (decision === "adopt") {
    job.notice(
      `an object of that name exists and matches the program. The resource adopted it${isDeleted ? ", so destroy deletes it" : ""}`,
    );
  }
  return true;
}

const clashHints: Readonly<Partial<Record<ClashDecision, string>>> = {
  refuseUnadoptable: `It cannot be taken over. ${aliasesHint} Or choose another name, or delete it.`,
  refuseDifferent: `To take the object over, make the program describe it and set adoptExisting: true. ${aliasesHint} Or choose another name, or delete the object.`,
  refuseUnasked: `The object matches the program. ${aliasesHint} To take over any other object, set adoptExisting: true (destroy then deletes it). Or choose another name.`,
};

function clashHint({ ownsObject }: ResourceDefinition, decision: ClashDecision): string | undefined {
  const hint = clashHints[decision];
  return hint && `${hint} ${ownsObject ? deleteFirstAdvice : adoptAdvice}`;
}

/** A value of somebody else's object has one place: what replaces it has to take it over, or nothing is there meanwhile. */
const adoptAdvice = "If this run replaces the resource, set adoptExisting: true, which keeps what is there.";

/** The engine asks check for a targeted replacement as for a new resource, so nothing tells that the name is in use. */
const nameMadeAgain =
  "If this run replaces the resource, run the same command with `--refresh`: the replacement then gets another name.";

function ownObjectHint(insert: "ofObject" | "ofName", inputs: Values): string {
  const replaced = inputs[autoNamedKey] === true ? nameMadeAgain : deleteFirstAdvice;
  const made =
    insert === "ofObject"
      ? "An operation of this stack made it."
      : "An operation of this stack made an object of that name at about that time, so it may be this stack's own.";
  return `${made} ${aliasesHint} ${replaced} If a run ended before the state recorded it, run \`${ownCommand} orphans\`, which names the next step.`;
}

/** The reasons why an object that somebody else made cannot be adopted, although nothing is seen to differ. */
function findObstacles(definition: ResourceDefinition, outputs: Values, inputs: Values, object: Values): string[] {
  const unusable = definition.unusable?.(outputs);
  const unproven = Object.entries(definition.fields).flatMap(([name, { unprovable, apiName }]) => {
    const why = inputs[name] === undefined ? undefined : unprovable?.(inputs[name], object[apiName ?? name], object);
    return why === undefined ? [] : [`${name} ${why}`];
  });
  return [...(unusable === undefined ? [] : [unusable.reason]), ...unproven];
}
