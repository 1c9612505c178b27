import {
  checkFingerprint,
  requireObject,
  validateCallBody,
  type Collection,
  type Located,
  type ObjectChange,
} from "../collection";
import { textParameter, type Call } from "../endpoint";
import { invalidField } from "../../basics/errors";
import { fingerprint } from "../../basics/fingerprint";
import { findOwn, mergeObject, type JsonObject, type Resource } from "../../basics/json";
import { checkLabelFingerprint, checkLabels, labelFingerprint, labelsField } from "./labels";
import type { Fields } from "../../basics/schema";
import { updateObject } from "./update";

/** The rules that one kind of object adds to a patch or an update. */
export interface ChangeRules {
  /** True if a change has to carry the fingerprint of the object as it is. */
  readonly hasFingerprint: boolean;
  readonly fixed: readonly string[];
  /** Adds what the service adds to the changed object. */
  complete(object: Resource, change: ObjectChange): Resource;
  /** Throws if the object cannot become so. */
  check(after: Resource, change: ObjectChange): void;
}

/** `patch`: a JSON merge patch of the fields that a client may set. */
export function patchObject(call: Call, collection: Collection, rules: ChangeRules): JsonObject {
  const located = requireNamedObject(call, collection);
  const { value, references } = validateCallBody(call, collection.fields, "patch");
  check(call, located, value, rules);
  return changeObject(call, located, rules, { references, change: (current) => mergeObject(current, value) });
}

/** `update`: what is sent takes the place of all that a client may set. */
export function replaceObject(call: Call, collection: Collection, rules: ChangeRules): JsonObject {
  const located = requireNamedObject(call, collection);
  const { world, parameters, body } = call;
  const named = { world, parameters, body: { name: located.resource.name, ...body } };
  const { value, references } = validateCallBody(named, collection.fields, "insert");
  check(call, located, value, rules);
  return changeObject(call, located, rules, {
    references,
    change: (current) => {
      const outputs = Object.entries(current).filter(([name]) => findOwn(collection.fields, name)?.outputOnly === true);
      return { ...Object.fromEntries(outputs), ...value };
    },
  });
}

interface Replacement {
  readonly references: readonly string[];
  change(current: Resource): Resource;
}

/** Checks what the object becomes, and changes it when the operation turns DONE. */
function changeObject(
  call: Call,
  located: Located,
  rules: ChangeRules,
  { references, change }: Replacement,
): JsonObject {
  const place = { world: call.world, path: located.path };
  const apply = (before: Resource) => rules.complete(change(before), { ...place, before });
  rules.check(apply(located.resource), { ...place, before: located.resource });
  return updateObject(call, located, { references, apply });
}

/** The path of a few methods ends in the collection: the object's name is a parameter then, or stands in the body. */
function requireNamedObject(call: Call, collection: Collection): Located {
  const { lastVariable } = collection.template;
  const inPath = call.parameters[lastVariable] ?? call.parameters.resource;
  const name = inPath ?? textParameter(call, lastVariable) ?? call.body.name;
  if (typeof name !== "string" || name === "")
    throw invalidField("resource.name", "", "The object to change has to be named.");
  return requireObject({ world: call.world, parameters: { ...call.parameters, [lastVariable]: name } }, collection);
}

function check(call: Call, located: Located, value: JsonObject, { hasFingerprint, fixed }: ChangeRules): void {
  if (value.name !== undefined && value.name !== located.resource.name)
    throw invalidField("resource.name", value.name, "The name of an object cannot be changed.");
  if (hasFingerprint) checkFingerprint(call.body.fingerprint, located);
  for (const name of fixed.filter((field) => value[field] !== undefined)) {
    if (fingerprint(value[name] ?? null) !== fingerprint(located.resource[name] ?? null))
      throw invalidField(`resource.${name}`, value[name], `A ${call.endpoint.operationType} cannot change it.`);
  }
  checkLabels(value.labels, "resource.labels");
}

/** The body of `setLabels`. */
export const setLabelsFields: Fields = { labels: labelsField, labelFingerprint: { type: "bytes" } };

/** `setLabels`: the labels that are sent take the place of all that are there. */
export function setLabels(call: Call, collection: Collection): JsonObject {
  const located = requireObject(call, collection);
  const { value } = validateCallBody(call, setLabelsFields, "insert");
  checkLabels(value.labels, "resource.labels");
  checkLabelFingerprint(value.labelFingerprint, located);
  return updateObject(call, located, {
    apply: (current) => ({
      ...mergeObject(current, { labels: null }),
      ...(value.labels === undefined ? {} : { labels: value.labels }),
      labelFingerprint: labelFingerprint(value.labels),
    }),
  });
}
