import { signatureKey } from "../../fields/secretMark";
import { knownSecrets } from "../../messages/secrets";
import { longestLine, message, oneLine, splitSentences } from "../../messages/text";
import { firstDifference } from "./difference";
import type { Plan, PlanMessage, PlanStep, PropertyChange } from "./plan";

/** Longest comment that GitHub takes, less some room for what a workflow may put before it. */
const longestComment = 60_000;

/** The table has the rest, and an error with a stack in it must not push it out. */
const longestMessages = 30_000;
const longestMessage = 5_000;

/** A name, a type, a property or a path: some hostile ones must not push the others out. */
const longestName = 400;

/** A step that destroys comes first. */
const order = ["delete", "delete-replaced", "replace", "create-replacement", "update", "create"];

/** Where there is no room for all messages, no warning pushes an error out. */
const severities = ["error", "warning", "info"];

/** A summary of a plan that reads well in a pull request. */
export function planMarkdown(plan: Plan): string {
  const { steps, outputs, messages } = plan;
  const sorted = steps.toSorted((left, right) => order.indexOf(left.operation) - order.indexOf(right.operation));
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
  if (changes.length === 0) return `${nothing} (${String(same)} unchanged)`;
  return `Plan: ${[...changes, `${String(same)} unchanged`].join(", ")}`;
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

function tableLine({ operation, type, name, parent, id, deleteEffect, changes }: PlanStep, longest: number): string {
  const isDelete = operation.startsWith("delete");
  const says = deleteEffect?.says ?? "";
  const deleted = [id === "" ? "" : code(id), says].filter((part) => part !== "").join(": ");
  const cells = isDelete ? [deleted] : changes.map((one) => change(one, longest, operation));
  const word = operation.includes("replace") ? "**replace**" : operationText(operation);
  const hasEffect = operation === "replace" && says !== "";
  const what = isDelete ? (deleteEffect?.word ?? "delete") : hasEffect ? `${word} (the old one: ${says})` : word;
  const place = parent === "" ? "" : ` in ${code(parent)}`;
  const row = [what, `${code(type)} ${code(name)}${place}`, cells.join(longest === 0 ? ", " : "<br>")];
  return `| ${row.map(cell).join(" | ")} |`;
}

/** A pipe ends a cell, in code too. Parsers do not agree on one with backslashes before its own. */
function cell(text: string): string {
  return text.replace(/(?<=\\)\|/g, "\\u007c").replaceAll("|", "\\|");
}

/** The word of the engine for a kind of step. */
function operationText(operation: string): string {
  return /^[a-z-]{1,40}$/.test(operation) ? operation : code(operation, 40);
}

function change(
  { property, before, after, replaces, secret }: PropertyChange,
  longest: number,
  operation = "",
): string {
  const cause = replaces ? " (replaces)" : "";
  if (longest === 0) return code(property) + cause;
  if (operation === "create") return `${code(property)}: ${showValue(escapeText(after), longest)}`;
  if (secret) return `${code(property)}: a secret value changes${cause}`;
  const whole = [before, after].map(escapeText);
  if (whole.every((text) => text.length <= longest)) return `${code(property)}: ${showBoth(whole, longest)}${cause}`;
  const { place, more, ...part } = firstDifference({ place: property, before, after });
  const others = more === 0 ? "" : `, and ${String(more)} more`;
  return `${code(place)}: ${showBoth([part.before, part.after].map(escapeText), longest)}${others}${cause}`;
}

/** Both sides; where their beginnings are the same, from a little before they differ. */
function showBoth(texts: readonly string[], longest: number): string {
  const [before = "", after = ""] = texts;
  const isAlike = before !== after && cut(before, longest) === cut(after, longest);
  let start = -shownBefore;
  while (start + shownBefore < before.length && before[start + shownBefore] === after[start + shownBefore]) start += 1;
  return texts.map((text) => showValue(isAlike ? `…${text.slice(Math.max(0, start))}` : text, longest)).join(" → ");
}

/** How many characters are shown before the first one that differs. */
const shownBefore = 20;

/** The text that the engine writes in place of a value that is not known before the change is made. */
const unknownMark = /^04da6b54-80e4-46f7-96ec-b56ff0331ba9$|^output<.*>$/;

/** A value as text, without secrets; empty where there is none. */
function escapeText(input: unknown): string {
  if (input === undefined || input === null) return "";
  const text = JSON.stringify(input, (_key, inner: unknown) => {
    if (typeof inner === "string" && unknownMark.test(inner)) return "[known after the change]";
    return typeof inner === "object" && inner !== null && signatureKey in inner ? "[secret]" : inner;
  });
  return knownSecrets.redact(text);
}

function showValue(text: string, longest: number): string {
  if (text === "") return "–";
  if (text === '"[secret]"') return "a secret value";
  return text === '"[known after the change]"' ? "_known after the change_" : code(text, longest);
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}

/** A code span of any text, with no two backticks in a row. Without a character it would be no span, and its backticks open another. */
function code(text: string, longest = longestName): string {
  const clean = cut(oneLine(text.replace(/\s+/g, " ")), longest).replace(/``+/g, "`…") || " ";
  return clean.includes("`") ? `\`\` ${clean} \`\`` : `\`${clean}\``;
}

/** As many parts as there is room for, and how many more there are. */
function fitParts(parts: readonly string[], separator: string, room: number): string {
  let length = 0;
  const count = parts.findIndex((part) => (length += part.length + separator.length) > room);
  if (count === -1) return parts.join(separator);
  return `${parts.slice(0, count).join(separator)}\n\nand ${String(parts.length - count)} more, which do not fit here.`;
}
