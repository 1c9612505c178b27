import type { AcceptanceOptions } from "../options";
import { needs, neededFixtures, subjectNames, type FixtureName } from "./names";

/** What one fixture is, for whoever has to agree to it, and what of it is billed. */
interface Described {
  readonly what: string;
  readonly billed?: readonly BilledPart[];
}

export const descriptions: Readonly<Record<FixtureName, Described>> = {
  network: { what: "a VPC network without subnetworks of its own" },
  subnetwork: { what: "a subnetwork, 10.9.0.0/24" },
  disk: { what: "an empty standard disk of 10 GB", billed: [{ part: "standard disk", amount: 10 }] },
  template: { what: "an instance template: e2-micro, Debian, no external address" },
  group: {
    what: "a regional instance group of one instance",
    billed: [
      { part: "e2-micro", amount: 1 },
      { part: "standard disk", amount: 10 },
    ],
  },
  healthCheck: { what: "a TCP health check" },
  backendService: { what: "a backend service without backends" },
  certificate: { what: "a Google-managed certificate for a domain below example.com" },
  proxy: { what: "a target SSL proxy, which no forwarding rule leads to" },
  guard: { what: "a network firewall policy without rules" },
  spare: { what: "a second one" },
  mirroring: { what: "a third one, with one packet mirroring rule that mirrors nothing" },
  grants: { what: "a hierarchical firewall policy without rules, attached to nothing" },
  wholePolicy: { what: "a second one" },
};

/** What is made by the resources themselves, beyond what they are about. */
const madeByResources: Readonly<Record<string, Described>> = {
  Route: { what: "a route to 198.51.100.0/24 in that network" },
  Snapshot: { what: "a snapshot of the empty disk", billed: [{ part: "snapshot", amount: 1 }] },
};

/** What a run makes, changes and costs, for a person who has to agree to it. */
export function planText(options: AcceptanceOptions, leftBefore: readonly string[]): string {
  const { project, region, zone, parent, prefix, subjects, maxHours, certificateMaps, members } = options;
  const fixtures = neededFixtures(subjects);
  const own = subjects.flatMap((subject) => madeByResources[subject] ?? []);
  const billed = [...fixtures.map((name) => descriptions[name]), ...own].flatMap(({ billed: parts = [] }) => parts);
  const left = subjectNames.filter((name) => !subjects.includes(name));
  const lines = [
    `Project ${project}, region ${region}, zone ${zone}, at ${options.endpoint.host}.`,
    ...(parent === undefined ? [] : [`Hierarchical firewall policies in ${parent}, attached to nothing.`]),
    `Everything has a name that begins with ${prefix}.`,
    "",
    ...(leftBefore.length === 0 ? [] : [`Deleted first, because earlier runs left it: ${leftBefore.join(", ")}.`, ""]),
    "Deleted first, too: what is left of runs that began more than 25 hours ago.",
    "",
    "Made for the run, and deleted at its end:",
    ...fixtures.map((name) => `  ${`${prefix}-${nameOf(name)}`.padEnd(32)} ${descriptions[name].what}`),
    ...own.map(({ what }) => `  ${" ".repeat(32)} ${what}`),
    ...(certificateMaps.length === 0 ? [] : ["", `Used and not changed: ${certificateMaps.join(", ")}.`]),
    ...(members.length === 0 ? [] : [`Given roles on those policies: ${members.join(", ")}.`]),
    "",
    `Tried: ${subjects.join(", ")}.`,
    ...(left.length === 0 ? [] : [`Not tried: ${left.map((name) => `${name}${reason(needs[name])}`).join(", ")}.`]),
    "",
    ...estimate(billed, maxHours),
  ];
  return `${lines.join("\n")}\n`;
}

/** The name of a fixture behind the prefix: `healthCheck` is `health-check`. */
export function nameOf(fixture: FixtureName): string {
  return fixture.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function reason(need: string | undefined): string {
  return need === undefined ? "" : ` (needs ${need})`;
}

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
interface BilledPart {
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
    `It is counted from list prices of ${pricesAreOf} for us-central1, and your bill may differ.`,
  ];
}

/** Cents are too coarse for what a run costs. */
function dollars(amount: number): string {
  return `US$ ${amount.toFixed(3)}`;
}
