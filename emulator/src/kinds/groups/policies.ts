import { invalidField, required } from "../../basics/errors";
import { asObject, isJsonObject, toText, type JsonObject } from "../../basics/json";

/** The most instances that a group can have, a regional one whose limit was raised included. */
export const MAX_GROUP_SIZE = 4_000;

/** One of the two, or nothing. */
interface FixedOrPercent {
  readonly fixed?: number;
  readonly percent?: number;
}

/** The value at a field that was validated. Throws when both forms are given, as a careless merge patch does. */
function readFixedOrPercent(value: unknown, field: string): FixedOrPercent {
  const { fixed, percent } = asObject(value);
  if (fixed !== undefined && percent !== undefined)
    throw invalidField(field, JSON.stringify({ fixed, percent }), "Only one of fixed and percent can be given.");
  return {
    ...(typeof fixed === "number" ? { fixed } : {}),
    ...(typeof percent === "number" ? { percent } : {}),
  };
}

/** The value as it is answered, with the number of instances that it comes to. */
function withCalculated(
  value: FixedOrPercent,
  groupSize: number,
  round: (share: number) => number = Math.round,
): FixedOrPercent & { readonly calculated: number } {
  const { fixed, percent = 0 } = value;
  return { ...value, calculated: fixed ?? round((percent / 100) * groupSize) };
}

/** One version of a group as it is answered. */
export interface GroupVersion extends JsonObject {
  readonly name?: string;
  readonly instanceTemplate: string;
  /** `calculated` is always there; the version that takes the rest has nothing else. */
  readonly targetSize: { readonly calculated: number };
}

/** The versions of valid settings, at least one. Exactly one leaves its size open and takes the rest. */
export function completeVersions(settings: JsonObject, groupSize: number): GroupVersion[] {
  const { instanceTemplate } = settings;
  const sent = Array.isArray(settings.versions) ? settings.versions.filter(isJsonObject) : [{ instanceTemplate }];
  const names = new Set<unknown>();
  const sizes: FixedOrPercent[] = [];
  for (const [index, version] of sent.entries()) {
    const field = `resource.versions[${String(index)}]`;
    if (version.instanceTemplate === undefined)
      throw required(Array.isArray(settings.versions) ? `${field}.instanceTemplate` : "resource.instanceTemplate");
    if (names.has(version.name))
      throw invalidField(`${field}.name`, version.name ?? "", "The names of versions have to be unique.");
    names.add(version.name);
    sizes.push(readFixedOrPercent(version.targetSize, `${field}.targetSize`));
  }
  if (sizes.filter(isOpen).length !== 1)
    throw invalidField("resource.versions", `${String(sent.length)} versions`, "Exactly one must have no targetSize.");
  // Together they take no more than there is.
  let rest = groupSize;
  const taken = sizes.map((size) => {
    const calculated = isOpen(size) ? 0 : Math.min(rest, withCalculated(size, groupSize).calculated);
    rest -= calculated;
    return calculated;
  });
  return sent.map((version, index) => ({
    ...version,
    instanceTemplate: toText(version.instanceTemplate),
    targetSize: { ...sizes[index], calculated: isOpen(sizes[index] ?? {}) ? rest : (taken[index] ?? 0) },
  }));
}

function isOpen({ fixed, percent }: FixedOrPercent): boolean {
  return fixed === undefined && percent === undefined;
}

interface GroupShape {
  readonly targetSize: number;
  readonly zones: number;
  readonly isRegional: boolean;
  readonly isStateful: boolean;
}

/** The update policy with the defaults that nobody sends, checked as a whole. */
export function completeUpdatePolicy(
  sent: JsonObject,
  { targetSize, zones, isRegional, isStateful }: GroupShape,
): JsonObject {
  const policy: JsonObject = {
    type: "OPPORTUNISTIC",
    minimalAction: "REPLACE",
    replacementMethod: "SUBSTITUTE",
    ...(isRegional ? { instanceRedistributionType: "PROACTIVE" } : {}),
    ...sent,
  };
  const limit = (name: "maxSurge" | "maxUnavailable") => {
    const field = `resource.updatePolicy.${name}`;
    const share = readFixedOrPercent(sent[name], field);
    const value = isOpen(share) ? { fixed: zones } : share;
    if (isRegional && value.fixed !== undefined && value.fixed !== 0 && value.fixed < zones) {
      throw invalidField(
        `${field}.fixed`,
        value.fixed,
        `Fixed updatePolicy.${name} for regional managed instance group has to be either 0 or at least equal to the number of zones.`,
      );
    }
    return value;
  };
  const [maxSurge, maxUnavailable] = [limit("maxSurge"), limit("maxUnavailable")];
  if (policy.replacementMethod === "RECREATE" && !isZero(maxSurge)) {
    throw invalidField(
      "resource.updatePolicy.maxSurge",
      JSON.stringify(maxSurge),
      "maxSurge must be equal to 0 when replacement method is set to RECREATE",
    );
  }
  if (isZero(maxSurge) && isZero(maxUnavailable)) {
    throw invalidField(
      "resource.updatePolicy.maxUnavailable",
      JSON.stringify(maxUnavailable),
      "At least one of maxSurge and maxUnavailable must be greater than 0.",
    );
  }
  if (isStateful) checkStateful(policy);
  return {
    ...policy,
    maxSurge: withCalculated(maxSurge, targetSize, Math.ceil),
    maxUnavailable: withCalculated(maxUnavailable, targetSize, Math.floor),
  };
}

/** Checks the rules that the service documents for a group that keeps the state of its instances. */
function checkStateful({ type, replacementMethod, instanceRedistributionType }: JsonObject): void {
  const field = (name: string) => `resource.updatePolicy.${name}`;
  if (instanceRedistributionType === "PROACTIVE") {
    throw invalidField(
      field("instanceRedistributionType"),
      instanceRedistributionType,
      "For stateful regional managed instance groups, you must disable proactive redistribution (set the redistribution type to NONE).",
    );
  }
  if (type === "PROACTIVE" && replacementMethod !== "RECREATE") {
    throw invalidField(
      field("replacementMethod"),
      replacementMethod,
      "For automated rolling updates of stateful managed instance groups, the replacement method must be RECREATE.",
    );
  }
}

function isZero({ fixed, percent }: FixedOrPercent): boolean {
  return (fixed ?? percent) === 0;
}

/** Throws when a patch asks for a share of a group that is too small. One that has become too small may keep its own. */
export function checkUnavailableShare(patch: JsonObject, { targetSize }: JsonObject): void {
  const { percent } = asObject(asObject(patch.updatePolicy).maxUnavailable);
  if (typeof percent === "number" && Number(targetSize) < 10) {
    throw invalidField(
      "resource.updatePolicy.maxUnavailable.percent",
      percent,
      "A percentage can be used only for a group of 10 or more instances.",
    );
  }
}
