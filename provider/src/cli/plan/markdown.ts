import { longestLine, message, splitSentences } from "../../messages/text";
import { cell, change, code, cut } from "./cells";
import type { Plan, PlanMessage, PlanStep } from "./plan";
import type { PolicyNote } from "./policies";

/** Longest comment that GitHub takes, less some room for what a workflow may put before it. */
const longestComment = 60_000;

/** The table has the rest, and an error with a stack in it must not push it out. */
const longestMessages = 30_000;
const longestMessage = 5_000;

/** A step that destroys comes first, after those that a policy blocks. */
const order = ["delete", "delete-replaced", "replace", "create-replacement", "update", "create", "policy"];

/** Where there is no room for all messages, no warning pushes an error out. */
const severities = ["error", "warning", "info"];

/** A summary of a plan that reads well in a pull request. */
export function planMarkdown(plan: Plan): string {
  const { steps, outputs, messages } = plan;
  const rank = (step: PlanStep) => (isBlocked(step) ? -2 : order.indexOf(step.operation));
  const sorted = steps.toSorted((left, right) => rank(left) - rank(right));
  const worstFirst = messages.toSorted(
    (left, right) => severities.indexOf(left.severity) - severities.indexOf(right.severity),
  );
  const head = [
    `### ${headline(plan)}`,
    fitParts(worstFirst.map(callout), "\n\n", longestMessages),
    fitParts(
      outputs.map((output) => `- Output ${change(output, 60)}`),
      "\n",
      10_000,
    ),
  ];
  const room = longestComment - head.join("\n\n").length;
  return `${[...head, table(sorted, room)].filter((part) => part !== "").join("\n\n")}\n`;
}

/** Every resource. Where there is no room for values, the arguments alone are named. */
function table(steps: readonly PlanStep[], room: number): string {
  if (steps.length === 0) return "";
  const lines = (longest: number) => [
    "| | Resource | What changes |\n| --- | --- | --- |",
    ...steps.map((step) => tableLine(step, longest)),
  ];
  const long = lines(200).join("\n");
  return long.length <= room ? long : fitParts(lines(0), "\n", room);
}

function headline({ steps, messages, outputs, changeSummary }: Plan): string {
  if (messages.some(({ severity }) => severity === "error")) return "The plan cannot be made";
  const { same = 0, ...others } = changeSummary;
  const changes = Object.entries(others).flatMap(([operation, count]) =>
    operation === "delete"
      ? countDeletes(steps, count)
      : count > 0
        ? [`${String(count)} to ${operationText(operation)}`]
        : [],
  );
  const nothing = outputs.length > 0 ? "Only outputs change" : "Nothing changes";
  const begin = steps.some(isBlocked) ? "Blocked by policy. " : "";
  if (changes.length === 0) return `${begin}${nothing} (${String(same)} unchanged)`;
  return `${begin}Plan: ${[...changes, `${String(same)} unchanged`].join(", ")}`;
}

function isBlocked({ policies }: PlanStep): boolean {
  return policies.some(({ effect }) => effect === "blocks");
}

/** Deletes by their effect: `1 to delete`, `2 to stop managing`. */
function countDeletes(steps: readonly PlanStep[], count: number): string[] {
  const words = steps.flatMap(({ operation, deleteEffect }) =>
    operation === "delete" ? [deleteEffect?.word ?? "delete"] : [],
  );
  const plain = Math.max(0, count - words.filter((word) => word !== "delete").length);
  const others = [...new Set(words)].filter((word) => word !== "delete");
  return [
    ...(plain > 0 ? [`${String(plain)} to delete`] : []),
    ...others.map((word) => `${String(words.filter((one) => one === word).length)} to ${word}`),
  ];
}

const kinds = { error: "CAUTION", warning: "WARNING", info: "NOTE" } as const;

/** A message, in a fence: what a service or a program writes is no markup, mentions no person, and shows no image. */
function callout({ severity, text }: PlanMessage): string {
  // Clean before the cut, which may leave half of a secret.
  const clean = cut(message(text.replaceAll("\r\n", "\n").replaceAll("\t", "  ")), longestMessage);
  const inFence = clean.replace(/`{3,}/g, "``…");
  const lines = inFence.split("\n").flatMap((line) => (line.length > longestLine ? splitSentences(line) : line));
  return [`[!${kinds[severity]}]`, "```", ...lines, "```"].map((line) => `> ${line}`).join("\n");
}

function tableLine(step: PlanStep, longest: number): string {
  const { operation, type, name, parent, id, deleteEffect, changes, policies } = step;
  const isDelete = operation.startsWith("delete");
  const effect = deleteEffect?.says ?? "";
  const deleted = [id === "" ? "" : code(id), effect].filter((part) => part !== "").join(": ");
  const cells = isDelete ? [deleted] : changes.map((one) => change(one, longest, operation));
  const word = operation.includes("replace") ? "**replace**" : operationText(operation);
  const hasEffect = operation === "replace" && effect !== "";
  const what = isDelete ? (deleteEffect?.word ?? "delete") : hasEffect ? `${word} (the old one: ${effect})` : word;
  const place = parent === "" ? "" : ` in ${code(parent)}`;
  const says = [...cells, ...shorten(policies.map((note) => describePolicy(note, longest)))];
  const row = [
    what,
    `${code(type)} ${code(name)}${place}`,
    says.filter((part) => part !== "").join(longest === 0 ? ", " : "<br>"),
  ];
  return `| ${row.map(cell).join(" | ")} |`;
}

/** The word of a policy pack. The reason of a policy that blocks is there even where there is no room for values. */
function describePolicy({ pack, policy, effect, message: reason, changes }: PolicyNote, longest: number): string {
  const subject = `policy ${code(policy)} of ${code(pack)}`;
  if (effect === "changes") {
    const changed = shorten(changes.map((one) => change(one, longest))).join(", ");
    return `${subject} changes ${changed === "" ? "the arguments" : changed}`;
  }
  const verb = effect === "blocks" ? "**blocks**" : "warns";
  return `${subject} ${verb}${longest === 0 && effect === "warns" ? "" : `: ${code(reason, longestReason)}`}`;
}

/** Longest reason of a policy that is shown. */
const longestReason = 1_000;

/** Enough to see, and not so many that a row pushes the others out. */
const mostInRow = 5;

/** The first ones, and how many more there are. */
function shorten(parts: readonly string[]): readonly string[] {
  return parts.length <= mostInRow
    ? parts
    : [...parts.slice(0, mostInRow), `and ${String(parts.length - mostInRow)} more`];
}

/** The word of the engine for a kind of step. */
function operationText(operation: string): string {
  return /^[a-z-]{1,40}$/.test(operation) ? operation : code(operation, 40);
}

/** As many parts as there is room for, and how many more there are. */
function fitParts(parts: readonly string[], separator: string, room: number): string {
  let length = 0;
  const count = parts.findIndex((part) => (length += part.length + separator.length) > room);
  if (count === -1) return parts.join(separator);
  return `${parts.slice(0, count).join(separator)}\n\nand ${String(parts.length - count)} more, which do not fit here.`;
}
