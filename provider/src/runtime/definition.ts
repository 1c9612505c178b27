import type { Job } from "./job";
import type { LinkContext } from "../compute/links";
import type { Warning } from "../compute/warning";
import type { Kind, Problem } from "./kinds/kind";
import type { Values } from "./values";

/**
 * What a change of a field does:
 *
 * - `replace`: a new object is made;
 * - `update`: the object is changed in place;
 * - `createOnly`: nothing; it is used by the create call alone, and neither kept nor compared;
 * - `output`: it cannot change from here, only the service sets it;
 * - `completes`: nothing by itself; it completes other fields (a zone for a bare instance name) and is never sent.
 */
export type FieldChange = "replace" | "update" | "createOnly" | "output" | "completes";

/** One row of a resource's fields table. `check`, `diff`, request bodies, read-back, docs and tests all read it. */
export interface Field {
  readonly kind: Kind;
  readonly change: FieldChange;
  readonly required?: true;
  /** What the service takes an absent value for; absent and this never differ. */
  readonly default?: unknown;
  /** Sent even when the program leaves it out, as its default. */
  readonly alwaysSent?: true;
  /** The service may set it where the program does not: then it is no change that the program says nothing. */
  readonly serverMayFill?: true;
  /** A secret: its value is taken out of every message. */
  readonly secret?: true;
  /** The API's name, where it cannot be ours. */
  readonly apiName?: string;
  /** Part of the object's path, not of its body. */
  readonly inPathOnly?: true;
}

export type FieldTable = Readonly<Record<string, Field>>;

/** The parts of `customTimeouts`. */
export type TimedAction = "create" | "update" | "delete";

/** Default deadlines, in milliseconds; `customTimeouts` overrides them. */
export type Timeouts = Readonly<Record<TimedAction, number>>;

/** What identifies an object: the members of its path. */
export type Identity = Readonly<Record<string, string>>;

/**
 * A resource: its fields and a few calls. Everything else — checks, comparison, unknown values, deadlines, pending
 * operations, partial failure, messages — is the same for all and lives in this folder.
 */
export interface ResourceDefinition {
  /** The kind that the loader names; never changes once released. */
  readonly kind: string;
  readonly fields: FieldTable;
  /** Words of other providers for an argument, for suggestions. */
  readonly argumentAliases?: Readonly<Record<string, string>>;
  readonly timeouts: Timeouts;
  /** What completes links in these inputs beyond project, region and zone. */
  linkContext?(inputs: Values, context: LinkContext): LinkContext;
  /** Rules that span fields. Called with inputs that pass each field's own check; values may be unknown. */
  problems?(inputs: Values, context: LinkContext): Problem[];
  /** The object's path, from inputs or outputs: the id, and what `selfLink` is derived from. */
  path(identity: Identity): string;
  /** The members of `path`, in the order in which ids and messages give them. */
  readonly identity: readonly string[];
  /** The identity that an id in any accepted spelling names; throws an error that lists the spellings. */
  parseId(id: string, context: LinkContext): Identity;
  /** Makes the object; `body` is what the API takes. Returns when it is there. */
  create(job: Job, identity: Identity, body: Values): Promise<void>;
  /** The object as the API has it; throws `NotFoundError` when it is not there. */
  read(job: Job, identity: Identity): Promise<Values>;
  /** Removes the object. Returns when it is gone; throws `NotFoundError` when it is not there. */
  delete(job: Job, identity: Identity): Promise<void>;
  /** Warnings that the service keeps on the object itself. */
  warnings?(object: Values): Warning[];
  /** What a person should know before this replacement happens. */
  replacementWarning?(olds: Values, news: Values, deletedFirst: boolean): string | undefined;
}
