/** What the emulator tells the console's page. Types only: both sides compile against them, neither runs the other. */

/** What the page shows. Of long lists it has the newest lines, or those that match the page's filters. */
export interface ConsoleState {
  readonly objects: { readonly total: number; readonly kinds: readonly KindLine[] };
  readonly operations: { readonly total: number; readonly running: number; readonly newest: readonly OperationLine[] };
  readonly requests: { readonly total: number; readonly matching: number; readonly newest: readonly RequestLine[] };
  readonly faults: readonly FaultLine[];
  readonly latency: Readonly<Record<"defaultMs" | "requestMs" | "instancesMs", number>>;
}

/** The objects of one collection. */
export interface KindLine {
  /** Name of the collection, with its place where there are several of the name: `zonal disks`. */
  readonly kind: string;
  readonly total: number;
  readonly paths: readonly string[];
}

/** One request, as a line of the log. Times are milliseconds, moments milliseconds since 1970. */
export interface RequestLine {
  readonly sequence: number;
  readonly startedAt: number;
  readonly method: string;
  /** Path and query of the URL after `/compute/v1`. */
  readonly url: string;
  /** The status, `held` while there is no answer, or `cut` after the connection ended without one. */
  readonly status: string;
  readonly isProblem: boolean;
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

/** One operation, as a bar on the map of what a program did. */
export interface OperationLine {
  readonly path: string;
  readonly type: string;
  /** Path of the object that it changes. */
  readonly target: string;
  readonly acceptedAt: number;
  /** Until now, while it runs. */
  readonly tookMs: number;
  /** A vanished one answers 404 because of a fault. */
  readonly state: "running" | "done" | "failed" | "vanished";
  /** Codes and messages of its errors. */
  readonly failure?: string;
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
  readonly at: number;
  readonly what: "appeared" | "changed" | "gone";
  /** The fields that differ from before. */
  readonly fields: readonly string[];
}

/** A fault that waits for its requests. */
export interface FaultLine {
  readonly kind: string;
  /** Which requests it acts on. */
  readonly match: string;
  readonly left: number | "always";
}

/** One kind of object that can be made from outside. */
export interface KindChoice {
  readonly kind: string;
  /** Path of one: `projects/{project}/global/routes/{route}`. */
  readonly path: string;
  /** What it may hold: `sizeGb int64`. */
  readonly fields: readonly string[];
}
