import type { Path } from "../../fields/leaves";

/**
 * Who declares something: the URN, empty where the request has none (the first of a process), and what check is told
 * besides: the resource's kind and name, with the URN of its parent.
 */
export interface Claimant {
  readonly urn: string;
  readonly kind?: string | undefined;
  readonly name?: string | undefined;
  readonly parent?: string | undefined;
}

/** What a resource is of: `[path]` is an object itself, `[path, …]` a part of it. */
export type Part = Path;

/**
 * Where the object of a resource is among those of others, outermost first, each with the property that names it: a grant is
 * in a policy. A resource sets everything that is in its own object, so no other one can have its object there.
 */
export type Place = readonly { readonly property: string; readonly at: string }[];

/** What one resource of the program was told to be of. */
export interface Claim extends Claimant {
  /** Path of the object: the resource's id; empty while it is not known. */
  readonly object: string;
  /** Left out where several resources share the object. */
  readonly place?: Place | undefined;
  /** What the program says. */
  readonly declared: readonly Part[];
  /** Of that, what is there by the resource's own doing, of this run or an earlier one. */
  readonly held: readonly Part[];
  /** Whether nothing is to be done to it, or its create or update has begun: then it is not deleted to make room for itself. */
  readonly settled: boolean;
}
