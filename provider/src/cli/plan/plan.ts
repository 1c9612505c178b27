import { pathOf } from "../../fields/leaves";

/** What `pulumi preview --json` says, as far as a summary needs it. */
export interface Plan {
  readonly steps: readonly PlanStep[];
  /** Warnings and errors, and what resources say of a change, each as one text. */
  readonly messages: readonly PlanMessage[];
  /** How many resources there are of each kind of step, `same` included. */
  readonly counts: Readonly<Record<string, number>>;
}

/** One resource that is not as the program wants it. */
export interface PlanStep {
  /** `create`, `update`, `replace`, `delete`, `refresh`, … */
  readonly operation: string;
  /** Type without what all dynamic resources have in common: `gce:Route`. */
  readonly type: string;
  readonly name: string;
  /** The path of the object that is there; `undefined` where it is not made yet. */
  readonly id: string | undefined;
  /** What causes a replacement, where one does; of an object that is new or goes, what it is or was made with. */
  readonly changes: readonly PropertyChange[];
}

/** One argument whose value changes. */
export interface PropertyChange {
  readonly property: string;
  /** `undefined` where there is none. */
  readonly before: unknown;
  readonly after: unknown;
  readonly replaces: boolean;
  /** Of a secret the preview has no values: the same mask stands for what was and for what will be. */
  readonly secret: boolean;
}

export interface PlanMessage {
  readonly severity: "error" | "warning" | "info";
  readonly text: string;
}

/** Steps in which nothing happens to a real object. */
const quiet = new Set(["same", "read", "read-replacement", "read-discard", "remove-pending-replace"]);

/** Reads the output of `pulumi preview --json`; an error when it is something else. */
export function parsePlan(text: string): Plan {
  const document = objectIn(text);
  if (document === undefined || (document.steps === undefined && document.diagnostics === undefined)) {
    throw new Error(
      "this is not the output of `pulumi preview --json`. Write that output to a file, and give the name of the file: pulumi preview --json > plan.json; npx pulumi-gce plan plan.json",
    );
  }
  const steps = objects(document.steps);
  return {
    steps: steps.flatMap((step) => (quiet.has(textOf(step.op)) || isStack(step) ? [] : [stepOf(step)])),
    messages: distinct(objects(document.diagnostics).flatMap(messageOf)),
    counts: Object.fromEntries(
      Object.entries(isObject(document.changeSummary) ? document.changeSummary : {}).filter(
        (entry): entry is [string, number] => typeof entry[1] === "number",
      ),
    ),
  };
}

type JsonObject = Readonly<Record<string, unknown>>;

/** The CLI may print lines of its own before the object. */
function objectIn(text: string): JsonObject | undefined {
  const start = /^\{/m.exec(text)?.index;
  if (start === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(text.slice(start, text.lastIndexOf("}") + 1));
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function stepOf(step: JsonObject): PlanStep {
  const operation = textOf(step.op);
  const urn = textOf(step.urn).split("::");
  const detailed = isObject(step.detailedDiff) ? detailedChanges(step, step.detailedDiff) : undefined;
  const all = detailed ?? inputChanges(step);
  const visible = detailed ?? all.filter((change) => !isDeepEqual(change.before, change.after));
  // What follows from a replacement, as a new name and self link, is not what causes it.
  const causes = all.filter(({ replaces }) => replaces);
  const changes = causes.length > 0 ? causes : visible;
  return {
    operation,
    type: typeOf(urn.at(-2) ?? ""),
    name: urn.at(-1) ?? "",
    id: isObject(step.oldState) ? textOf(step.oldState.id) || undefined : undefined,
    // An update that shows no change is one of a secret.
    changes: operation === "update" && changes.length === 0 ? all.filter(({ secret }) => secret) : changes,
  };
}

/** What a provider says that differs: recorded inputs may say the same in another spelling. */
function detailedChanges(step: JsonObject, detailed: JsonObject): PropertyChange[] {
  const reasons = reasonsOf(step).map((reason) => pathOf(reason)[0]);
  return Object.entries(detailed).map(([property, detail]) => {
    const part = isObject(detail) && detail.inputDiff === true ? "inputs" : "outputs";
    const before = valueAt(stateOf(step.oldState, part), property);
    const after = valueAt(stateOf(step.newState, "inputs"), property);
    return changeOf(property, before, after, reasons.includes(pathOf(property)[0]));
  });
}

/** Every argument before and after, whether it differs or not. */
function inputChanges(step: JsonObject): PropertyChange[] {
  const [before, after] = [stateOf(step.oldState, "inputs"), stateOf(step.newState, "inputs")];
  const reasons = reasonsOf(step);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((property) => !property.startsWith("__") && property !== "selfLink")
    .map((property) => changeOf(property, before[property], after[property], reasons.includes(property)));
}

function changeOf(property: string, before: unknown, after: unknown, replaces: boolean): PropertyChange {
  return { property, before, after, replaces, secret: isMasked(before) && isDeepEqual(before, after) };
}

function reasonsOf({ replaceReasons }: JsonObject): string[] {
  return Array.isArray(replaceReasons) ? replaceReasons.map(textOf) : [];
}

function stateOf(state: unknown, part: "inputs" | "outputs"): JsonObject {
  const values = isObject(state) ? state[part] : undefined;
  return isObject(values) ? values : {};
}

/** What is there: of a secret, the engine says nothing of the members. */
function valueAt(values: JsonObject, path: string): unknown {
  return pathOf(path).reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? (value as JsonObject)[key] : value),
    values,
  );
}

/** What the CLI writes in place of a secret. */
const mask = '"[secret]"';

function isMasked(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).includes(mask);
}

function isStack(step: JsonObject): boolean {
  return textOf(step.urn).includes("::pulumi:pulumi:Stack::");
}

/** The type itself, of `parent$type`. */
function typeOf(qualified: string): string {
  const type = qualified.slice(qualified.lastIndexOf("$") + 1);
  return type.replace(/^pulumi-nodejs:dynamic\//, "");
}

function messageOf({ message, severity }: JsonObject): PlanMessage[] {
  const [, said, text = ""] = /^(?:(error|warning|info): )?([^]*)$/.exec(textOf(message).trim()) ?? [];
  const level = said ?? textOf(severity);
  if (text === "") return [];
  return [{ severity: level === "error" || level === "warning" ? level : "info", text }];
}

/** The CLI may say the same of a resource and of its stack. */
function distinct(messages: readonly PlanMessage[]): PlanMessage[] {
  return [...new Map(messages.map((message) => [message.text, message])).values()];
}

function isDeepEqual(left: unknown, right: unknown): boolean {
  return JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
