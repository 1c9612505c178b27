import { oneLine } from "../../messages/text";
import { exitCodes } from "../failure";
import type { Step } from "./steps";

/** The words after the path of a finding that say what is at the service. */
const situations = {
  unrecorded: "exists at the service, and the state does not record it",
  running: "does not exist yet: the operation that makes it is still running",
  absent: "does not exist, and no operation is making it",
  recorded: "is in the state",
  unsettled: "may have changed or not",
  unsure: "exists at the service, and nobody can tell whether this stack has made it",
  unknown: "could not be checked",
} as const;

export type Situation = keyof typeof situations;

/** One thing that a killed run may have left. */
export interface Finding {
  readonly kind: string;
  /** The resource's name in the program, where that is known. */
  readonly resource?: string;
  readonly urn?: string;
  /** Path of the object, also of one with a generated name. */
  readonly path: string;
  /** A pending operation of the state, a recorded insert without a known end, or an operation of the service that has the mark of this stack. */
  readonly cause:
    | { readonly from: "pendingOperation"; readonly operation: string }
    | { readonly from: "openRequest" }
    | { readonly from: "serviceOperation"; readonly operation: string; readonly begunAt: string | undefined };
  readonly situation: Situation;
  /** The remedy; left out if there is nothing to do. */
  readonly step?: Step;
}

export interface Report {
  readonly stack: string;
  readonly findings: readonly Finding[];
  /** Pending creates of the state: those of this package, and those of somebody else. */
  readonly pendingCreates: { readonly ours: number; readonly others: number };
  /** The checks that failed. */
  readonly problems: readonly string[];
}

function isOpen({ step, situation }: Finding): boolean {
  return step !== undefined || situation === "unknown";
}

export function toExitCode({ findings, pendingCreates, problems }: Report): number {
  if (problems.length > 0) return exitCodes.failed;
  return findings.some(isOpen) || pendingCreates.ours > 0 ? exitCodes.found : exitCodes.clean;
}

/** The report for a program. */
export function renderJson(report: Report): string {
  return `${JSON.stringify({ ...report, open: report.findings.filter(isOpen).length }, undefined, 2)}\n`;
}

/** The report for a person. */
export function renderReport({ findings, pendingCreates, problems }: Report): string {
  const open = findings.filter(isOpen);
  const paragraphs = [
    ...findings.map(renderFinding),
    ...(open.some(({ cause }) => cause.from === "serviceOperation") ? [aboutMarks] : []),
    ...(open.some(asksPulumi) || pendingCreates.ours > 0 ? [aboutLock] : []),
    ...(pendingCreates.ours === 0 ? [] : [renderClearing(open, pendingCreates.others)]),
    ...problems.map((problem) => `Not checked: ${problem}`),
    ...(open.length > 0 ? [`${String(open.length)} of ${String(findings.length)} need a step from you.`] : []),
    ...(open.length + problems.length === 0 ? [clean] : []),
  ];
  return `${paragraphs.join("\n\n")}\n`;
}

const clean =
  "Nothing was found that a run left behind. Grants and patches that the state does not name are not looked for: `pulumi up` makes and records them again.";

const aboutMarks =
  "The mark in the requests of this stack shows that this stack made an object without a pending operation. You may have\n" +
  "left it on purpose or moved it to another stack (pulumi state move), or a stack of the same project and name in another\n" +
  "backend may use it. Ask before you delete.";

/** The file of a lock is in no export of the state. */
const aboutLock =
  "A CLI that was killed leaves a lock, and Pulumi then says that the stack is currently locked. If nobody runs Pulumi on\n" +
  "this stack now, remove the lock first.\n  pulumi cancel";

function asksPulumi({ step }: Finding): boolean {
  return step?.command.startsWith("pulumi ") === true;
}

function renderFinding({ kind, resource, path, cause, situation, step }: Finding): string {
  const name = resource === undefined ? "" : ` ${JSON.stringify(resource)}`;
  const lines = [`gce:${kind}${name}: ${describeCause(cause)}`, `  ${path}`, `  ${situations[situation]}.`];
  if (step !== undefined) lines.push(`  → ${step.say}`, `       ${step.command}`);
  return lines.map(oneLine).join("\n");
}

function describeCause(cause: Finding["cause"]): string {
  if (cause.from === "pendingOperation") return `the CLI ended while ${cause.operation} it`;
  if (cause.from === "openRequest") return "the answer to its insert was lost";
  return `made by this stack at ${cause.begunAt ?? "an unknown time"} (${cause.operation})`;
}

function renderClearing(open: readonly Finding[], others: number): string {
  if (open.some(({ situation }) => situation === "unknown"))
    return "Keep the pending operations in the state until this command can check every object: nothing else names them.";
  const what = "When that is done, remove the pending creates from the state.";
  if (others === 0) return `${what}\n  pulumi refresh --clear-pending-creates`;
  return `${what} Other packages have ${String(others)} too, so let Pulumi ask about each:\n  pulumi refresh`;
}
