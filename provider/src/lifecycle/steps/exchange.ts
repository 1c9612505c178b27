import type { ClaimScope } from "../../fields/claimScope";
import { recordedParts } from "../../fields/shape";
import { containsUnknown } from "../../fields/unknown";
import type { Values } from "../../fields/values";
import type { LinkContext } from "../../names/links";
import { parseUrn } from "../../names/stackUrn";
import { exchangeAdvice } from "../job/advice";
import type { Claim } from "../job/claimRegistry";
import { covers, type Part } from "../job/part";
import { effectivePolicy, keepsObject } from "../resource/localSettings";
import type { Resource } from "../resource/resource";
import type { ResourceDefinition } from "../schema/definition";
import type { Identity, Notice } from "../schema/description";
import { findPlaces, mayTakeOver, nameBeside, partsIn } from "./claims";

/*
 * Names that change places: in one run, a resource is to get what another one of the program has until then. The service has
 * one object of a name, and Pulumi deletes what is replaced at the end of a run. So the run cannot end well where the
 * resources own what they exchange, and nobody knows the earlier value where they borrow it.
 */

/** The words of a difference about an exchange: why the replacement cannot be made, or what it does. */
interface ExchangeWords {
  readonly refusal?: string;
  readonly notices: readonly Notice[];
}

const noExchange: ExchangeWords = { notices: [] };

/**
 * Notes what the state has of a resource, and looks for another one of the program with which it exchanges that. The second
 * one of a pair finds the first.
 */
export function findExchange(resource: Resource, outputs: Values, inputs: Values, context: LinkContext): ExchangeWords {
  const { definition, links, run, log } = resource;
  const isBorrower = definition.localOutputs !== undefined;
  const recorded = definition.schema.identity(outputs, links);
  if (log.urn === "" || recorded === undefined || !(definition.adoptable ?? isBorrower)) return noExchange;
  const has = [
    ...listRecordedParts(definition, recorded, outputs, links),
    ...furtherPlaces(definition, outputs, context),
  ];
  run.recorded.note(log.urn, has);
  const wanted = definition.schema.identity(inputs, links);
  if (wanted === undefined || containsUnknown(wanted)) return noExchange;
  const gets = [...partsIn(definition, inputs, wanted, links), ...furtherPlaces(definition, inputs, context)];
  const exchange = findIncoming(resource, has, gets, inputs) ?? findOutgoing(resource, has, gets);
  if (exchange === undefined) return noExchange;
  const isObject = [recorded, wanted].some((one) => covers([definition.path(one)], exchange.part));
  return describeExchange(exchange, { definition, wanted, isObject, isBorrower, inputs });
}

/** Notes that a create has made the object. */
export function noteMade({ definition, run, log }: Resource, object: string): void {
  if (definition.adoptable) run.recorded.add(log.urn, [[object]]);
}

/**
 * True if an object is deleted first for its own replacement: an alias has changed the URN, and no difference asks for it, or none
 * that this package knows. Nothing else that does not have the object yet is awaited when an object is deleted.
 */
export function makesRoom({ definition, run, log }: Resource, identity: Identity, successor: string): boolean {
  const claim = run.findClaim(successor);
  const isAwaited = claim !== undefined && !claim.settled && claim.takesOver !== true;
  const hasAnother = run.recorded.has(successor, [definition.path(identity)]) === false;
  return definition.ownsObject && isAwaited && !hasAnother && run.findClaim(log.urn) === undefined;
}

/**
 * Why an object cannot be left to the resource of the program that is for the same one: it neither has the object nor takes it
 * over. Deleted for it, the object would be missing if the rest of the run fails; left in place, nobody would have it.
 */
export function takeoverProblem(
  { definition, run, log }: Resource,
  identity: Identity,
  successor: string,
): string | undefined {
  if (!definition.ownsObject || successor === log.urn) return undefined;
  const claim = run.findClaim(successor);
  const isToCome = claim?.takesOver === true && !claim.settled;
  if (isToCome || run.recorded.has(successor, [definition.path(identity)]) === true) return undefined;
  const name = nameBeside(log.urn, successor);
  return `because ${name} of this program is for the same object, and does not have it.\n  ${exchangeAdvice}`;
}

/** A part that one resource of the program has, and that another one is to get. */
interface Exchange {
  readonly part: Part;
  /** As messages name the two. */
  readonly giver: string;
  readonly taker: string;
  /** True if the program lets the taker take over what is there. */
  readonly takesOver: boolean;
}

/** The part that this resource is to get from another one, which is to have something else. */
function findIncoming(
  { definition, run, log }: Resource,
  has: readonly Part[],
  gets: readonly Part[],
  inputs: Values,
): Exchange | undefined {
  const takesOver = mayTakeOver(definition, inputs);
  for (const part of without(gets, has)) {
    const giver = run.recorded.holders(part).find((urn) => {
      const claim = run.findClaim(urn);
      return urn !== log.urn && claim !== undefined && !declares(claim, part);
    });
    if (giver !== undefined) return { part, giver: nameBeside(log.urn, giver), taker: ownName(log.urn), takesOver };
  }
  return undefined;
}

/** The part that another resource is to get from this one, and has not had. */
function findOutgoing({ run, log }: Resource, has: readonly Part[], gets: readonly Part[]): Exchange | undefined {
  for (const part of without(has, gets)) {
    const taker = run
      .otherClaims(log.urn, part[0] ?? "")
      .find((claim) => declares(claim, part) && run.recorded.has(claim.urn, part) === false);
    if (taker !== undefined) {
      return {
        part,
        giver: ownName(log.urn),
        taker: nameBeside(log.urn, taker.urn),
        takesOver: taker.takesOver === true,
      };
    }
  }
  return undefined;
}

function describeExchange(
  { part, giver, taker, takesOver }: Exchange,
  about: {
    readonly definition: ResourceDefinition;
    readonly wanted: Identity;
    readonly isObject: boolean;
    readonly isBorrower: boolean;
    readonly inputs: Values;
  },
): ExchangeWords {
  const { definition, wanted, isObject, isBorrower, inputs } = about;
  const moves = `${taker} of this program is to get what ${giver} has: ${part[0] ?? ""}`;
  const [[place] = []] = findPlaces(definition, wanted, {}, {});
  const instead = `leave ${place?.property ?? "it"} as it is in both, and let their other arguments change places.`;
  const warning = (message: string): ExchangeWords => ({ notices: [{ severity: "warning", message }] });
  if (isBorrower) {
    return keepsObject(effectivePolicy(definition, inputs))
      ? noExchange
      : warning(
          `${moves}. What ${giver} has set there then counts as the earlier value, and nobody knows the one before. To keep it, ${instead}`,
        );
  }
  if (!isObject) {
    return warning(
      `${moves}. The service refuses that as long as ${giver} has it. Where it does, give both names that nobody has, run \`pulumi up\`, and then give the final ones.`,
    );
  }
  if (takesOver) return noExchange;
  const advice = definition.ownsObject ? exchangeAdvice : `Instead, ${instead} Those change in place.`;
  return { refusal: `${moves}. It is there until the end of a run.\n  ${advice}`, notices: [] };
}

/** The parts that, by the state, a resource has set or made. */
function listRecordedParts(
  definition: ResourceDefinition,
  identity: Identity,
  outputs: Values,
  links: LinkContext,
): Part[] {
  const { partial } = definition;
  if (partial === undefined) return partsIn(definition, outputs, identity, links);
  return recordedParts(partial, outputs).map((path) => [definition.path(identity), ...path]);
}

/** Beside an object, the places that it has elsewhere. */
function furtherPlaces(definition: ResourceDefinition, values: Values, context: LinkContext): Part[] {
  return findPlaces(definition, undefined, values, context).map(toPart);
}

function declares({ declared, scopes }: Claim, part: Part): boolean {
  return [...declared, ...scopes.map(toPart)].some((own) => covers(own, part));
}

/** A place as the part that is there. */
function toPart(place: ClaimScope): Part {
  return [place.at(-1)?.at ?? ""];
}

function without(parts: readonly Part[], others: readonly Part[]): Part[] {
  return parts.filter((part) => !others.some((other) => covers(other, part)));
}

function ownName(urn: string): string {
  return JSON.stringify(parseUrn(urn).name);
}
