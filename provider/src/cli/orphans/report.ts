import { oneLine } from "../../shown/text";
import { exitCodes, type Finding, type Report, type Situation } from "./finding";

/** What a finding's situation means, after the path. */
const situations: Readonly<Record<Situation, string>> = {
  there: "exists at the service, and the state does not record it",
  running: "does not exist yet: the operation that makes it is still running",
  absent: "does not exist, and no operation is making it",
  recorded: "is now in the state",
  asDescribed: "is as the program says",
  otherwise: "is not as the program says",
  unknown: "could not be checked",
};

/** The same of what was being deleted, where that is another sentence. */
const deleted: Partial<typeof situations> = {
  there: "is still there",
  asDescribed: "is still as the program said",
  otherwise: "is no longer as the program said",
};

/** Whether somebody has to do something about it. */
export function needsAttention({ steps, situation }: Finding): boolean {
  return steps.length > 0 || situation === "unknown";
}

/** The exit code of a report. */
export function exitCodeOf({ findings, pendingCreates, problems, untold }: Report): number {
  if (problems.length > 0) return exitCodes.failed;
  const isOpen = findings.some(needsAttention) || pendingCreates.ours > 0 || untold.length > 0;
  return isOpen ? exitCodes.found : exitCodes.clean;
}

/** The report for a person. */
export function renderReport(report: Report): string {
  const { findings, pendingCreates, problems } = report;
  const open = findings.filter(needsAttention);
  const foreign = open.filter(({ cause }) => cause.from === "serviceOperation");
  const paragraphs = [
    ...findings.map(renderFinding),
    ...(foreign.length === 0 ? [] : [aboutForeign]),
    ...(pendingCreates.ours === 0 ? [] : [renderClearing(open, pendingCreates)]),
    ...problems.map((problem) => `Not checked: ${problem}`),
    ...report.untold,
    summary(report, open.length),
  ];
  return `${paragraphs.join("\n\n")}\n`;
}

/** The report for a program. */
export function renderJson(report: Report): string {
  return `${JSON.stringify({ ...report, open: report.findings.filter(needsAttention).length }, undefined, 2)}\n`;
}

const aboutForeign =
  "For objects without a pending operation, the mark in the requests of this stack shows that this stack made them.\n" +
  "You may have left one on purpose (deletionPolicy ABANDON, a move to another stack). A stack of the same project and\n" +
  "name in another backend may use one in this cloud project. Ask before you delete.";

function renderFinding({ kind, resource, path, cause, situation, notes, steps }: Finding): string {
  const name = resource === undefined ? "" : ` ${JSON.stringify(resource)}`;
  const why =
    cause.from === "pendingOperation"
      ? `the CLI ended while ${cause.operation} it`
      : `made by this stack${cause.begunAt === undefined ? "" : ` at ${cause.begunAt}`} (${cause.operation})`;
  const wasDeleting = cause.from === "pendingOperation" && cause.operation === "deleting";
  const lines = [
    `gce:${kind}${name}: ${why}`,
    `  ${path}`,
    `  ${(wasDeleting ? deleted[situation] : undefined) ?? situations[situation]}.`,
    ...notes.map((note) => `  ${note}`),
    ...steps.flatMap(({ say, command }, index) => [
      `  ${index === 0 ? "→" : "  or"} ${say}`,
      ...(command === undefined ? [] : [`       ${command}`]),
    ]),
  ];
  return lines.map(oneLine).join("\n");
}

function renderClearing(open: readonly Finding[], { ours, others }: Report["pendingCreates"]): string {
  if (open.some(({ situation }) => situation === "unknown"))
    return "Keep the pending operations in the state until this command can check every object: nothing else names them.";
  const when = open.length === 0 ? "Nothing needs them any more" : "When that is done";
  const many = ours === 1 ? "the pending create" : `the ${String(ours)} pending creates`;
  return others === 0
    ? `${when}: remove ${many} from the state.\n  pulumi refresh --clear-pending-creates`
    : `${when}: remove ${many} from the state. Other packages have ${String(others)} too, so let Pulumi ask about each:\n  pulumi refresh`;
}

function summary({ findings, problems, pendingCreates, untold }: Report, open: number): string {
  if (open > 0) return `${String(open)} of ${String(findings.length)} need${open === 1 ? "s" : ""} a step from you.`;
  if (problems.length > 0) return "The command could not check everything.";
  if (untold.length > 0) return "The command found nothing that a run left behind.";
  return pendingCreates.ours > 0 ? "Nothing is left at the service." : "Nothing was left behind.";
}
