import type { Settings } from "../settings/settings";
import { SettingError } from "../settings/settingError";
import type { Field } from "../lifecycle/schema/field";
import { mapKind } from "../fields/collections";
import type { Kind } from "../fields/kind";
import { textKind } from "../fields/scalars";
import type { IgnoredPaths } from "../fields/ignoredPaths";
import { toValues, isEmpty, isValues, pick, readMember, type Values } from "../fields/values";

/** The limits of the service (public reference): the specification says only that a value may be empty. */
const mostLabels = 64;
/** Lower-case letters of any script, and letters that have no case. */
const keyPattern = /^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{N}_-]{0,62}$/u;
const valuePattern = /^[\p{Ll}\p{Lo}\p{N}_-]{0,63}$/u;

const keyRule = "1 to 63 lower-case letters, digits, underscores and hyphens, beginning with a letter";
const valueRule = "at most 63 lower-case letters, digits, underscores and hyphens";

const plainKind = mapKind(
  textKind("a text", (value) => (valuePattern.test(value) ? undefined : valueRule)),
  (key) => (keyPattern.test(key) ? undefined : keyRule),
);

const labelsKind: Kind = {
  ...plainKind,
  problems(value, property, context) {
    const count = isValues(value) ? Object.keys(value).length : 0;
    const problems = plainKind.problems(value, property, context);
    if (count <= mostLabels) return problems;
    const reason = `${property} may have at most ${String(mostLabels)} entries, including those of gcp:defaultLabels; there are ${String(count)}.`;
    return [{ property, reason }, ...problems];
  },
};

/** The label that says that Pulumi made an object, as Pulumi's other providers write it. */
const attribution = { "goog-pulumi-provisioned": "true" };
const attributionSetting = "gcp:addPulumiAttributionLabel";

/**
 * Labels that the program gives, completed with `gcp:defaultLabels`. Others have labels on the same object: those are
 * neither compared nor removed.
 */
export const labelsField: Field = {
  kind: labelsKind,
  change: "update",
  fromSettings: withDefaults,
  origin: findLabelOrigin,
  record: (declared, actual, own) => among(actual, [...labelKeys(declared), ...own]),
};

function withDefaults(declared: unknown, settings: Settings): unknown {
  const all = Object.assign({}, ...configured(settings).map(({ labels }) => labels)) as Values;
  // A value that is no map is left to the check of the field.
  return isEmpty(all) || (declared !== undefined && !isValues(declared)) ? declared : { ...all, ...declared };
}

/** The labels that the configuration says, each with its setting; later ones win. */
function configured(settings: Settings): { setBy: string; labels: Readonly<Record<string, string>> }[] {
  const defaults = settings.map("gcp:defaultLabels");
  const problems = labelsKind.problems(defaults, "gcp:defaultLabels", {});
  if (problems.length > 0) throw new SettingError(...problems.map(({ reason }) => reason));
  return [
    ...(settings.flag(attributionSetting) ? [{ setBy: attributionSetting, labels: attribution }] : []),
    { setBy: "gcp:defaultLabels", labels: defaults },
  ];
}

function findLabelOrigin(actual: unknown, desired: unknown, settings: Settings): string | undefined {
  const [before, after] = [actual, desired].map((labels) => toValues(labels));
  const origins = configured(settings).flatMap(({ setBy, labels }) => {
    const keys = Object.keys(labels).filter(
      (key) => readMember(after, key) === labels[key] && readMember(before, key) !== labels[key],
    );
    return keys.length === 0 ? [] : [`${keys.join(", ")} from ${setBy}`];
  });
  return origins.length === 0 ? undefined : `some of its labels come from other settings: ${origins.join(" and ")}`;
}

/** Of the labels that are there, those with one of these keys. */
function among(actual: unknown, keys: readonly unknown[]): Values | undefined {
  const found = Object.entries(toValues(actual)).filter(([key]) => keys.includes(key));
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/**
 * The labels that an object has to have: the wanted ones, and those of somebody else.
 *
 * @param own keys of labels that this resource has set, or may have set
 */
export function mergedLabels(actual: unknown, desired: unknown, own: readonly unknown[]): Record<string, string> {
  const others = Object.entries(toValues(actual)).filter(([key]) => !own.includes(key));
  return { ...Object.fromEntries(others), ...toValues(desired) } as Record<string, string>;
}

/** The labels of a program, by what an update does with them. */
export interface DueLabels {
  /** They are sent: the state records another value, or none, or an update that failed has begun to send them. */
  readonly due: Values;
  /** The keys of those of which the program no longer speaks. */
  readonly gone: readonly string[];
  /** The state records them as they are declared. */
  readonly settled: Values;
}

/** @param begun keys of labels that an update has begun to change */
export function dueLabels(
  declared: unknown,
  recorded: unknown,
  begun: readonly unknown[],
  ignored: IgnoredPaths,
): DueLabels {
  const [now, before] = [declared, recorded].map((labels): Values => toValues(labels)) as [Values, Values];
  const isCounted = (key: string) => !ignored.covers(["labels", key]);
  const isDue = (key: string) => readMember(before, key) !== readMember(now, key) || begun.includes(key);
  const keys = Object.keys(now).filter(isCounted);
  const known = [...new Set([...Object.keys(before), ...begun.filter((key) => typeof key === "string")])];
  return {
    due: pick(now, keys.filter(isDue)),
    gone: known.filter((key) => readMember(now, key) === undefined && isCounted(key)),
    settled: pick(
      now,
      keys.filter((key) => !isDue(key)),
    ),
  };
}

/** The labels that are there of those that differ, `undefined` for those that are absent. */
export function differingLabels(declared: Values, actual: unknown): Values {
  const labels = toValues(actual);
  const keys = Object.keys(declared).filter((key) => readMember(labels, key) !== declared[key]);
  return Object.fromEntries(keys.map((key) => [key, readMember(labels, key)]));
}

/** The keys of labels. */
function labelKeys(labels: unknown): string[] {
  return isValues(labels) ? Object.keys(labels) : [];
}

/** True if two sets of labels are the same. */
export function sameLabels(left: unknown, right: unknown): boolean {
  return plainKind.same(left ?? {}, right ?? {}, {});
}
