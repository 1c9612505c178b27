import { CHECKS } from "./checks";
import type { FaultKind } from "./faults";
import type { Field, Fields, ListField, NumberField, ObjectField, StringField } from "./schema";

const text: StringField = { type: "string" };
const requiredText: StringField = { type: "string", required: true };
const milliseconds: NumberField = { type: "number", minimum: 0, maximum: 2 ** 31 - 1 };
const count: NumberField = { type: "integer", minimum: 0 };
const texts: ListField = { type: "list", items: text };
const textMap: Field = { type: "map", values: text };
const anyObjects: ListField = { type: "list", items: { type: "any" } };

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

/** `PUT latency`. */
export const latencyFields: Fields = {
  defaultMs: milliseconds,
  byType: { type: "map", values: milliseconds },
  spread: {
    type: "object",
    fields: {
      minMs: { ...milliseconds, required: true },
      maxMs: { ...milliseconds, required: true },
      seed: { type: "integer", required: true },
    },
  },
  instancesMs: milliseconds,
  requestMs: milliseconds,
  waitDeadlineMs: milliseconds,
};

/** `PUT checks`. */
export const checkFields: Fields = {
  order: { type: "list", required: true, items: { type: "string", values: CHECKS } },
};

/** `POST faults`, besides the fault itself, whose fields depend on its kind. */
export const faultRuleFields: Fields = {
  match: { type: "object", fields: { method: text, path: text, query: text, operationType: text } },
  skip: count,
  times: { type: "any" },
  probability: { type: "number", minimum: 0, maximum: 1 },
  seed: { type: "integer" },
  fault: { type: "any", required: true },
};

/** Fields of a fault, by its kind. */
export const faultFields: Readonly<Record<FaultKind, Fields>> = {
  status: {
    status: { type: "integer", required: true, minimum: 200, maximum: 599 },
    reason: text,
    message: text,
    headers: textMap,
    body: text,
    contentType: text,
    details: anyObjects,
  },
  redirect: { location: requiredText, status: { type: "integer", minimum: 300, maximum: 399 } },
  resetBefore: {},
  delay: { ms: { ...milliseconds, required: true } },
  resetAfter: {},
  truncate: {},
  stall: {},
  replaceAnswer: {
    status: { type: "integer", required: true, minimum: 200, maximum: 599 },
    body: text,
    contentType: text,
  },
  outage: { ms: { ...milliseconds, required: true } },
  earlyWait: {},
  operationError: {
    errors: {
      type: "list",
      required: true,
      items: {
        type: "object",
        fields: { code: requiredText, message: text, location: text, errorDetails: anyObjects },
      },
    },
    httpErrorStatusCode: { type: "integer", minimum: 400, maximum: 599 },
    httpErrorMessage: text,
    landsAs: { type: "map", values: { type: "any" } },
  },
  operationVanishes: { when: { type: "string", required: true, values: ["atOnce", "whenDone"] } },
  operationNotFoundAtFirst: { times: { ...count, required: true } },
  operationWarnings: { warnings },
  doneAtOnce: {},
  resourceWarnings: { warnings },
  partialFailure: { unreachables: { ...texts, required: true }, omit: texts },
};

/** `PUT quotas`, besides the limits, which stand under the names of their metrics. */
export const quotaFields: Fields = {
  project: text,
  requestsPerSecond: { type: "any" },
  futureLimits: { type: "map", values: { type: "number", minimum: 0 } },
};

const grant: ObjectField = {
  type: "object",
  fields: { projects: texts, readOnly: { type: "boolean" }, deniedPermissions: texts, user: text },
};

/** `PUT tokens`. */
export const tokenFields: Fields = { tokens: { type: "map", values: grant } };

/** `POST operations/expire` and `POST operations/finish`. */
export const operationFields: Fields = { name: text };
