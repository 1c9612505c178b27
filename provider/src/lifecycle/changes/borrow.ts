import type { CallContext } from "../../http/client";
import type { ComputeError } from "../../http/errors/computeError";
import type { RecordChange } from "../job/job";
import type { Mutation } from "./attempt";

/** The plan for an object as it was just read. It says, and the loop does. */
export interface Plan<N = unknown> {
  /** The value to send; `undefined` when everything is as it should be. */
  readonly next: N | undefined;
  /** Recorded before the request is sent: until its end is known, what is there may be any of these values. */
  readonly record?: RecordChange;
  /** Said before the request is sent. */
  readonly warnings?: readonly string[];
  /**
   * Recorded once the object is known to be as planned.
   *
   * @param shown the answer to the request, or the object as it was read where nothing was sent
   */
  applied?(shown: unknown): RecordChange;
  /** Said once the object is known to be as planned. */
  readonly notices?: readonly string[];
  /** Set where, with it, all of another change is put back: says whether the state has something of the resource then. */
  readonly undone?: "record" | "nothing";
}

/** Values that a resource sets in an object of somebody else, or puts back: a description, which the loop carries out. */
export interface Borrow<O = unknown, N = unknown, P extends Plan<N> = Plan<N>> {
  /** Of the mutating request, such as `setLabels`. */
  readonly action: string;
  /** The path of the object: changes of one object are made one after the other in this process. */
  readonly key: string;
  /**
   * The object as it is now.
   *
   * @param call the means of each request; its deadline is that of the step
   */
  read(call: CallContext): Promise<O>;
  /** An etag or fingerprint, or the value itself: it is another one after each change. A read that shows one that an own write has replaced is late. */
  version?(actual: O): unknown;
  /** True if the service refuses a write whose version is not the newest: then all of the change is made again. */
  readonly isConditional: boolean;
  /**
   * The version that a value makes, where it may be one that was there before. Of an object without an etag or fingerprint, the service
   * cannot refuse what is based on an old read.
   */
  versionAfter?(next: N): unknown;
  /**
   * Decides what to send, what to record, and what to say.
   *
   * @param mayBeOurs true if an answer or an operation was lost, so that what is there may be what an earlier attempt wrote
   * @param earlier the plan for an earlier read of this step
   */
  plan(actual: O, mayBeOurs: boolean, earlier: P | undefined): P | Promise<P>;
  /** The request that sets a value; refused, where the borrow is conditional, if the object is another than this one by then. */
  write(next: N, actual: O): Mutation | AtOnce;
  /** The value that changes nothing. Sent where an object is as it should be, in a version that an own change has replaced: that proves it. */
  unchanged?(actual: O): N;
  /**
   * The object once a value is written. With it, changes that wait for each other are planned one after the other on one read, and go
   * in one request, which has the value of the last one.
   */
  after?(actual: O, next: N): O;
  /** Says a refusal in the words of the kind. Default: in those of the service. */
  explain?(error: unknown, actual: O): unknown;
  /** After a refusal, explained: the object as the next attempt should take it; `undefined` where no other attempt can help. */
  lookAgain?(error: unknown, actual: O): Promise<O | undefined>;
  /** Tells the other steps of this run, in memory alone. */
  finish?(plan: P): void;
  /**
   * Waits for what follows, such as the instances of a group. Whatever comes of that, the change itself is done.
   *
   * @returns nothing where there is nothing to record
   */
  wait?(plan: P): Promise<Waited | undefined>;
  /** The wait has failed: how the step goes back to what was there before this change. Without it, the change stays. */
  undo?(plan: P, error: unknown): Undo | undefined;
}

/** A change that goes back. */
export interface Undo {
  /** Put back what was there before. */
  readonly changes: AsyncIterable<Change>;
  /** Looks at the object then, whether or not these changes have failed. */
  look(): Promise<Look>;
}

/** The end of a wait for what follows a change. */
export interface Waited {
  readonly record: RecordChange;
  /** The wait ends without what it is for. */
  readonly failure?: ComputeError;
}

/** The object after a change that was to go back. */
export interface Look {
  /** The findings, in sentences. */
  readonly says: string;
  readonly record?: RecordChange | undefined;
}

/** A change at the service: one request, or a borrowed value. */
export type Change = Mutation | Borrow;

/** A request without an operation, whose answer is the object as it is from then on. */
export interface AtOnce {
  sendAtOnce(call: CallContext): Promise<unknown>;
}
