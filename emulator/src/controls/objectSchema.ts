import type { StoredKind } from "../world/storedKind";
import type { Field, Fields } from "../basics/schema";

/** A part of JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The fields of an object of each kind, as JSON Schema by the path of an object. */
export function objectSchemas(collections: readonly StoredKind[]): Record<string, JsonSchema> {
  return Object.fromEntries(collections.map(({ path, fields }) => [path, objectSchema(fields)]));
}

function objectSchema(fields: Fields): JsonSchema {
  const properties = Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)] as const);
  return { type: "object", properties: Object.fromEntries(properties) };
}

function fieldSchema(field: Field): JsonSchema {
  return {
    ...typeSchema(field),
    ...("default" in field ? { default: field.default } : {}),
    ...(field.outputOnly === true ? { readOnly: true } : {}),
    ...(field.inputOnly === true ? { writeOnly: true } : {}),
  };
}

function typeSchema(field: Field): JsonSchema {
  switch (field.type) {
    case "string":
      return { type: "string", enum: field.values, pattern: field.pattern?.source };
    case "int64":
      return { type: "string", format: "int64" };
    case "bytes":
      return { type: "string", format: "byte" };
    case "integer":
    case "number":
      return { type: field.type, minimum: field.minimum, maximum: field.maximum };
    case "boolean":
      return { type: "boolean" };
    case "list":
      return { type: "array", items: fieldSchema(field.items), maxItems: field.maximumItems };
    case "map":
      return { type: "object", additionalProperties: fieldSchema(field.values) };
    case "object":
      return objectSchema(field.fields);
    case "any":
      return {};
  }
}
