import type { JsonObject } from "../../basics/json";
import type { OperationErrorItem, Warning } from "../operation";
import type { Fields, ListField, NumberField, StringField } from "../../basics/schema";

/** A failure to imitate. `FAULTS` has the requests that each kind can act on. */
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
  /**
   * Somebody else changes an object behind the program's back: just before the request is acted on, or so long after its
   * arrival. One of `patch`, `deletes` and `loses` says how.
   */
  | ({ readonly kind: "meanwhile"; readonly afterMs?: number } & OutsideAct)
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

/** A change of one object by somebody else, by its path. */
export interface OutsideAct {
  readonly path: string;
  /** A JSON merge patch. */
  readonly patch?: JsonObject;
  /** True if the object is deleted. */
  readonly deletes?: boolean;
  /** How many instances of a managed instance group are lost. The group makes them again under their names. */
  readonly loses?: number;
}

/** Name of a kind of fault. */
export type FaultKind = Fault["kind"];

/**
 * When a kind is looked for, and so which requests use up its `times`: a fault on an operation is not used up by a request
 * that starts none.
 */
export type FaultStage = "arrival" | "answer" | "wait" | "operation" | "list";

/** The description of a kind of fault. */
interface FaultDescription {
  readonly stage: FaultStage;
  /** The effect, for the person who chooses it in the console. */
  readonly label: string;
  /** The members beside the kind, and what the console begins with. */
  readonly fields?: Fields;
  readonly example?: JsonObject;
}

const text: StringField = { type: "string" };
const requiredText: StringField = { type: "string", required: true };
const someMs: NumberField = { type: "number", minimum: 0, maximum: 2 ** 31 - 1 };
const requiredMs: NumberField = { ...someMs, required: true };
/** The characters that a header can have, and the names that one can have beside those that Node.js sends itself. */
const headerText: StringField = { type: "string", pattern: /^[\t\x20-\x7e\x80-\xff]*$/ };
const headerName = /^(?!trailer$)[!#$%&'*+\-.^_`|~0-9a-z]+$/i;
const texts: ListField = { type: "list", items: text };
const anyObjects: ListField = { type: "list", items: { type: "any" } };
const requiredStatus: NumberField = { type: "integer", required: true, minimum: 200, maximum: 599 };

/** Warnings as operations and objects carry them. */
const warnings: ListField = {
  type: "list",
  required: true,
  items: {
    type: "object",
    fields: {
      code: requiredText,
      message: text,
      data: { type: "list", items: { type: "object", fields: { key: requiredText, value: requiredText } } },
    },
  },
};

/** The errors of an operation. */
const operationErrorFields: ListField = {
  type: "list",
  required: true,
  items: {
    type: "object",
    fields: { code: requiredText, message: text, location: text, errorDetails: anyObjects },
  },
};

/** Every kind of fault, in the order in which the console offers them. */
export const FAULTS: Readonly<Record<FaultKind, FaultDescription>> = {
  status: {
    stage: "arrival",
    label: "The request is refused",
    fields: {
      status: requiredStatus,
      reason: text,
      message: text,
      headers: { type: "map", values: headerText, keys: headerName },
      body: text,
      contentType: headerText,
      details: anyObjects,
    },
    example: { status: 503, reason: "backendError", message: "Injected from the console." },
  },
  delay: { stage: "arrival", label: "The request is slow", fields: { ms: requiredMs }, example: { ms: 5000 } },
  redirect: {
    stage: "arrival",
    label: "The request is sent elsewhere",
    fields: { location: { ...headerText, required: true }, status: { type: "integer", minimum: 300, maximum: 399 } },
    example: { location: "http://127.0.0.1:9/" },
  },
  meanwhile: {
    stage: "arrival",
    label: "Somebody else changes an object just before, or some time after",
    fields: {
      path: requiredText,
      patch: { type: "any" },
      deletes: { type: "boolean" },
      loses: { type: "integer", minimum: 1 },
      afterMs: someMs,
    },
    example: {
      path: "projects/my-project/regions/us-central1/instanceGroupManagers/web",
      patch: { targetSize: 5 },
      afterMs: 0,
    },
  },
  resetBefore: { stage: "arrival", label: "The connection breaks before anything is done" },
  resetAfter: { stage: "answer", label: "It is done, and the connection breaks before the answer" },
  truncate: { stage: "answer", label: "It is done, and half of the answer arrives" },
  stall: { stage: "answer", label: "It is done, and the answer stops half-way" },
  replaceAnswer: {
    stage: "answer",
    label: "It is done, and something in between answers in its place",
    fields: { status: requiredStatus, body: text, contentType: headerText },
    example: { status: 502, body: "<html><title>Bad Gateway</title></html>", contentType: "text/html" },
  },
  outage: {
    stage: "answer",
    label: "It is done and answered, and then nothing listens here for a while, this page included",
    fields: { ms: requiredMs },
    example: { ms: 5000 },
  },
  operationError: {
    stage: "operation",
    label: "The operation fails",
    fields: {
      errors: operationErrorFields,
      httpErrorStatusCode: { type: "integer", minimum: 400, maximum: 599 },
      httpErrorMessage: text,
      landsAs: { type: "map", values: { type: "any" } },
    },
    example: { errors: [{ code: "QUOTA_EXCEEDED", message: "Quota 'ROUTES' exceeded. Limit: 250.0 globally." }] },
  },
  operationVanishes: {
    stage: "operation",
    label: "The operation can no longer be found",
    fields: { when: { type: "string", required: true, values: ["atOnce", "whenDone"] } },
    example: { when: "whenDone" },
  },
  operationNotFoundAtFirst: {
    stage: "operation",
    label: "The operation cannot be found at first",
    fields: { times: { type: "integer", required: true, minimum: 0 } },
    example: { times: 2 },
  },
  operationWarnings: {
    stage: "operation",
    label: "The operation warns",
    fields: { warnings },
    example: { warnings: [{ code: "DEPRECATED_RESOURCE_USED", message: "Something in this is deprecated." }] },
  },
  doneAtOnce: { stage: "operation", label: "The operation is done at once" },
  resourceWarnings: {
    stage: "operation",
    label: "The resource carries a warning",
    fields: { warnings },
    example: { warnings: [{ code: "NEXT_HOP_INSTANCE_NOT_FOUND", message: "The next hop does not exist." }] },
  },
  earlyWait: { stage: "wait", label: "A wait answers before the operation is done" },
  partialFailure: {
    stage: "list",
    label: "A list cannot reach a place",
    fields: { unreachables: { ...texts, required: true }, omit: texts },
    example: { unreachables: ["regions/europe-west1"] },
  },
};
