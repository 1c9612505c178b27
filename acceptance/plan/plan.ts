import type { AcceptanceOptions } from "../options";
import { fixtures, named } from "./fixtures";
import { neededFixtures, subjectNames, withNeed } from "./names";

/** What is made by the resources themselves, beyond what they are about. */
const madeByResources: Readonly<Record<string, { what: string; billed?: readonly BilledPart[] }>> = {
  Route: { what: "a route to 198.51.100.0/24 in that network" },
  Snapshot: { what: "a snapshot of the empty disk", billed: [{ part: "snapshot", amount: 1 }] },
};

/** What a run makes, changes and costs, for a person who has to agree to it. */
export function planText(options: AcceptanceOptions, leftBefore: readonly string[]): string {
  const { project, region, zone, parent, prefix, subjects: tried, maxHours, certificateMaps, members } = options;
  const needed = neededFixtures(tried);
  const own = tried.flatMap((subject) => madeByResources[subject] ?? []);
  const billed = [...needed.map((name) => fixtures[name]), ...own].flatMap(({ billed: parts = [] }) => parts);
  const left = subjectNames.filter((name) => !tried.includes(name));
  const lines = [
    `Project ${project}, region ${region}, zone ${zone}, at ${options.endpoint.host}.`,
    ...(parent === undefined ? [] : [`Hierarchical firewall policies in ${parent}, attached to nothing.`]),
    `Everything has a name that begins with ${prefix}.`,
    "",
    ...(leftBefore.length === 0 ? [] : [`Deleted first, because earlier runs left it: ${leftBefore.join(", ")}.`, ""]),
    "Deleted first, too: what is left of runs that began more than 25 hours ago.",
    "",
    "Made for the run, and deleted at its end:",
    ...needed.map((name) => `  ${named(prefix, name).padEnd(32)} ${fixtures[name].what}`),
    ...own.map(({ what }) => `  ${" ".repeat(32)} ${what}`),
    ...(certificateMaps.length === 0 ? [] : ["", `Used and not changed: ${certificateMaps.join(", ")}.`]),
    ...(members.length === 0 ? [] : [`Given roles on those policies: ${members.join(", ")}.`]),
    "",
    `Tried: ${tried.join(", ")}.`,
    ...(left.length === 0 ? [] : [`Not tried: ${left.map(withNeed).join(", ")}.`]),
    "",
    ...estimate(billed, maxHours),
  ];
  return `${lines.join("\n")}\n`;
}

/**
 * List prices of us-central1 in US dollars, without any discount and without the free tier. Other regions cost up to half
 * as much again. The public price list is at https://cloud.google.com/compute/all-pricing.
 */
const pricesDate = "November 2025";

const hoursPerMonth = 730;

const dollarsPerHour = {
  "e2-micro": 0.00838,
  /** Of one GB. */
  "standard disk": 0.04 / hoursPerMonth,
  /** Of one GB. An empty disk makes far less than one. */
  snapshot: 0.05 / hoursPerMonth,
} as const;

/** Something that is billed, and how much of it there is. */
export interface BilledPart {
  readonly part: keyof typeof dollarsPerHour;
  readonly amount: number;
}

/** What it costs in an hour. */
function hourlyDollars(parts: readonly BilledPart[]): number {
  return parts.reduce((sum, { part, amount }) => sum + dollarsPerHour[part] * amount, 0);
}

/** The lines of the plan about money. It is an estimate, and says so. */
function estimate(parts: readonly BilledPart[], maxHours: number): string[] {
  if (parts.length === 0) return ["Estimated cost: nothing that is made is billed by the hour."];
  const hourly = hourlyDollars(parts);
  return [
    `Estimated cost: ${dollars(hourly)} an hour, at most ${dollars(hourly * maxHours)} in the ${String(maxHours)} h that the run may take.`,
    `It is counted from list prices of ${pricesDate} for us-central1, and your bill may differ.`,
  ];
}

/** Cents are too coarse for what a run costs. */
function dollars(amount: number): string {
  return `US$ ${amount.toFixed(3)}`;
}
