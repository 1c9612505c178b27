import { pickLocalSettings } from "../../lifecycle/resource/localSettings";
import { readPending } from "../../lifecycle/job/journal";
import type { Resource } from "../../lifecycle/resource/resource";
import { containsUnknown, unknownValue } from "../../fields/unknown";
import { withoutAbsent, type Values } from "../../fields/values";
import { previewManagedFields } from "../../parts/declaredParts";

/*
 * The outputs that a create or update is going to give, as far as they are known before anything is sent.
 */

/** The outputs of a new object: the arguments as the service shows them, and no more than the names of what it is going to set. */
export function previewCreate(resource: Resource, inputs: Values): Values {
  const { definition, links } = resource;
  const context = definition.schema.context(inputs, links);
  const outputs = Object.entries(definition.fields).map(([name, field]) => {
    const { kind, change, record, isKey = false, serverDefaulted, default: defaultValue } = field;
    const declared = inputs[name];
    if (change === "createOnly" || change === "completes") return [name, undefined];
    // The service shows another value of a key than the program gives.
    if (declared === undefined || isKey) {
      const isServerDefined =
        isKey || change === "output" || serverDefaulted !== undefined || defaultValue !== undefined;
      return [name, isServerDefined ? unknownValue : undefined];
    }
    if (containsUnknown(declared)) return [name, declared];
    const shown = kind.canonical(declared, context);
    return [name, record === undefined ? shown : record(declared, shown, [])];
  });
  const managed = previewManaged(resource, {}, inputs);
  return withoutAbsent({ ...pickLocalSettings(definition, inputs), ...Object.fromEntries(outputs), ...managed });
}

/** The arguments alone decide which parts of an object a resource manages. */
function previewManaged({ definition, links, ignored }: Resource, outputs: Values, inputs: Values): Values {
  const { partial, schema } = definition;
  if (partial === undefined) return {};
  const declared = ignored.inputs(inputs, outputs);
  return { managedFields: previewManagedFields(partial, outputs, declared, schema.context(inputs, links), ignored) };
}

/** The values that an object has for all its life. */
const constant: readonly string[] = ["selfLink", "numericId", "creationTimestamp"];

/** The outputs of a changed object: any that only the service sets, such as a fingerprint, may change with it. */
export function previewUpdate(resource: Resource, outputs: Values, inputs: Values): Values {
  const { definition, links, ignored } = resource;
  const { fields, schema } = definition;
  const managed = previewManaged(resource, outputs, inputs);
  // Of work that an earlier run left behind, the object may still be to be made.
  if (readPending(outputs).length > 0) return { ...previewCreate(resource, inputs), ...managed };
  const changed = schema.changedByProgram(outputs, inputs, schema.context(inputs, links), ignored);
  const stays = (name: string) =>
    changed.length === 0 || constant.includes(name) || (fields[name]?.change !== "output" && !changed.includes(name));
  const present = Object.entries(outputs).filter(([name]) => Object.hasOwn(fields, name) && stays(name));
  return { ...previewCreate(resource, inputs), ...Object.fromEntries(present), ...managed };
}
