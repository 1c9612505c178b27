import type { JsonObject } from "./json";
import { seededRandom } from "./latency";

/** One entry of an operation's `error.errors[]`. */
export interface OperationErrorItem {
  readonly code: string;
  readonly message?: string;
  readonly location?: string;
  readonly errorDetails?: readonly JsonObject[];
}

/** A warning as operations, objects and lists carry it. */
export interface Warning {
  readonly code: string;
  readonly message?: string;
  readonly data?: readonly { readonly key: string; readonly value: string }[];
}

/** A failure to imitate. `FAULT_STAGES` has the requests that each kind can act on. */
export type Fault =
  /** The request is not acted on and answers this. Without `body` it is an error in the service's own form. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly reason?: string;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly contentType?: string;
      readonly details?: readonly JsonObject[];
    }
  /** The request is not acted on and answers a redirection. Default status 307. */
  | { readonly kind: "redirect"; readonly location: string; readonly status?: number }
  /** The connection is reset before the request is acted on. */
  | { readonly kind: "resetBefore" }
  /** The request waits before it is acted on. */
  | { readonly kind: "delay"; readonly ms: number }
  /** Acted on, then the connection is reset before any byte of the answer. */
  | { readonly kind: "resetAfter" }
  /** Acted on; the headers and half of the body are sent, then the connection ends. */
  | { readonly kind: "truncate" }
  /** Acted on; the headers and half of the body are sent, then nothing until the client gives up. */
  | { readonly kind: "stall" }
  /** Acted on, and then something between here and the client answers this in the service's place. */
  | {
      readonly kind: "replaceAnswer";
      readonly status: number;
      readonly body?: string;
      readonly contentType?: string;
    }
  /**
   * Acted on and answered, and then nothing listens at the emulator's port for so long: connections are refused, those of
   * its admin path too. From code, clearing the faults ends it.
   */
  | { readonly kind: "outage"; readonly ms: number }
  /** A wait answers the current state at once. */
  | { readonly kind: "earlyWait" }
  /**
   * The operation ends DONE with these errors and its change never lands. With `landsAs` the object is there afterwards
   * all the same and has these fields: `{ status: "FAILED" }` is a snapshot that exists and is of no use. Without it
   * nothing is left.
   */
  | {
      readonly kind: "operationError";
      readonly errors: readonly OperationErrorItem[];
      readonly httpErrorStatusCode?: number;
      readonly httpErrorMessage?: string;
      readonly landsAs?: JsonObject;
    }
  /** The operation is 404 from then on; its change lands all the same. */
  | { readonly kind: "operationVanishes"; readonly when: "atOnce" | "whenDone" }
  /** The first looks at the operation, get or wait, answer 404. */
  | { readonly kind: "operationNotFoundAtFirst"; readonly times: number }
  | { readonly kind: "operationWarnings"; readonly warnings: readonly Warning[] }
  /** The mutation answers an operation that is DONE already. */
  | { readonly kind: "doneAtOnce" }
  /** The objects that the operation makes or changes carry these warnings. */
  | { readonly kind: "resourceWarnings"; readonly warnings: readonly Warning[] }
  /** A list cannot reach these places: an error without returnPartialSuccess, a warning and fewer items with it. */
  | { readonly kind: "partialFailure"; readonly unreachables: readonly string[]; readonly omit?: readonly string[] };

/** Name of a kind of fault. */
export type FaultKind = Fault["kind"];

/** When a kind is looked for, and so which requests use up its `times`. */
export type FaultStage = "arrival" | "answer" | "wait" | "operation" | "list";

/** The stage of every kind: a fault on an operation is not used up by a request that starts none. */
export const FAULT_STAGES: Readonly<Record<FaultKind, FaultStage>> = {
  status: "arrival",
  redirect: "arrival",
  resetBefore: "arrival",
  delay: "arrival",
  resetAfter: "answer",
  truncate: "answer",
  stall: "answer",
  replaceAnswer: "answer",
  outage: "answer",
  earlyWait: "wait",
  operationError: "operation",
  operationVanishes: "operation",
  operationNotFoundAtFirst: "operation",
  operationWarnings: "operation",
  doneAtOnce: "operation",
  resourceWarnings: "operation",
  partialFailure: "list",
};

/** The requests that a fault acts on. Every given member must match. */
export interface FaultMatch {
  /** HTTP method, in any case. */
  readonly method?: string;
  /** Source of a regular expression for the path of the URL, without its query. */
  readonly path?: string;
  /** Source of a regular expression for the query of the URL, with its encoding. */
  readonly query?: string;
  /** Type of the operation that the request starts, or that a get or wait looks at. */
  readonly operationType?: string;
}

/** A fault and when it acts. */
export interface FaultRule {
  readonly match?: FaultMatch;
  /** Matching requests that are let through first. Default 0. */
  readonly skip?: number;
  /** How many matching requests it acts on. Default 1. */
  readonly times?: number | "always";
  /** Chance for each matching request. Default 1. */
  readonly probability?: number;
  readonly seed?: number;
  readonly fault: Fault;
}

/** What is known of a request when a fault is looked for. */
export interface FaultSubject {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly operationType?: string | undefined;
}

/** A fault that is arranged, and how many matching requests it will still act on. */
export interface PendingFault {
  readonly rule: FaultRule;
  readonly left: number | "always";
}

interface ArrangedFault {
  readonly rule: FaultRule;
  readonly stage: FaultStage;
  readonly path: RegExp | undefined;
  readonly query: RegExp | undefined;
  readonly random: () => number;
  toSkip: number;
  left: number;
}

/** The faults that are arranged, in the order in which they were arranged. */
export class FaultRegistry {
  #arranged: ArrangedFault[] = [];

  add(rule: FaultRule): void {
    this.#arranged.push({
      rule,
      stage: FAULT_STAGES[rule.fault.kind],
      path: rule.match?.path === undefined ? undefined : new RegExp(rule.match.path),
      query: rule.match?.query === undefined ? undefined : new RegExp(rule.match.query),
      random: seededRandom(rule.seed ?? 0),
      toSkip: rule.skip ?? 0,
      left: rule.times === "always" ? Infinity : (rule.times ?? 1),
    });
  }

  clear(): void {
    this.#arranged = [];
  }

  /** The faults that can still act, and how often. */
  pending(): PendingFault[] {
    return this.#arranged
      .filter(({ left }) => left > 0)
      .map(({ rule, left }) => ({ rule, left: left === Infinity ? "always" : left }));
  }

  /** The faults of a stage that act on this request, each used up once, up to the first that ends the search. */
  take(stage: FaultStage, subject: FaultSubject, ends: (fault: Fault) => boolean): Fault[] {
    const taken: Fault[] = [];
    // Nearly every request meets no fault at all, so this loop has to cost nothing then.
    for (const arranged of this.#arranged) {
      if (arranged.stage === stage && arranged.left > 0 && matches(arranged, subject) && acts(arranged)) {
        taken.push(arranged.rule.fault);
        if (ends(arranged.rule.fault)) {
          break;
        }
      }
    }
    return taken;
  }
}

function matches({ rule, path, query }: ArrangedFault, subject: FaultSubject): boolean {
  const { method, operationType } = rule.match ?? {};
  return (
    (method === undefined || method.toUpperCase() === subject.method) &&
    (operationType === undefined || operationType === subject.operationType) &&
    (path === undefined || path.test(subject.path)) &&
    (query === undefined || query.test(subject.query.toString()))
  );
}

function acts(arranged: ArrangedFault): boolean {
  if (arranged.toSkip > 0) {
    arranged.toSkip -= 1;
    return false;
  }
  if (arranged.rule.probability !== undefined && arranged.random() >= arranged.rule.probability) {
    return false;
  }
  arranged.left -= 1;
  return true;
}
