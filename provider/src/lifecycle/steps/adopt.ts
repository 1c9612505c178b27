import type { ComputeError } from "../../http/errors/computeError";
import { ownCommand } from "../../messages/installation";
import { autoNamedKey } from "../../names/internalInputs";
import type { LinkContext } from "../../names/links";
import type { Values } from "../../fields/values";
import {
  AdvisedError,
  aliasesHint,
  deleteFirstAdvice,
  exchangeAdvice,
  olderNameAdvice,
  takenNameAdvice,
} from "../job/advice";
import { nameBeside } from "./claims";
import type { ResourceDefinition } from "../schema/definition";
import { effectivePolicy } from "../resource/localSettings";
import { describeIncarnation, unsureWords } from "../resource/incarnation";
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
 * service decides about one that does not match: its refusal tells how it differs.
 */
export async function adoptFound(job: ObjectJob, inputs: Values, context: LinkContext): Promise<Values | undefined> {
  const { definition } = job;
  const object = await tryRead(job, inputs);
  if (object === undefined) job.notice("nothing exists here that it could adopt, so it is created");
  if (object === undefined || definition.stage?.(object) === "leaving") return undefined;
  if (!take(job, inputs, compare(job, inputs, context, object))) return undefined;
  job.keep({ appliedValues: definition.deriveApplied?.(object) });
  return object;
}

/**
 * The service refuses the insert, because an object of that name exists. It is taken when the program asks for that, and only when
 * it is what the program describes.
 */
export function adopt(
  job: ObjectJob,
  inputs: Values,
  context: LinkContext,
  cause: ComputeError,
  object: Values,
): Values {
  const comparison = compare(job, inputs, context, object);
  if (take(job, inputs, comparison)) return object;
  const { decision, outputs, differing, obstacles } = comparison;
  const other = findOtherOwner(job);
  throw new AdvisedError({
    action: cause.action,
    summary: "an object of that name exists already",
    details: [
      `${describeIncarnation(object)}${job.journal.open.length > 0 ? `; ${unsureWords}` : ""}`,
      ...(other === undefined
        ? []
        : [`${other}, another resource of this program, has an object of that name in the state`]),
      ...differing.map((name) => job.definition.schema.difference(name, outputs, inputs)),
      ...obstacles,
    ],
    hint: other === undefined ? clashHint(job, decision, inputs) : exchangeAdvice,
    effect: cause.effect,
    cause,
  });
}

/** The decision of a create for an object that exists. */
type ClashDecision = "adopt" | "refuseUnadoptable" | "refuseDifferent" | "refuseUnasked";

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
  const outputs = definition.schema.outputs(object, inputs);
  const differing = definition.schema.changed(outputs, inputs, context);
  const obstacles = findObstacles(definition, outputs, inputs, object);
  const refusal = inputs.adoptExisting === true ? "adopt" : "refuseUnasked";
  const decision = obstacles.length > 0 ? "refuseUnadoptable" : differing.length > 0 ? "refuseDifferent" : refusal;
  return { decision, outputs, differing, obstacles };
}

/** Takes the object where the decision says so, and returns true then. */
function take(job: ObjectJob, inputs: Values, { decision }: Comparison): boolean {
  if (decision !== "adopt") return false;
  job.journal.applied();
  const isDeleted = effectivePolicy(job.definition, inputs) === "DELETE";
  job.notice(
    `an object of that name exists and matches the program. The resource adopted it${isDeleted ? ", so destroy deletes it" : ""}. ${olderNameAdvice}`,
  );
  return true;
}

const clashHints: Readonly<Record<Exclude<ClashDecision, "adopt">, string>> = {
  refuseUnadoptable: `It cannot be taken over. ${aliasesHint} Or choose another name, or delete it.`,
  refuseDifferent: `To take the object over, make the program describe it and set adoptExisting: true. ${aliasesHint} Or choose another name, or delete the object.`,
  refuseUnasked: `The object matches the program. ${aliasesHint} To take over any other object, set adoptExisting: true (destroy then deletes it). Or choose another name.`,
};

/** How a message names the resource of the program that has the object already. */
function findOtherOwner({ definition, identity, run, urn }: ObjectJob): string | undefined {
  if (!definition.ownsObject) return undefined;
  const other = run.recorded.holders([definition.path(identity)]).find((holder) => holder !== urn);
  return other === undefined ? undefined : nameBeside(urn, other);
}

function clashHint({ definition, identity, run, urn }: ObjectJob, decision: ClashDecision, inputs: Values): string {
  const isRenamed = run.recorded.has(urn, [definition.path(identity)]) === false;
  const ownAdvice = inputs[autoNamedKey] === true ? nameMadeAgain : isRenamed ? takenNameAdvice : deleteFirstAdvice;
  const replaced = definition.ownsObject ? ownAdvice : adoptAdvice;
  return `${decision === "adopt" ? "" : clashHints[decision]} ${replaced} If a run ended before the state recorded it, run \`${ownCommand} orphans\`.`;
}

/** A value of somebody else's object has one place: what replaces it has to take it over, or nothing is there meanwhile. */
const adoptAdvice = "If this run replaces the resource, set adoptExisting: true, which keeps what is there.";

/** The engine asks check for a targeted replacement as for a new resource, so nothing tells that the name is in use. */
const nameMadeAgain =
  "If this run replaces the resource, run the same command with `--refresh`: the replacement then gets another name.";

/** The reasons why an object that somebody else made cannot be adopted, although nothing is seen to differ. */
function findObstacles(definition: ResourceDefinition, outputs: Values, inputs: Values, object: Values): string[] {
  const unusable = definition.unusable?.(outputs);
  const unproven = Object.entries(definition.fields).flatMap(([name, { unprovable, apiName }]) => {
    const why = inputs[name] === undefined ? undefined : unprovable?.(inputs[name], object[apiName ?? name], object);
    return why === undefined ? [] : [`${name} ${why}`];
  });
  return [...(unusable === undefined ? [] : [unusable.reason]), ...unproven];
}
