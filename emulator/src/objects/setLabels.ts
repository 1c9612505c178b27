import { existing, validBody, type Collection } from "../collection";
import type { Call } from "../endpoint";
import { mergeObject, type JsonObject } from "../json";
import { checkLabelFingerprint, checkLabels, labelFingerprint, labelsField } from "../labels";
import type { Fields } from "../schema";
import { updateObject } from "../update";

/** The body of `setLabels`. */
export const setLabelsFields: Fields = { labels: labelsField, labelFingerprint: { type: "bytes" } };

/** `setLabels`: the labels that are sent take the place of all that are there. */
export function setLabels(call: Call, collection: Collection): JsonObject {
  const located = existing(call, collection);
  const { value } = validBody(call, setLabelsFields, "insert");
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
