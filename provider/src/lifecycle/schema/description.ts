import type { FieldTable } from "./field";
import type { Change } from "../changes/borrow";
import type { Job } from "../job/job";
import type { DeleteEffects } from "../../names/deleteEffects";
import type { LinkContext } from "../../names/links";
import type { Operation } from "../../compute/endpoints/operations";
import type { Collection } from "../../compute/objects";
import type { OwnedCollection } from "../../compute/ownedCollection";
import type { Warning } from "../../compute/warning";
import type { ClaimScope } from "../../fields/claimScope";
import type { IgnoredPaths } from "../../fields/ignoredPaths";
import type { Kind, Problem } from "../../fields/kind";
import type { ParentLink } from "../../fields/linkScope";
import type { Shape } from "../../fields/shape";
import type { Part } from "../job/part";
import type { Values } from "../../fields/values";

/** The identity of an object: the members of its path. A definition names those that each of its objects has. */
export type Identity<Members extends string = string> = Readonly<Record<Members, string>>;

/** Where the identity of an object stands. */
export interface IdentityForm<I extends Identity = Identity> {
  /** Its members, in the order in which ids and messages give them. */
  readonly members: readonly string[];
  /** The arguments that give them, where a member is not the argument of its name: an id shows these. */
  readonly arguments?: readonly string[];
  /** In inputs or outputs; `undefined` when it is not all there. */
  read(values: Values, context: LinkContext): I | undefined;
  /** In an id in any accepted spelling; throws an error that lists the spellings. */
  parse(id: string, context: LinkContext): I;
}

/** The target of a call: identity, values and body. */
export interface Target<I extends Identity = Identity> {
  readonly identity: I;
  /** The inputs, checked and completed. */
  readonly values: Values;
  /** The inputs as the API takes them, without those that are in the path. */
  readonly body: Values;
  readonly context: LinkContext;
}

/** The target of a change in place. */
export interface Update<I extends Identity = Identity> extends Target<I> {
  /** The outputs from before. */
  readonly olds: Values;
  /** The fields that differ. */
  readonly changed: readonly string[];
}

/** Something said in the preview. */
export interface Notice {
  readonly severity: "info" | "warning";
  readonly message: string;
}

/** How far an object is that the service shows before it is complete, and until it is gone. */
export type Stage = "making" | "complete" | "leaving";

/** Something at the service that operations of a project have made, of a kind that cannot be listed. */
export interface Trace<I extends Identity = Identity> {
  readonly identity: I;
  /** As `read` gives it. */
  readonly object: Values;
  /** The tags of a request that created it, in each spelling that it may have been asked for in. */
  readonly tags: readonly string[];
}

/**
 * A resource: its fields and a few calls. Everything else — checks, comparison, unknown values, deadlines, pending
 * operations, partial failure, messages — is the same for all and lives in this folder.
 *
 * @typeParam I what `identity` gives: every call is handed one of these
 */
export interface ResourceDescription<I extends Identity = Identity> {
  /** The kind that the loader names; never changes once released. */
  readonly kind: string;
  readonly fields: FieldTable;
  /** Words of other providers for an argument, for suggestions. */
  readonly argumentAliases?: Readonly<Record<string, string>>;
  /** The arguments that constraints of organizations are about: `{ "gcp.resourceLocations": "storageLocations" }`. */
  readonly constraints?: Readonly<Record<string, string>>;
  /** The deadline of each step, which `customTimeouts` overrides. Default: 20 minutes. */
  readonly timeoutMs?: number;
  /**
   * Manages parts of an object that somebody else made: that the object is there says nothing of the parts. So `update`
   * is also called where earlier work was settled and nothing differs, and several resources may be of one object.
   */
  readonly partial?: Shape;
  /** Of such an object: the word for it, such as `group`, and its collection. Pages and classes are written by it. */
  readonly patches?: { readonly noun: string; readonly collection: Collection };
  /** Further arguments that are ours alone, kept with the outputs: a change of them makes no call. */
  readonly localArguments?: Readonly<Record<string, Kind>>;
  /** The context that completes links in these inputs beyond project, region and zone. */
  linkContext?(inputs: Values, context: LinkContext): LinkContext;
  /** Rules that span fields. Called with inputs that pass each field's own check; values may be unknown. */
  problems?(inputs: Values, context: LinkContext): Problem[];
  /** The link to the object that the resource changes. It says the project and region, before the configuration does. */
  readonly placedBy?: ParentLink;
  /**
   * The parts that a resource with these inputs or outputs claims, where that is not the object of its path alone: resources of other
   * kinds may be of the same parts. Values may be unknown.
   */
  claims?(values: Values, identity: I): Part[];
  /**
   * Where the object is among those of other resources. Default: its path alone, named by the last member of `identity`.
   * Members of the identity may be unknown.
   */
  claimScope?(identity: I): ClaimScope;
  /** A place that the object has beside it, such as a name at an object that has many. Values may be unknown. */
  furtherClaimScope?(values: Values, context: LinkContext): ClaimScope | undefined;
  /** Several resources of a program may manage one object, because each leaves it as the others want it. */
  readonly repeatable?: true;
  readonly identity: IdentityForm<I>;
  /** The object's path: the id, and what `selfLink` is derived from. */
  path(identity: I): string;
  /** True if `adoptExisting` is offered: only where making one can clash with one that is there. */
  readonly adoptable?: true;
  /** The effects of a delete, by the policies that the kind offers, its default first. With one alone there is no such argument. */
  readonly deleteEffects: DeleteEffects;
  /** Outputs that only we know, such as previous values: kept from run to run, and on a failure too. */
  readonly localOutputs?: readonly string[];
  /** Outputs that the state keeps encrypted whether an input is a secret or not. */
  readonly secretOutputs?: readonly string[];
  /** The changes that make the object, or set its values. The lifecycle makes them: a definition sends nothing. */
  create(job: Job, target: Target<I>): Change | AsyncIterable<Change>;
  /**
   * The object as the API has it; `undefined`, or `NotFoundError`, when it is not there. Under `__own` it may have the applied values
   * that it shows, where the record has others.
   *
   * @param known inputs or outputs that say what is looked for; only the identity, for `get`
   */
  read(job: Job, identity: I, known: Values): Promise<Values | undefined>;
  /**
   * The applied values of a resource that is imported, from the object as `read` gives it: without them, nothing would tell
   * what is there later from what somebody else sets in its place. For kinds that record applied values.
   */
  deriveApplied?(object: Values): readonly unknown[];
  /** Why an id alone is not enough to read it, with what to do instead. Default: it is. */
  readonly unreadable?: string;
  /** The collection that its objects are in, where the resource owns whole objects. */
  readonly collection?: OwnedCollection;
  /** Every object of the kind in a project, or those that the service's filter lets through, where the resource owns whole objects. */
  list?(job: Job, project: string, filter?: string): AsyncIterable<Values>;
  /** The objects that these operations of a project have created and that exist, where the resource owns no whole objects. */
  traces?(job: Job, operations: readonly Operation[]): AsyncIterable<Trace<I>>;
  /** The changes in place, one after the other. */
  update?(job: Job, target: Update<I>): Change | AsyncIterable<Change>;
  /** The changes that remove the object, or put back what was there; none where nothing can be put back. */
  delete(job: Job, identity: I, outputs: Values, context: LinkContext): Change | AsyncIterable<Change> | undefined;
  /** Why the object has to be made anew although nothing changed, such as a failed status. It is deleted first. */
  unusable?(outputs: Values): { field: string; reason: string } | undefined;
  /** How far the object is, where the service shows that; it is waited for while it is being made. */
  stage?(object: Values): Stage;
  /**
   * True if an object that is there after an insert ended in an error is what that insert left. Default: it is the
   * incarnation that the operation names as its target.
   */
  isLeftover?(object: Values): boolean;
  /** Warnings that the service keeps on the object itself. */
  warnings?(object: Values): Warning[];
  /**
   * Fields that the program changes although what is there is as it says: it may say of more or of less than before that
   * it is to be absent, or say what a run has set that was killed before anything was recorded.
   */
  ownershipChanges?(olds: Values, news: Values, context: LinkContext, ignored: IgnoredPaths): string[];
  /** Notices before it is created. Values may be unknown. */
  createNotices?(news: Values): Notice[];
  /** Why this change in place can never be made, in sentences; `undefined` for one that can. Values may be unknown. */
  changeRefusal?(olds: Values, news: Values): string | undefined;
  /** True if the state is that of a change whose wait has not ended well: until then, each `up` waits on, also after a refresh. */
  isAwaited?(outputs: Values): boolean;
  /** Notices before an update that changes nothing, and ends what the last run has left to do. */
  resumeNotices?(news: Values): Notice[];
  /** Notices before this change in place. */
  changeNotices?(olds: Values, news: Values, changed: readonly string[], context: LinkContext): Notice[];
  /**
   * True if two different objects cannot be at the service at the same time, because both need one name. A replacement then
   * deletes the old one first, as it does if both have one path.
   */
  excludes?(olds: Values, news: Values, context: LinkContext): boolean;
  /**
   * A new one of the same path takes over what the old one has, and nothing is missing in between: where the engine replaces
   * by itself, it makes the new one first, and the delete of the old one leaves everything.
   */
  readonly handsOver?: true;
  /** True if these inputs let a create take what another resource has. Default: what `adoptExisting` says. */
  takesOver?(inputs: Values): boolean;
  /** A warning before this replacement. */
  replacementWarning?(olds: Values, news: Values, deletedFirst: boolean): string | undefined;
}
