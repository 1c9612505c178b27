/** What the emulator tells the console's page. Types only: both sides compile against them, neither runs the other. */

/** One request, as a line of the log. */
export interface RequestLine {
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly method: string;
  /** Path and query of the URL after `/compute/v1`. */
  readonly url: string;
  /** Missing while the request is held, and when the connection was cut. */
  readonly status?: number;
  /** Missing while the request is held. */
  readonly tookMs?: number;
  /** Kinds of the faults that acted on it. */
  readonly fault?: string;
}

/** One request with all that is known of it. Keys and tokens are digests. */
export interface RequestDetail extends RequestLine {
  readonly authorization?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The parsed answer, or its text. Missing when it is not kept any more. */
  readonly answer?: unknown;
}

/** One operation, as a line of the timeline. */
export interface OperationLine {
  readonly path: string;
  readonly type: string;
  /** Path of the object that it changes. */
  readonly target: string;
  /** Milliseconds since 1970. */
  readonly acceptedAt: number;
  readonly durationMs: number;
  /** Missing while it runs. */
  readonly doneAt?: number;
  /** Codes and messages of its errors. */
  readonly failure?: string;
  /** Whether get and wait answer 404 because of a fault. */
  readonly vanished: boolean;
}

/** One stored object, or one that is gone. */
export interface ObjectLine {
  readonly path: string;
  /** Name of its collection: `routes`, `networks`. */
  readonly kind: string;
  readonly gone?: true;
}

/** One stored object with all that is known of it. Keys are digests. */
export interface ObjectDetail {
  readonly path: string;
  readonly kind: string;
  /** Missing when it is gone. */
  readonly object?: Readonly<Record<string, unknown>>;
  /** Oldest first. */
  readonly changes: readonly ObjectChange[];
}

/** One moment of an object's life. */
export interface ObjectChange {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly what: "appeared" | "changed" | "gone";
  /** The fields that are another than before. */
  readonly fields: readonly string[];
}

/** A fault that waits for its requests. */
export interface FaultLine {
  readonly kind: string;
  /** Which requests it acts on. */
  readonly match: string;
  readonly left: number | "always";
}

/** How long things take, in milliseconds. */
export interface LatencyLine {
  readonly operationMs: number;
  readonly requestMs: number;
  readonly instancesMs: number;
}

/** One kind of object that can be made from outside. */
export interface KindLine {
  /** Name of its collection, with its place where there are several of the name. */
  readonly kind: string;
  /** Path of one: `projects/{project}/global/routes/{route}`. */
  readonly path: string;
  /** What it may hold: `sizeGb int64`. */
  readonly fields: readonly string[];
}

/** One method of the API that a fault can be aimed at. */
export interface EndpointLine {
  /** Name of the collection, with its place where there are several of the name. */
  readonly collection: string;
  readonly verb: string;
  readonly method: string;
  /** Source of a regular expression for the paths of its URLs. */
  readonly pattern: string;
  /** When a fault can act on it: `arrival`, `answer`, and where they apply `operation`, `wait` and `list`. */
  readonly stages: readonly string[];
}

/** What changed since the message before; everything there is when it is the first one, or the first after a reset. */
export interface Update {
  readonly fresh: boolean;
  /** The emulator's clock, milliseconds since 1970. */
  readonly now: number;
  /** Requests before this number are no longer in the log. */
  readonly firstRequest: number;
  readonly requests: readonly RequestLine[];
  readonly operations: readonly OperationLine[];
  readonly objects: readonly ObjectLine[];
  readonly faults: readonly FaultLine[];
  readonly latency: LatencyLine;
}
