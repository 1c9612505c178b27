import { isDeepStrictEqual } from "node:util";
import { notFound } from "../basics/errors";
import { FAULTS } from "../world/settings/faultKinds";
import type { PendingFault } from "../world/settings/faults";
import { asObject } from "../basics/json";
import { splitPath } from "../basics/links";
import type { TrackedOperation } from "../world/operation";
import { preciseNow } from "../basics/clock";
import { redact, type RequestLogEntry } from "../world/requestLog";
import { commonOutputFields } from "../basics/schema";
import type { StoredChange } from "../world/store";
import type { StoredKind } from "../world/storedKind";
import type { World } from "../world/world";

/** The data of the page, as JSON: the page takes the types from here. Times are milliseconds, moments milliseconds since 1970. */
export type ConsoleState = ReturnType<typeof consoleState>;
export type Choices = ReturnType<typeof choices>;
export type ObjectDetail = ReturnType<typeof objectDetail>;
export type RequestDetail = ReturnType<typeof requestDetail>;

/** The lines that the page has at once. More are no picture any more, and its filters find the others. */
const OBJECTS_PER_KIND = 200;
const OPERATIONS = 100;
const REQUESTS = 300;
/** A page asks a few times a second, and a full log can have five times as many. */
const SEARCHED_REQUESTS = 100_000;
const CHANGES = 100;
/** Of a path with its query. The details of a request show all of it. */
const URL_CHARACTERS = 500;

/** The filters of the page. A filter is a part of a line's text. */
export interface Filters {
  readonly objects: string;
  readonly requests: string;
  readonly problemsOnly: boolean;
}

/** The content of the page. Of long lists it has the newest lines, or those that match the page's filters. */
export function consoleState(world: World, filters: Filters) {
  const operations = world.operations.timeline();
  const { defaultMs = 0, requestMs = 0, instancesMs = 0, perInstanceMs = 0 } = world.latency.current;
  return {
    objects: objectLines(world, filters.objects.toLowerCase()),
    operations: {
      total: operations.length,
      running: operations.filter(({ isDone, vanished }) => !isDone && !vanished).length,
      newest: operations
        .slice(-OPERATIONS)
        .reverse()
        .map((one) => operationLine(world, one)),
    },
    requests: requestLines(world, filters),
    faults: world.faults.pending().map(faultLine),
    latency: { defaultMs, requestMs, instancesMs, perInstanceMs },
    rollouts: world.rollouts.list(),
    /** Grows with every change of an object, so that the page asks for the details of one again. */
    changeCount: world.store.changeCount,
  };
}

/** The objects by their kinds, in two parts: what has changed since the start, the newest first, and all others. */
function objectLines(world: World, wanted: string) {
  const isWanted = (path: string) => path.toLowerCase().includes(wanted);
  const changed = world.store.changedPaths();
  const changedPaths = new Set(changed);
  const paths: string[] = [];
  for (const [parent, objects] of world.store.collections())
    for (const name of objects.keys()) paths.push(`${parent}/${name}`);
  const others = paths.filter((path) => !changedPaths.has(path) && isWanted(path)).sort();
  return {
    total: paths.length,
    changed: groupByKind(world, changed.filter(isWanted)),
    /** Those of the changed ones that are deleted. */
    gone: changed.filter((path) => !world.store.has(path)),
    kinds: groupByKind(world, others).sort((a, b) => a.kind.localeCompare(b.kind)),
  };
}

function groupByKind(world: World, paths: readonly string[]) {
  const kinds = new Map<string, string[]>();
  for (const path of paths) {
    const kind = toKind(world, path);
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, [path]);
    else known.push(path);
  }
  return [...kinds].map(([kind, all]) => ({ kind, total: all.length, paths: all.slice(0, OBJECTS_PER_KIND) }));
}

/** The newest requests that the filters let through, and how many of the newest 100,000 these are. */
function requestLines({ log }: World, { requests, problemsOnly }: Filters) {
  const total = log.length;
  if (requests === "" && !problemsOnly)
    return { total, matching: total, newest: log.newest(REQUESTS).reverse().map(requestLine) };
  const wanted = requests.toLowerCase();
  const matching = log.newest(SEARCHED_REQUESTS).filter((entry) => isWanted(entry, wanted, problemsOnly));
  return { total, matching: matching.length, newest: matching.slice(-REQUESTS).reverse().map(requestLine) };
}

function isWanted(entry: RequestLogEntry, wanted: string, problemsOnly: boolean): boolean {
  if (problemsOnly && !isProblem(entry)) return false;
  const text = `${entry.method} ${formatUrl(entry)} ${formatStatus(entry)} ${entry.fault ?? ""}`;
  return text.toLowerCase().includes(wanted);
}

function requestLine(entry: RequestLogEntry) {
  const { sequence, startedAt, endedAt, method, fault } = entry;
  return {
    ...{ sequence, startedAt, method, fault },
    url: formatUrl(entry),
    status: formatStatus(entry),
    isProblem: isProblem(entry),
    tookMs: endedAt === undefined ? undefined : endedAt - startedAt,
  };
}

/** `held` while there is no answer, or `cut` after the connection ended without one. */
function formatStatus({ status, endedAt }: RequestLogEntry): string {
  return status === undefined ? (endedAt === undefined ? "held" : "cut") : String(status);
}

function isProblem({ fault, status, endedAt }: RequestLogEntry): boolean {
  return fault !== undefined || (status === undefined ? endedAt !== undefined : status >= 400);
}

/**
 * The path and the query, cut off unless all of it is wanted: a line of 16,000 characters is no picture, and a filter looks at
 * all lines at once.
 */
function formatUrl({ path, query }: RequestLogEntry, maxCharacters = URL_CHARACTERS): string {
  let url = path.replace(/^\/compute\/v1/, "");
  for (const [name, value] of Object.entries(query)) {
    if (url.length > maxCharacters) break;
    // A half of a character at the cut is not well formed, and is shown as the sign for that.
    const part = new URLSearchParams([[name.slice(0, maxCharacters), value.slice(0, maxCharacters)]]).toString();
    url += `${url.includes("?") ? "&" : "?"}${part}`;
  }
  return url.length > maxCharacters ? `${url.slice(0, maxCharacters)}…` : url;
}

/** A request with its headers, body and answer. Keys and tokens are digests. */
export function requestDetail(world: World, sequence: number) {
  const entry = world.log.find(sequence);
  if (entry === undefined) throw notFound(`request ${String(sequence)}`);
  const { authorization, headers, body } = entry;
  const answer = world.log.answerTo(sequence);
  return {
    ...requestLine(entry),
    url: formatUrl(entry, Infinity),
    ...{ authorization, headers, body },
    answer: answer === undefined ? undefined : redact(parseIfJson(answer)),
  };
}

function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function operationLine(
  { log }: World,
  { path, change, terms: { sequence }, acceptedAt, doneAt, failure, vanished }: TrackedOperation,
) {
  const outcome = doneAt === undefined ? "running" : failure === undefined ? "done" : "failed";
  const state = vanished ? "vanished" : outcome;
  const errors = failure?.errors.map(({ code, message = "" }) => `${code} ${message}`.trim()) ?? [];
  return {
    path,
    type: change.operationType,
    target: change.target,
    /** The number of its request, as long as the log has it. */
    request: sequence === undefined ? undefined : log.find(sequence)?.sequence,
    acceptedAt,
    /** Until now, while it runs. */
    tookMs: Math.max(0, (doneAt ?? preciseNow()) - acceptedAt),
    state,
    /** The state in words. */
    outcome: outcome === "failed" ? `failed: ${errors.join("; ")}` : state,
  };
}

function faultLine({ rule, left }: PendingFault) {
  const { method, path, query, operationType } = rule.match ?? {};
  const conditions = [method?.toUpperCase(), path, query && `?${query}`, operationType && `operation ${operationType}`];
  return {
    kind: rule.fault.kind,
    match: conditions.filter((condition) => condition !== undefined).join(" ") || "any request",
    times: left === "always" ? left : left === 1 ? "1 time" : `${String(left)} times`,
  };
}

function toKind(world: World, path: string): string {
  const template = world.findKind(path)?.path;
  return template === undefined ? "others" : collectionName(splitPath(template).parent);
}

/** The name of a collection by its path: `routes`, `zonal disks`, `hierarchical firewallPolicies`. */
function collectionName(path: string): string {
  const { name } = splitPath(path);
  const place = path.startsWith("locations/") ? "hierarchical" : PLACES[path.split("/")[2] ?? ""];
  return place === undefined ? name : `${place} ${name}`;
}

const PLACES: Readonly<Record<string, string>> = { zones: "zonal", regions: "regional" };

/** The kinds that can be made, and the faults that can be armed, from outside: they stay the same. */
export function choices(world: World) {
  const kinds = world.kinds.all().map(kindChoice);
  return {
    kinds: kinds.sort((a, b) => a.kind.localeCompare(b.kind)),
    faults: Object.entries(FAULTS).map(([kind, { label, example = {} }]) => ({ kind, label, example })),
  };
}

/** A kind and what it may hold. Of fields that the service sets only those of kinds that have no others are named. */
function kindChoice({ path, fields }: StoredKind) {
  const all = Object.entries(fields).filter(([name]) => name !== "name" && !Object.hasOwn(commonOutputFields, name));
  const settable = all.filter(([, { outputOnly }]) => outputOnly !== true);
  const named = settable.length === 0 ? all : settable;
  const described = named.map(([name, { type }]) => (type === "string" ? name : `${name} ${type}`));
  return { kind: collectionName(splitPath(path).parent), path, fields: described };
}

/** An object, unless it is gone, and how it came to be what it is, newest first. Keys are digests. */
export function objectDetail(world: World, path: string) {
  const object = world.store.get(path);
  const changes = world.store.changes(path);
  if (object === undefined && changes.length === 0) throw notFound(path);
  return {
    path,
    kind: toKind(world, path),
    object: object === undefined ? undefined : asObject(redact(object)),
    /** How often it changed, as far back as there is memory for it. */
    changeCount: changes.length,
    changes: changes.slice(-CHANGES).reverse().map(describeChange),
  };
}

function describeChange({ at, before, after }: StoredChange) {
  if (after === undefined || before === undefined)
    return { at, what: after === undefined ? "gone" : "appeared", fields: [] };
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const fields = [...names].filter((name) => !isDeepStrictEqual(before[name], after[name])).sort();
  return { at, what: "changed", fields };
}
