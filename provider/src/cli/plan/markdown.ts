import { knownSecrets } from "../../shown/secrets";
import { oneLine } from "../../shown/text";
import type { Plan, PlanMessage, PlanStep, PropertyChange } from "./plan";

/** Longest comment that GitHub takes, less some room for what a workflow may put before it. */
const longestComment = 60_000;

/** The table has the rest, and an error with a stack in it must not push it out. */
const longestMessages = 30_000;
const longestMessage = 5_000;

/** How much of a value is shown, from what reads best to what saves most: with 0 the arguments alone are named. */
const valueLengths = [200, 60, 20, 0] as const;

/** Room for the names of those whose message is the same. */
const longestNames = 2_000;

/** The word of a step, in the order in which steps are shown: what destroys comes first. */
const words: Readonly<Record<string, string>> = {
  delete: "delete",
  "delete-replaced": "delete",
  replace: "**replace**",
  "create-replacement": "**replace**",
  update: "update",
  create: "create",
  import: "import",
  refresh: "refresh",
};

const order = Object.keys(words);

/** A summary of a plan that reads well in a pull request. */
export function planMarkdown({ steps, messages, counts }: Plan): string {
  const shown = steps
    // A replacement is three steps to the engine, and one change to a reader.
    .filter((step) => !(step.operation !== "replace" && isPartOfReplacement(step, steps)))
    .sort((left, right) => order.indexOf(left.operation) - order.indexOf(right.operation));
  const callouts = fitted(grouped(messages).map(callout), "\n\n", longestMessages);
  const head = [`### ${headline(messages, counts)}`, callouts].filter((part) => part !== "").join("\n\n");
  return [head, table(shown, longestComment - head.length)]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

/** Every resource, with as much of its values as there is room for: who reads it misses a value, and never a resource. */
function table(steps: readonly PlanStep[], room: number): string {
  if (steps.length === 0) return "";
  const title = "| | Resource | What changes |\n| --- | --- | --- |";
  let lines: string[] = [];
  for (const length of valueLengths) {
    lines = [title, ...steps.map((step) => row(step, length))];
    const text = lines.join("\n");
    if (text.length <= room) return text;
  }
  return fitted(lines, "\n", room);
}

function isPartOfReplacement(step: PlanStep, steps: readonly PlanStep[]): boolean {
  const isPart = step.operation === "create-replacement" || step.operation === "delete-replaced";
  return isPart && steps.some((o) => o.operation === "replace" && o.type === step.type && o.name === step.name);
}

function headline(messages: readonly PlanMessage[], counts: Plan["counts"]): string {
  if (messages.some(({ severity }) => severity === "error")) return "The plan cannot be made";
  const { same = 0, ...others } = counts;
  const changes = Object.entries(others).filter(([, count]) => count > 0);
  if (changes.length === 0) return `Nothing changes (${String(same)} unchanged)`;
  return `Plan: ${[...changes.map(([operation, count]) => `${String(count)} to ${escaped(operation)}`), `${String(same)} unchanged`].join(", ")}`;
}

const kinds = { error: "CAUTION", warning: "WARNING", info: "NOTE" } as const;

/** A message, and whom else it is about: those that say the same but for names and values. */
interface MessageGroup extends PlanMessage {
  readonly others: readonly string[];
}

/** How the resources here begin what they say. */
const subject = /^gce:\w+ "[^"]*"(?=:)/;

function grouped(messages: readonly PlanMessage[]): MessageGroup[] {
  const groups = new Map<string, { first: PlanMessage; others: string[] }>();
  for (const message of messages) {
    const named = subject.exec(message.text)?.[0];
    const key = named === undefined ? message.text : `${message.severity} ${withoutValues(message.text)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { first: message, others: [] });
    else group.others.push(named ?? "");
  }
  return [...groups.values()].map(({ first, others }) => ({ ...first, others }));
}

/** Quoted texts and words that have a digit are values. */
function withoutValues(text: string): string {
  const words = text
    .slice(0, longestMessage)
    .replaceAll(/"[^"]*"/g, "…")
    .split(" ");
  return words.map((word) => (/\d/.test(word) ? "…" : word)).join(" ");
}

function callout({ severity, text, others }: MessageGroup): string {
  // Before the cut, which may leave half of a secret.
  const clean = knownSecrets.outOf(text);
  const shown = clean.length > longestMessage ? `${clean.slice(0, longestMessage)}…` : clean;
  const lines = shown.split(lineEnd).map((line) => `> ${escaped(line)}`);
  const names = others.map(code);
  const same = `The same for ${String(others.length)} more, each with its own values: `;
  const more = others.length === 0 ? [] : [">", `> ${same}${fitted(names, ", ", longestNames, "; ")}`];
  return [`> [!${kinds[severity]}]`, ...lines, ...more].join("\n");
}

function row({ operation, type, name, id, changes }: PlanStep, longest: number): string {
  const cells = changes.map((one) => {
    if (longest === 0) return code(one.property) + (one.replaces ? " (replaces)" : "");
    if (operation === "create") return `${code(one.property)}: ${value(one.after, longest)}`;
    if (operation.startsWith("delete")) return `${code(one.property)}: ${value(one.before, longest)}`;
    return change(one, longest);
  });
  const gone = operation.startsWith("delete") && id !== undefined ? [code(id)] : [];
  const what = [...gone, ...cells].join(longest === 0 ? ", " : "<br>");
  return `| ${words[operation] ?? escaped(operation)} | ${code(type)} ${code(name)} | ${what} |`;
}

function change({ property, before, after, replaces, secret }: PropertyChange, longest: number): string {
  const reason = replaces ? " (replaces)" : "";
  if (secret) return `${code(property)}: a secret value changes${reason}`;
  return `${code(property)}: ${value(before, longest)} → ${value(after, longest)}${reason}`;
}

/** What the engine writes in place of a value that is not known before the change is made. */
const unknown = /^04da6b54-80e4-46f7-96ec-b56ff0331ba9$|^output<.*>$/;

const secretMark = "4dabf18193072939515e22adb298388d";

const afterwards = "known after the change";

function value(shown: unknown, longest: number): string {
  if (shown === "[secret]") return "a secret value";
  if (shown === undefined || shown === null) return "–";
  if (isUnknown(shown)) return `_${afterwards}_`;
  const text = JSON.stringify(shown, (_key, inner: unknown) => {
    if (isUnknown(inner)) return `[${afterwards}]`;
    return typeof inner === "object" && inner !== null && secretMark in inner ? "[secret]" : inner;
  });
  const clean = knownSecrets.outOf(text);
  return code(clean.length > longest ? `${clean.slice(0, longest)}…` : clean);
}

function isUnknown(shown: unknown): boolean {
  return typeof shown === "string" && unknown.test(shown);
}

/** A code span that holds whatever it is given, within one cell of a table. */
function code(text: string): string {
  const clean = oneLine(text.replace(/\s+/g, " ")).replaceAll("|", "\\|");
  const fence = "`".repeat(Math.max(0, ...[...clean.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const room = clean.startsWith("`") || clean.endsWith("`") ? " " : "";
  return `${fence}${room}${clean}${room}${fence}`;
}

/** Whatever begins a new line somewhere: a carriage return alone ends a line of Markdown, and with it the quotation. */
const lineEnd = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/;

/** Plain text: nothing in it is markup, no entity hides any, and nobody is mentioned. */
function escaped(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_{}[\]<>#|~&]/g, "\\$&")
    .replaceAll("@", "@\u200b");
}

/** As many parts as there is room for, and how many more there are. */
function fitted(parts: readonly string[], separator: string, room: number, before = "\n\n"): string {
  let length = 0;
  const count = parts.findIndex((part) => (length += part.length + separator.length) > room);
  if (count === -1) return parts.join(separator);
  return `${parts.slice(0, count).join(separator)}${before}and ${String(parts.length - count)} more, which do not fit here.`;
}
