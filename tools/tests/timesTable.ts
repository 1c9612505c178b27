import { waitingMs, type Cost, type ProcessCosts } from "./cost/cost";
import { processKinds, type ProcessKind } from "./cost/processKind";
import type { Report } from "./report";

interface Row {
  name: string;
  cost: Cost;
}

const shown: readonly (readonly [title: string, kinds: readonly ProcessKind[]])[] = [
  ["pulumi", ["pulumi"]],
  ["provider", ["provider"]],
  ["compiling", ["compiling"]],
  ["packing", ["packing"]],
  ["installing", ["installing"]],
  ["go", ["go"]],
  ["Chromium", ["chromium"]],
  ["others", ["node", "worker", "other"]],
];

/** What each tier and each of the slowest tests took, as text. */
export function timesReport(report: Report, slowest: number, root: string): string {
  const tiers = tierRows(report);
  const tests = testRows(report, root).slice(0, slowest);
  const total = { name: "all", cost: sum(tiers.map(({ cost }) => cost)) };
  const { globalSetup } = report;
  return [
    "The tiers: the time of their files, imports and hooks included, as if one ran after the other",
    table([...tiers, total]),
    ...(globalSetup === undefined
      ? []
      : [`Before the first file, for all: ${seconds(globalSetup.wallMs)} s${processList(globalSetup.processes)}`]),
    "",
    `The slowest ${String(tests.length)} tests, with their hooks`,
    table(tests),
    "Seconds, and the number of processes in parentheses. Waiting is what neither the worker nor what it started used of",
    "the processor, and so what others took of it; starting is what processes took to their first word. Compiling is tsc,",
    "ts-node and all that tsx runs. What pulumi starts (programs, providers, ts-node) is in its column. A test with ~ ran",
    "beside others of its worker: processor time and processes are those of all of them.",
  ].join("\n");
}

/** The costs of the files of each tier, the most expensive first. */
export function tierRows({ testResults }: Report): Row[] {
  const costs = new Map<string, Cost[]>();
  for (const { tier = "?", cost } of testResults) {
    if (cost !== undefined) costs.set(tier, [...(costs.get(tier) ?? []), cost]);
  }
  return byWall([...costs].map(([name, ofTier]) => ({ name, cost: sum(ofTier) })));
}

function testRows({ testResults }: Report, root: string): Row[] {
  const rows = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ fullName, meta }) =>
      meta?.cost === undefined ? [] : [{ name: `${name.replace(`${root}/`, "")}: ${fullName}`, cost: meta.cost }],
    ),
  );
  return byWall(rows);
}

function byWall(rows: Row[]): Row[] {
  return rows.sort((one, other) => other.cost.wallMs - one.cost.wallMs);
}

/** All of them one after the other. */
export function sum(costs: readonly Cost[]): Cost {
  const total: Cost = { wallMs: 0, workerMs: 0, processes: {} };
  for (const { wallMs, workerMs, childrenMs, processes } of costs) {
    total.wallMs += wallMs;
    total.workerMs += workerMs;
    if (childrenMs !== undefined) total.childrenMs = (total.childrenMs ?? 0) + childrenMs;
    for (const kind of processKinds) {
      const { count = 0, wallMs = 0, startingMs = 0 } = processes[kind] ?? {};
      if (count === 0) continue;
      const ofKind = (total.processes[kind] ??= { count: 0, wallMs: 0, startingMs: 0 });
      ofKind.count += count;
      ofKind.wallMs += wallMs;
      ofKind.startingMs += startingMs;
    }
  }
  return total;
}

function table(rows: readonly Row[]): string {
  const titles = ["time", "waiting", "worker", "processes", "starting", ...shown.map(([title]) => title), ""];
  const cells = rows.map(({ name, cost }) => [
    seconds(cost.wallMs),
    mark(cost, seconds(waitingMs(cost))),
    mark(cost, seconds(cost.workerMs)),
    cost.childrenMs === undefined ? "?" : mark(cost, seconds(cost.childrenMs)),
    dash(Object.values(cost.processes).reduce((all, { startingMs }) => all + startingMs, 0)),
    ...shown.map(([, kinds]) => processCell(cost.processes, kinds)),
    name,
  ]);
  const widths = titles.map((title, column) => Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)));
  return [titles, ...cells]
    .map((row) =>
      row.map((cell, column) => (column === row.length - 1 ? cell : cell.padStart(widths[column] ?? 0))).join("  "),
    )
    .map((line) => `  ${line.trimEnd()}`)
    .join("\n");
}

function processCell(processes: ProcessCosts, kinds: readonly ProcessKind[]): string {
  const costs = kinds.flatMap((kind) => processes[kind] ?? []);
  const count = costs.reduce((all, cost) => all + cost.count, 0);
  if (count === 0) return "–";
  return `${seconds(costs.reduce((all, cost) => all + cost.wallMs, 0))} (${String(count)})`;
}

function processList(processes: ProcessCosts): string {
  const parts = Object.entries(processes).map(([kind, { wallMs, count }]) => {
    const times = count === 1 ? "" : `, ${String(count)} of them`;
    return `${kind} ${seconds(wallMs)} s${times}`;
  });
  return parts.length === 0 ? "" : `, of which ${parts.join("; ")}`;
}

function mark({ shared }: Cost, text: string): string {
  return shared ? `~${text}` : text;
}

function dash(milliseconds: number): string {
  return milliseconds === 0 ? "–" : seconds(milliseconds);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}
