import type { Located } from "../collection";
import { fingerprint } from "../../basics/fingerprint";
import { conditionNotMet, invalidField } from "../../basics/errors";
import { isJsonObject } from "../../basics/json";
import type { MapField } from "../../basics/schema";

const MAXIMUM = 64;
/** Lower-case letters of any script, and letters that have no case; digits, `_` and `-`. */
const KEY = /^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{N}_-]{0,62}$/u;
const VALUE = /^[\p{Ll}\p{Lo}\p{N}_-]{0,63}$/u;

/** Labels of any resource that has some. */
export const labelsField: MapField = { type: "map", values: { type: "string" } };

/** Throws unless the labels of a body follow the rules. */
export function checkLabels(labels: unknown, field: string): void {
  if (!isJsonObject(labels)) return;
  const entries = Object.entries(labels);
  if (entries.length > MAXIMUM)
    throw invalidField(field, `${String(entries.length)} labels`, `At most ${String(MAXIMUM)} are accepted.`);
  for (const [key, value] of entries) {
    if (!KEY.test(key)) {
      throw invalidField(
        field,
        key,
        "Keys have 1 to 63 characters: lower-case letters, digits, '_' and '-', and start with a letter.",
      );
    }
    if (typeof value !== "string" || !VALUE.test(value)) {
      throw invalidField(
        `${field}[${JSON.stringify(key)}]`,
        value,
        "Values have at most 63 characters: lower-case letters, digits, '_' and '-'.",
      );
    }
  }
}

/** The fingerprint of labels: a hash of them, the same for none and for an empty map. */
export function labelFingerprint(labels: unknown): string {
  return fingerprint("labels", isJsonObject(labels) ? labels : {});
}

/** Throws unless the fingerprint that was sent is the current one. Leaving it out is answered like a wrong one. */
export function checkLabelFingerprint(sent: unknown, { path, resource }: Located): void {
  if (sent !== resource.labelFingerprint)
    throw conditionNotMet(path, "Labels fingerprint either invalid or resource labels have changed");
}
