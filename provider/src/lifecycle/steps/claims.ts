import { isSamePath } from "../../names/samePath";
import type { LinkContext } from "../../names/links";
import type { ResourceDefinition } from "../schema/definition";
import type { Identity } from "../schema/description";
import { readPending } from "../job/journal";
import { parseUrn } from "../../names/stackUrn";
import type { Problem } from "../../fields/kind";
import { findScopeConflict, type ClaimScope } from "../../fields/claimScope";
import { overlap, pathText, type Path } from "../../fields/leaves";
import { claimedParts, recordedParts, type Shape } from "../../fields/shape";
import type { Resource } from "../resource/resource";
import type { Part } from "../job/part";
import { containsUnknown, isUnknown } from "../../fields/unknown";
import type { Values } from "../../fields/values";

/*
 * The claims that each step of a resource makes in the registry of the run.
 */

/**
 * Notes what the program declares.
 *
 * @returns the problem of an object that another resource of the program manages as well: at every run, each would undo what
 * the other did, or the service would refuse the second one. A place that is not known yet is let through; it is known when
 * the resource is made.
 */
export function declareClaim(
  resource: Resource,
  identity: Identity | undefined,
  inputs: Values,
  context: LinkContext,
): Problem[] {
  const { definition, run, log } = resource;
  const { kind, partial } = definition;
  const isKnown = identity !== undefined && !containsUnknown(identity);
  const [object, parts] = isKnown
    ? [definition.path(identity), partsIn(definition, inputs, identity, context)]
    : ["", []];
  if (partial === undefined) {
    const places = findPlaces(definition, identity, inputs, context);
    if (places.length === 0) return [];
    run.declare(log.urn, kind, object, parts, places, mayTakeOver(definition, inputs));
    return places.flatMap((place) => conflictsIn(resource, place)).slice(0, 1);
  }
  if (!isKnown) return [];
  run.declare(log.urn, kind, object, parts);
  return run.otherClaims(log.urn, object).flatMap((other) =>
    parts
      .filter((part) => other.declared.some((theirs) => overlap(part, theirs)))
      .map(([, ...path]) => spelt(partial, path, inputs))
      .map((property) => ({
        property,
        reason: `${property} is managed by ${nameBeside(log.urn, other.urn)} too, a resource of this program for the same object. In every run, each undoes the change of the other. Keep it in one of them.`,
      })),
  );
}

/** Other resources of the program whose object is this one, or is in it or around it. */
function conflictsIn({ definition, run, log }: Resource, place: ClaimScope): Problem[] {
  const own = { kind: `gce:${definition.kind}`, place, repeatable: definition.repeatable };
  return run.otherClaims(log.urn, place[0]?.at ?? "").flatMap((other) => {
    const kind = `gce:${other.kind ?? ""}`;
    const name = nameBeside(log.urn, other.urn);
    return other.scopes
      .map((theirs) => findScopeConflict(own, { kind, name, place: theirs }))
      .filter((conflict) => conflict !== undefined);
  });
}

/** True if a create with these inputs may take what another resource has. */
export function mayTakeOver({ takesOver }: ResourceDefinition, inputs: Values): boolean {
  return inputs.adoptExisting === true || takesOver?.(inputs) === true;
}

/** The known places of an object: its own, and a further one. */
export function findPlaces(
  definition: ResourceDefinition,
  identity: Identity | undefined,
  values: Values,
  context: LinkContext,
): ClaimScope[] {
  return [identity && findScope(definition, identity), definition.furtherClaimScope?.(values, context)]
    .filter((place) => place !== undefined)
    .filter(([outermost]) => !isUnknown(outermost?.at));
}

/** Notes what diff has found to be there already, by an earlier run of the resource. */
export function claimUnchanged(
  resource: Resource,
  outputs: Values,
  inputs: Values,
  found: { readonly changes: boolean; readonly replaces: readonly string[] },
): void {
  const { definition, links, run, log } = resource;
  const identity = definition.schema.identity(inputs, links);
  if (identity === undefined || containsUnknown(identity)) return;
  const object = definition.path(identity);
  const recorded = definition.schema.identity(outputs, links);
  if (found.replaces.length > 0) {
    const isSame = recorded !== undefined && isSamePath(definition.path(recorded), object);
    if (isSame) run.found(log.urn, object, { mustDeleteFirst: true });
    return;
  }
  const parts = partsIn(definition, inputs, identity, links);
  const { partial } = definition;
  if (partial !== undefined) {
    const recorded = recordedParts(partial, outputs);
    const set = recorded.map((path): Part => [object, ...path]);
    run.found(log.urn, object, {
      applied: parts.filter(([, ...path]) => recorded.some((other) => pathText(other) === pathText(path))),
      recorded: set,
    });
  }
  if (!found.changes) run.found(log.urn, object, { applied: parts, settled: true });
}

/**
 * Notes the record of an object of somebody else, for a replacement of the resource: without it, nobody would know the
 * earlier values. An open request has to be settled first.
 */
export function keepRecord({ definition, links, run, log }: Resource, outputs: Values): boolean {
  // Of an object of its own nothing is kept: a diff of many of them has nothing to compute here.
  const { localOutputs, handsOver, adoptable } = definition;
  const goesOn = localOutputs !== undefined || (handsOver === true && adoptable === true);
  if (!goesOn || readPending(outputs).length > 0) return false;
  const identity = definition.schema.identity(outputs, links);
  if (identity === undefined) return false;
  run.keepRecord(log.urn, definition.path(identity), outputs);
  return true;
}

/** Notes that a create or update has begun; what is managed of an object of somebody else is noted when it is set. */
export function claimObject({ definition, links, run, log }: Resource, identity: Identity, inputs: Values): void {
  if (definition.partial === undefined)
    run.claim(log.urn, definition.path(identity), partsIn(definition, inputs, identity, links));
}

/**
 * The resource of the program that is of the same object as one that is deleted, or of each of its parts: then there is
 * nothing to delete.
 */
export function findSuccessor(
  { definition, links, run, log }: Resource,
  identity: Identity,
  outputs: Values,
): string | undefined {
  if (definition.partial !== undefined) return undefined;
  const parts = partsIn(definition, outputs, identity, links);
  const claimants = parts.map((part) => run.claimOwner(log.urn, part));
  const objectOwner = claimants.find((_urn, index) => parts[index]?.length === 1);
  return objectOwner ?? (claimants.includes(undefined) ? undefined : claimants[0]);
}

/** True if this process was given the inputs by a program, and not by the state. */
export function isFromProgram({ definition, links, run }: Resource, inputs: Values): boolean {
  const identity = definition.schema.identity(inputs, links);
  return identity !== undefined && run.isChecked(definition.path(identity));
}

function findScope({ fields, argumentAliases, ...definition }: ResourceDefinition, identity: Identity): ClaimScope {
  const member = definition.identity.members.at(-1) ?? "";
  const property = member in fields ? member : (argumentAliases?.[member] ?? member);
  return definition.claimScope?.(identity) ?? [{ property, at: definition.path(identity) }];
}

/** The parts that these inputs or outputs claim. */
export function partsIn(
  definition: ResourceDefinition,
  values: Values,
  identity: Identity,
  links: LinkContext,
): Part[] {
  const object = definition.path(identity);
  const { partial, schema } = definition;
  if (partial === undefined) return definition.claims?.(values, identity) ?? [[object]];
  return claimedParts(partial, values, schema.context(values, links)).map((path) => [object, ...path]);
}

/** How a message names another resource: with its parent, where its name is the same. */
export function nameBeside(urn: string, other: string): string {
  const { name, parent } = parseUrn(other);
  const quoted = JSON.stringify(name);
  return name === parseUrn(urn).name ? `${quoted} of ${parent === "" ? "the stack itself" : `a ${parent}`}` : quoted;
}

/** A path in the program's own words. */
function spelt({ shorthand }: Shape, [field = "", ...rest]: Path, inputs: Values): string {
  const isShort = shorthand !== undefined && field === shorthand.standsFor && inputs[field] === undefined;
  return pathText([isShort ? shorthand.name : field, ...rest]);
}
