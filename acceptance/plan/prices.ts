/**
 * List prices of us-central1 in US dollars, without any discount and without the free tier. Other regions cost up to half
 * as much again. The public price list is at https://cloud.google.com/compute/all-pricing.
 */
const pricesAreOf = "November 2025";

const hoursOfMonth = 730;

const dollarsPerHour = {
  "e2-micro": 0.00838,
  /** Of one GB. */
  "standard disk": 0.04 / hoursOfMonth,
  /** Of one GB. An empty disk makes far less than one. */
  snapshot: 0.05 / hoursOfMonth,
} as const;

/** Something that is billed, and how much of it there is. */
export interface BilledPart {
  readonly part: keyof typeof dollarsPerHour;
  readonly amount: number;
}

/** What it costs in an hour. */
export function hourlyDollars(parts: readonly BilledPart[]): number {
  return parts.reduce((sum, { part, amount }) => sum + dollarsPerHour[part] * amount, 0);
}

/** The lines of the plan about money. It is an estimate, and says so. */
export function estimate(parts: readonly BilledPart[], maxHours: number): string[] {
  if (parts.length === 0) return ["Estimated cost: nothing that is made is billed by the hour."];
  const hourly = hourlyDollars(parts);
  return [
    `Estimated cost: ${dollars(hourly)} an hour, at most ${dollars(hourly * maxHours)} in the ${String(maxHours)} h that the run may take.`,
    `It is counted from list prices of ${pricesAreOf} for us-central1, and your bill may differ.`,
  ];
}

/** Cents are too coarse for what a run costs. */
function dollars(amount: number): string {
  return `US$ ${amount.toFixed(3)}`;
}
