import { RE2JS } from "re2js";
import { FAULTS, type Fault, type FaultStage } from "./faultKinds";

/** The requests that a fault acts on. Every given member must match. */
export interface FaultMatch {
  /** HTTP method, in any case. */
  readonly method?: string;
  /** An RE2 expression for a part of the path of the URL, without its query. At most 1,000 characters. */
  readonly path?: string;
  /** An RE2 expression for a part of the query of the URL, with its encoding. At most 1,000 characters. */
  readonly query?: string;
  /** An RE2 expression for a part of the body, as it was sent. At most 1,000 characters. */
  readonly body?: string;
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
  readonly fault: Fault;
}

/** The properties of a request that a fault is matched against. */
export interface FaultSubject {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
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
  readonly path: RE2JS | undefined;
  readonly query: RE2JS | undefined;
  readonly body: RE2JS | undefined;
  toSkip: number;
  left: number;
}

/** The faults that are arranged, in the order in which they were arranged. */
export class FaultRegistry {
  #arranged: ArrangedFault[] = [];

  add(rule: FaultRule): void {
    this.#arranged.push({
      rule,
      stage: FAULTS[rule.fault.kind].stage,
      path: compile(rule.match?.path),
      query: compile(rule.match?.query),
      body: compile(rule.match?.body),
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
        if (ends(arranged.rule.fault)) break;
      }
    }
    // A fault that is used up never acts again.
    if (taken.length > 0) this.#arranged = this.#arranged.filter(({ left }) => left > 0);
    return taken;
  }
}

function compile(expression: string | undefined): RE2JS | undefined {
  return expression === undefined ? undefined : RE2JS.compile(expression);
}

function matches({ rule, path, query, body }: ArrangedFault, subject: FaultSubject): boolean {
  const { method, operationType } = rule.match ?? {};
  return (
    (method === undefined || method.toUpperCase() === subject.method) &&
    (operationType === undefined || operationType === subject.operationType) &&
    (path === undefined || path.test(subject.path)) &&
    (query === undefined || query.test(subject.query.toString())) &&
    (body === undefined || body.test(subject.body))
  );
}

function acts(arranged: ArrangedFault): boolean {
  if (arranged.toSkip > 0) {
    arranged.toSkip -= 1;
    return false;
  }
  arranged.left -= 1;
  return true;
}
