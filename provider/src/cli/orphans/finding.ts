/** 0: nothing is left to do; 1: something is; 2: it could not be found out. */
export const exitCodes = { clean: 0, found: 1, failed: 2 } as const;

/** How it is known that something may have been left behind. */
export type Cause =
  /** The state has a pending operation: the CLI ended in the middle of it. */
  | { readonly from: "pendingOperation"; readonly operation: string }
  /** The service has an operation that this stack began, of an object that the state does not know. */
  | { readonly from: "serviceOperation"; readonly operation: string; readonly begunAt: string | undefined };

/**
 * What is at the service:
 *
 * - `there`: the object is there, and nothing records it;
 * - `running`: the operation that makes it is still running;
 * - `absent`: it does not exist, and no operation is making it;
 * - `recorded`: the state has it by now;
 * - `asDescribed`, `otherwise`: the part of another's object that the resource manages is, or is not, as the program says;
 * - `unknown`: it could not be checked.
 */
export type Situation = "there" | "running" | "absent" | "recorded" | "asDescribed" | "otherwise" | "unknown";

/** One way on. Steps of one finding are alternatives: any one of them will do. */
export interface Step {
  readonly do: "adopt" | "delete" | "wait" | "up" | "refresh" | "look";
  /** As a sentence. */
  readonly say: string;
  /** What to type. */
  readonly command?: string;
  /** What to write into the resource's arguments. */
  readonly arguments?: Readonly<Record<string, string | boolean>>;
  /** The request that does it. */
  readonly request?: { readonly method: "DELETE" | "POST"; readonly url: string };
}

/** One thing that may have been left behind. */
export interface Finding {
  readonly kind: string;
  /** The resource's name in the program, where that is known. */
  readonly resource?: string;
  readonly urn?: string;
  /** Path of the object: also of one whose name was made up. */
  readonly path: string;
  readonly cause: Cause;
  readonly situation: Situation;
  /** What else there is to know, as sentences. */
  readonly notes: readonly string[];
  readonly steps: readonly Step[];
}

/** Everything that was found, and what could not be checked. */
export interface Report {
  readonly stack: string;
  readonly findings: readonly Finding[];
  /** Pending creates of the state, which the engine drops only when it is told to: ours, and those of other packages. */
  readonly pendingCreates: { readonly ours: number; readonly others: number };
  readonly problems: readonly string[];
  /** What of the stack's resources could have been left without anything to find it by, as sentences. */
  readonly untold: readonly string[];
}
