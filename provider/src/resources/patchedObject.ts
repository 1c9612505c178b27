import { addressMembers, getObject, locationMembers, objectPath, patchObject } from "../compute/objects";
import type { Address, Collection } from "../compute/objects";
import type { Kind, Problem } from "../fields/kind";
import type { Path } from "../fields/leaves";
import { linkedIdentity } from "../fields/linkScope";
import { linkKind } from "../fields/links";
import { locationKind, projectKind } from "../fields/scalars";
import { managedPaths, pickDeclared, toListPatch, unmanaged, type Shape } from "../fields/shape";
import { isUnknown } from "../fields/unknown";
import { pick, type Values } from "../fields/values";
import type { Change } from "../lifecycle/changes/borrow";
import type { Job } from "../lifecycle/job/job";
import { defineResource, type ResourceDefinition } from "../lifecycle/schema/definition";
import type { Identity, Notice, ResourceDescription, Target } from "../lifecycle/schema/description";
import { makeForm, output, outputAs, type Field, type FieldTable } from "../lifecycle/schema/field";
import { isPrevented, leaves, restores } from "../names/deleteEffects";
import { canonicalUrl, type LinkContext } from "../names/links";
import { zoneRegion } from "../names/names";
import type { PartialObject } from "../parts/partialObject";
import { findOwnershipChanges, readManagedParts, setParts, type Consider } from "../parts/patchParts";
import { partsKey, readParts } from "../parts/record";
import { restoreParts } from "../parts/restoreParts";
import { inItemOrder, restoreInItemOrder } from "./itemOrder";

/** The members that follow from the collection and the shape: nobody writes them for one kind. */
type Derived =
  | ("fields" | "identity" | "path" | "partial" | "placedBy" | "linkContext" | "unreadable" | "deleteEffects")
  | (
      | "localArguments"
      | "localOutputs"
      | "secretOutputs"
      | "create"
      | "read"
      | "list"
      | "update"
      | "delete"
      | "ownershipChanges"
    )
  | ("isAwaited" | "collection" | "adoptable" | "patches");

/**
 * The object that a step patches.
 *
 * @typeParam B its neighbours, which decide on some of its parts
 */
export interface Patched<B = unknown> extends PartialObject<B> {
  readonly job: Job;
  readonly address: Address;
}

/** Neighbours of an object that decide on some of its parts, such as an autoscaler on the size of a group. */
export interface Neighbours<B> {
  /** Reads them, as far as they concern this patch. */
  read(job: Job, address: Address, actual: Values, patch: Values): Promise<B>;
  /** The parts on which they decide by now: these are not put back. */
  decide(beside: B): readonly string[];
}

/** A change of parts, before it is known what follows it. */
export type PartsChange = ReturnType<typeof setParts>;

/** The sequel of a change, such as the rollout of a group: by its end, the change ends well or not. */
export interface Following<B> {
  /** The arguments that say whether it is waited for, and how. */
  readonly arguments: Readonly<Record<string, Kind>>;
  /** True if these inputs or outputs say that it is waited for. */
  isAwaited(values: Values): boolean;
  /**
   * The change with what follows it.
   *
   * @param olds the recorded outputs; empty before the first change
   */
  afterChange(object: Patched<B>, target: Target, olds: Values, set: PartsSetter): Change | AsyncIterable<Change>;
  /** The changes that put everything back, with what follows them. */
  afterRestore(object: Patched<B>, outputs: Values, context: LinkContext): Change | AsyncIterable<Change>;
}

/**
 * Makes the change of an object's parts to what a target says.
 *
 * @param olds the recorded outputs; empty before the first change
 */
export type PartsSetter = (target: Target, olds: Values, how: SetMeans) => PartsChange;

interface SetMeans {
  /** True if something follows, by which the change ends well or not. */
  readonly isAwaited: boolean;
  /** True for the rest of a change that the kind has considered already. */
  readonly isRest?: boolean;
}

/** The special parts of a kind of object that others own, and of which a resource sets some parts. */
export interface PatchedObject<B = undefined> extends Omit<ResourceDescription, Derived> {
  /** For messages: `a regional managed instance group`, and `group` where that is clear. */
  readonly noun: string;
  readonly shortNoun: string;
  readonly collection: Collection;
  /** The argument that names the object: `instanceGroupManager`. */
  readonly argument: string;
  /** The parts that can be managed, in the API's own shape. What it conceals is a secret in the state, too. */
  readonly shape: Shape;
  /** The further outputs that the service answers, beyond what every such object has. */
  readonly outputs: FieldTable;
  /** A part to name where a program gives none. */
  readonly example: string;
  /** Lists of which the service does not take in one request that items go and that others come: those that go are first. */
  readonly removesFirst?: readonly string[];
  readonly neighbours?: Neighbours<B>;
  /** Refuses, before it is sent, a patch that the object rules out; returns what the patch sets off, in sentences. */
  consider?(object: Patched<B>, target: Target, olds: Values, found: Considered<B>): readonly string[];
  readonly following?: Following<B>;
}

/** A patch that is about to be sent. */
export interface Considered<B> {
  readonly actual: Values;
  readonly patch: Values;
  readonly beside: B;
}

/** The definition of a kind that sets parts of an object of somebody else's, records what was there, and puts it back. */
export function patchedObject<B = undefined>(kind: PatchedObject<B>): ResourceDefinition {
  const {
    noun,
    shortNoun,
    collection,
    argument,
    shape,
    outputs,
    example,
    removesFirst = [],
    neighbours,
    consider,
    following,
    ...special
  } = kind;
  const { scope } = collection;
  const target = { collection: collection.name, scopes: [scope] };
  const places = locationMembers(collection);
  const hidden = markSecret(shape.concealed);
  const fields: FieldTable = {
    project: { kind: projectKind, change: "replace", inPathOnly: true, required: true },
    ...(scope === "global"
      ? {}
      : { [scope]: { kind: locationKind(scope), change: "replace", inPathOnly: true, required: true } as const }),
    [argument]: { kind: linkKind(target), change: "replace", required: true, onTargetDelete: "cascades" },
    ...Object.fromEntries(
      Object.entries(shape.members).map(([name, kind]) => [
        name,
        {
          kind,
          change: "update",
          ...markSecret(shape.concealed.filter(([field]) => field === name).map((path) => path.slice(1))),
        } as const,
      ]),
    ),
    previous: { kind: shape.declaredKind, change: "createOnly", ...hidden },
    managedFields: outputAs({ list: "text" }),
    previousValues: { ...outputAs("any"), ...hidden },
    fingerprint: output,
    kind: output,
    numericId: { ...outputAs("int64"), apiName: "id" },
    creationTimestamp: output,
    selfLink: output,
    ...outputs,
  };
  const form = makeForm(fields);
  const toAddress = (identity: Identity) =>
    Object.fromEntries(
      addressMembers(collection).map((member) => [member, identity[member === "name" ? argument : member]]),
    ) as unknown as Address;
  const path = (identity: Identity) => objectPath(collection, toAddress(identity));
  const find = (link: unknown, context: LinkContext) =>
    linkedIdentity(link, argument, target, context) as Identity | undefined;

  function makeObject(job: Job, identity: Identity): Patched<B> {
    const address = toAddress(identity);
    return {
      job,
      address,
      shape,
      path: path(identity),
      project: address.project,
      read: async (call = job.call) => await getObject(job.client, collection, address, form, call),
      readBeside: async (actual, patch) => (await neighbours?.read(job, address, actual, patch)) as B,
      decidedByOthers: (beside) => neighbours?.decide(beside) ?? [],
      send: (patch, actual, requestId) =>
        patchObject(
          job.client,
          collection,
          address,
          {
            ...toListPatch(shape, patch, actual, withRegion({ ...job.links, ...pick(identity, places) })),
            fingerprint: actual.fingerprint,
          },
          requestId,
          job.call,
        ),
    };
  }

  function change(job: Job, target: Target, olds: Values): Change | AsyncIterable<Change> {
    const object = makeObject(job, target.identity);
    const set: PartsSetter = (next, recorded, { isAwaited, isRest = false }) => {
      const look: Consider<B> = (actual, patch, beside) =>
        isRest ? [] : (consider?.(object, next, recorded, { actual, patch, beside }) ?? []);
      return setParts(job, object, next, recorded, look, isAwaited);
    };
    if (following !== undefined) return following.afterChange(object, target, olds, set);
    return removesFirst.length === 0
      ? set(target, olds, { isAwaited: false })
      : inItemOrder(job, shape, removesFirst, { target, olds }, (next, recorded, isRest) =>
          set(next, recorded, { isAwaited: false, isRest }),
        );
  }

  return defineResource({
    ...special,
    fields,
    partial: shape,
    patches: { noun: shortNoun, collection },
    identity: {
      members: [...places, argument],
      read: (values, context) => find(values[argument], context),
      parse(id, context) {
        const identity = find(id, context);
        if (identity !== undefined) return identity;
        throw new Error(`${JSON.stringify(id)} is not the id of ${noun}.`);
      },
    },
    path,
    unreadable: `nothing at the service shows which values belong to it. Declare the fields to manage: if the ${shortNoun} already has these values, the create sends nothing.`,
    deleteEffects: {
      RETAIN: leaves(`the ${shortNoun}`),
      RESTORE: restores(`the earlier settings of the ${shortNoun}`, "what somebody else has changed since"),
      PREVENT: isPrevented,
    },
    localOutputs: ["managedFields", "previousValues", partsKey],
    // The values that were there before may be anybody's metadata, and the rest is what the program set, which may be a secret.
    secretOutputs: ["previousValues", partsKey],
    placedBy: { field: argument, target },
    linkContext: (_inputs, context) => withRegion(context),
    problems: (inputs, context) => [...nothingManaged(inputs), ...(special.problems?.(inputs, context) ?? [])],

    create: (job, target) => change(job, target, {}),
    update: (job, target) => change(job, target, target.olds),

    async read(job, identity, known) {
      const object = await makeObject(job, identity).read();
      const context = withRegion({ ...job.links, ...pick(identity, places) });
      return {
        ...unmanaged(shape, object),
        ...readManagedParts(job, shape, object, known, context),
        [argument]: canonicalUrl(path(identity), job.links),
      };
    },

    delete(job, identity, outputs, context) {
      const object = makeObject(job, identity);
      if (following !== undefined) return following.afterRestore(object, outputs, context);
      return removesFirst.length === 0
        ? restoreParts(job, object, outputs, context)
        : restoreInItemOrder(job, object, removesFirst, outputs, context);
    },

    ownershipChanges: (olds, news, ...more) => findOwnershipChanges(shape, olds, news, ...more),
    createNotices: (news) => [...emptyNotices(news), ...(special.createNotices?.(news) ?? [])],
    ...(following === undefined
      ? {}
      : {
          localArguments: following.arguments,
          isAwaited: (outputs) =>
            following.isAwaited(outputs) && readParts(shape, outputs).some(({ good }) => good !== undefined),
        }),
  });

  function nothingManaged(inputs: Values): Problem[] {
    if (shape.names.some((name) => inputs[name] !== undefined)) return [];
    const reason = `There is nothing to manage: give at least one field of the ${shortNoun}, such as ${example}.`;
    return [{ property: argument, reason }];
  }

  /** The notice on a patch that is made with objects without members alone. */
  function emptyNotices(news: Values): Notice[] {
    if (managedPaths(shape, pickDeclared(shape, news, {})).length > 0) return [];
    const declaredNames = shape.names.filter((name) => news[name] !== undefined).join(", ");
    return [{ severity: "warning", message: `it manages nothing yet: ${declaredNames} has no members.` }];
  }

  /** The objects that one of a zone uses may be in the region of the zone. */
  function withRegion(context: LinkContext): LinkContext {
    const { zone } = context;
    if (scope !== "zone" || zone === undefined) return context;
    return { ...context, region: isUnknown(zone) ? zone : zoneRegion(zone) };
  }
}

/** The mark of a field whose members are secrets. */
function markSecret(secret: readonly Path[]): Partial<Pick<Field, "secret">> {
  return secret.length === 0 ? {} : { secret };
}
