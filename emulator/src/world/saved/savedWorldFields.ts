import { operationErrorFields, warningFields } from "../settings/faultKinds";
import type { BooleanField, Fields, NumberField, StringField } from "../../basics/schema";

const text: StringField = { type: "string" };
const requiredText: StringField = { type: "string", required: true };
const requiredBoolean: BooleanField = { type: "boolean", required: true };
/** Milliseconds since 1970, as far as there are dates. */
const moment: NumberField = { type: "number", minimum: 0, maximum: 8e15 };
const requiredMoment: NumberField = { ...moment, required: true };

/** A world in a file, but for its objects, each of which is checked as one that is put. */
export const savedWorldFields: Fields = {
  projects: { type: "list", required: true, items: text },
  rollouts: { type: "list", required: true, items: text },
  operations: {
    type: "list",
    required: true,
    items: {
      type: "object",
      fields: {
        name: requiredText,
        id: requiredText,
        acceptedAt: requiredMoment,
        doneAt: moment,
        landed: requiredBoolean,
        vanished: requiredBoolean,
        expired: requiredBoolean,
        failure: {
          type: "object",
          fields: {
            errors: operationErrorFields,
            httpErrorStatusCode: { type: "integer", required: true },
            httpErrorMessage: requiredText,
          },
        },
        change: {
          type: "object",
          required: true,
          fields: {
            operationType: requiredText,
            scope: requiredText,
            parentId: text,
            target: requiredText,
            targetId: requiredText,
            targetLink: text,
          },
        },
        terms: {
          type: "object",
          required: true,
          fields: {
            durationMs: { type: "number", required: true, minimum: 0, maximum: 2 ** 31 - 1 },
            user: requiredText,
            requestId: text,
            warnings: warningFields,
          },
        },
      },
    },
  },
  requestIds: {
    type: "list",
    required: true,
    items: {
      type: "object",
      fields: { key: requiredText, operation: requiredText, at: { type: "number", required: true } },
    },
  },
};
