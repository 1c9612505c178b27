import { invalidField } from "./errors";
import { asObject } from "./json";
import { output, type ObjectField } from "./schema";

/** A number of instances, given as such or as a share. */
export const fixedOrPercentField: ObjectField = {
  type: "object",
  fields: {
    fixed: { type: "integer", minimum: 0 },
    percent: { type: "integer", minimum: 0, maximum: 100 },
    calculated: output({ type: "integer" }),
  },
};

/** One of the two, or nothing. */
export interface FixedOrPercent {
  readonly fixed?: number;
  readonly percent?: number;
}

/** The value at a field that was validated. Throws when both forms are given, as a careless merge patch does. */
export function readFixedOrPercent(value: unknown, field: string): FixedOrPercent {
  const { fixed, percent } = asObject(value);
  if (fixed !== undefined && percent !== undefined) {
    throw invalidField(field, JSON.stringify({ fixed, percent }), "Only one of fixed and percent can be given.");
  }
  return {
    ...(typeof fixed === "number" ? { fixed } : {}),
    ...(typeof percent === "number" ? { percent } : {}),
  };
}

/** The value as it is answered, with the number of instances that it comes to. */
export function withCalculated(
  value: FixedOrPercent,
  groupSize: number,
  round: (share: number) => number = Math.round,
): FixedOrPercent & { readonly calculated: number } {
  const { fixed, percent = 0 } = value;
  return { ...value, calculated: fixed ?? round((percent / 100) * groupSize) };
}
