import { CHECKS } from "../basics/checks";
import { PROJECT_PATTERN } from "../basics/identifiers";
import type { Fields, ListField, NumberField, ObjectField, StringField } from "../basics/schema";

const text: StringField = { type: "string" };
/** Every request is matched against it. */
const expression: StringField = { type: "string", pattern: /^[^]{0,1000}$/ };
const milliseconds: NumberField = { type: "number", minimum: 0, maximum: 2 ** 31 - 1 };
const count: NumberField = { type: "integer", minimum: 0 };
const texts: ListField = { type: "list", items: text };

/** `PUT latency`. */
export const latencyFields: Fields = {
  defaultMs: milliseconds,
  byType: { type: "map", values: milliseconds },
  instancesMs: milliseconds,
  perInstanceMs: milliseconds,
  requestMs: milliseconds,
  waitDeadlineMs: milliseconds,
};

/** `PUT checks`. */
export const checkFields: Fields = {
  order: { type: "list", required: true, items: { type: "string", values: CHECKS } },
};

/** `POST faults`, besides the fault itself, whose fields depend on its kind. */
export const faultRuleFields: Fields = {
  match: {
    type: "object",
    fields: { method: text, path: expression, query: expression, body: expression, operationType: text },
  },
  skip: count,
  times: { type: "any" },
  fault: { type: "any", required: true },
};

/** `PUT quotas`, besides the limits, which stand under the names of their metrics. */
export const quotaFields: Fields = {
  project: { type: "string", pattern: PROJECT_PATTERN },
  requestsPerSecond: { type: "any" },
};

const requiredText: StringField = { type: "string", required: true };
const rolloutErrors: ListField = {
  type: "list",
  items: { type: "object", fields: { code: requiredText, message: requiredText } },
};
const rolloutRule: ObjectField = {
  type: "object",
  fields: { instanceTemplate: { ...expression, required: true }, errors: rolloutErrors, times: { type: "any" } },
};

/** `PUT rollouts`. */
export const rolloutFields: Fields = { rollouts: { type: "list", required: true, items: rolloutRule } };

const grant: ObjectField = {
  type: "object",
  fields: { projects: texts, readOnly: { type: "boolean" }, deniedPermissions: texts, user: text },
};

/** `PUT tokens`. */
export const tokenFields: Fields = { tokens: { type: "map", values: grant } };

/** `POST operations/expire` and `POST operations/finish`. */
export const operationFields: Fields = { name: text };
