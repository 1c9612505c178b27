import type { StoredKind } from "../storedKind";
import { notFound } from "../errors";
import type { PendingFault } from "../faults";
import { asObject, type Resource } from "../json";
import { splitPath } from "../links";
import type { TrackedOperation } from "../operation";
import { preciseNow, redact, type RequestLogEntry } from "../requestLog";
import { commonOutputFields } from "../schema";
import type { StoredVersion } from "../store";
import type { World } from "../world";
import type {
  ConsoleState,
  FaultLine,
  KindChoice,
  KindLine,
  ObjectChange,
  ObjectDetail,
  OperationLine,
  RequestDetail,
  RequestLine,
} from "./page/messages";

/** The lines that the page has at once. More are no picture any more, and its filters find the others. */
const OBJECTS_OF_A_KIND = 200;
const OPERATIONS = 100;
const REQUESTS = 300;

/** What the page asks for. Filters are parts of what a line shows. */
export interface Filters {
  readonly objects: string;
  readonly requests: string;
  readonly problemsOnly: boolean;
}

/** What the page shows. */
export function consoleState(world: World, filters: Filters): ConsoleState {
  const operations = world.operations.timeline();
  const log = world.log.from(world.log.firstSequence);
  const isAll = filters.requests === "" && !filters.problemsOnly;
  const matching = isAll ? log : log.filter((entry) => isWanted(requestLine(entry), filters));
  const { defaultMs = 0, requestMs = 0, instancesMs = 0 } = world.latency.current;
  return {
    objects: objectLines(world, filters.objects.toLowerCase()),
    operations: {
      total: operations.length,
      running: operations.filter(({ isDone, vanished }) => !isDone && !vanished).length,
      newest: operations.slice(-OPERATIONS).reverse().map(operationLine),
    },
    requests: {
      total: log.length,
      matching: matching.length,
      newest: matching.slice(-REQUESTS).reverse().map(requestLine),
    },
    faults: world.faults.pending().map(faultLine),
    latency: { defaultMs, requestMs, instancesMs },
  };
}

function objectLines(world: World, wanted: string): ConsoleState["objects"] {
  const byKind = new Map<string, string[]>();
  let total = 0;
  for (const collection of world.store.collections()) {
    total += collection.size;
    const kind = kindOf(world, `${collection.path}/-`);
    const paths = byKind.get(kind) ?? [];
    for (const [name] of collection.entries()) {
      const path = `${collection.path}/${name}`;
      if (path.toLowerCase().includes(wanted)) paths.push(path);
    }
    if (paths.length > 0) byKind.set(kind, paths);
  }
  const kinds = [...byKind].sort(([a], [b]) => a.localeCompare(b));
  return {
    total,
    kinds: kinds.map(([kind, all]): KindLine => {
      const paths = all.sort().slice(0, OBJECTS_OF_A_KIND);
      return { kind, total: all.length, paths };
    }),
  };
}

function isWanted(line: RequestLine, { requests, problemsOnly }: Filters): boolean {
  const text = `${line.method} ${line.url} ${line.status} ${line.fault ?? ""}`.toLowerCase();
  return (!problemsOnly || line.isProblem) && text.includes(requests.toLowerCase());
}

function requestLine(entry: RequestLogEntry): RequestLine {
  const { sequence, startedAt, endedAt, method, path, query, fault } = entry;
  const search = new URLSearchParams(query).toString();
  const status = entry.status === undefined ? (endedAt === undefined ? "held" : "cut") : String(entry.status);
  return {
    sequence,
    startedAt,
    method,
    url: path.replace(/^\/compute\/v1/, "") + (search === "" ? "" : `?${search}`),
    status,
    isProblem: fault !== undefined || status === "cut" || Number(entry.status) >= 400,
    ...(endedAt === undefined ? {} : { tookMs: endedAt - startedAt }),
    ...(fault === undefined ? {} : { fault }),
  };
}

/** A request with its headers, body and answer. */
export function requestDetail(world: World, sequence: number): RequestDetail {
  const entry = world.log.find(sequence);
  if (entry === undefined) {
    throw notFound(`request ${String(sequence)}`);
  }
  const { authorization, headers, body } = entry;
  const answer = world.log.answerTo(sequence);
  return {
    ...requestLine(entry),
    headers,
    ...(authorization === undefined ? {} : { authorization }),
    ...(body === undefined ? {} : { body }),
    ...(answer === undefined ? {} : { answer: redact(parsed(answer)) }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function operationLine({ path, change, acceptedAt, doneAt, failure, vanished }: TrackedOperation): OperationLine {
  const outcome = doneAt === undefined ? "running" : failure === undefined ? "done" : "failed";
  return {
    path,
    type: change.operationType,
    target: change.target,
    acceptedAt,
    tookMs: Math.max(0, (doneAt ?? preciseNow()) - acceptedAt),
    state: vanished ? "vanished" : outcome,
    ...(outcome === "failed" && failure !== undefined
      ? { failure: failure.errors.map(({ code, message = "" }) => `${code} ${message}`.trim()).join("; ") }
      : {}),
  };
}

function kindOf(world: World, path: string): string {
  const template = world.collectionOf(path)?.path;
  return template === undefined ? "others" : collectionName(splitPath(template).parent);
}

/** The name of a collection by its path: `routes`, `zonal disks`, `hierarchical firewallPolicies`. */
function collectionName(path: string): string {
  const { name } = splitPath(path);
  const place = path.startsWith("locations/") ? "hierarchical" : PLACES[path.split("/")[2] ?? ""];
  return place === undefined ? name : `${place} ${name}`;
}

const PLACES: Readonly<Record<string, string>> = { zones: "zonal", regions: "regional" };

/** What can be made from outside. Of fields that the service sets only those of kinds that have no others are named. */
export function kindChoices(collections: readonly StoredKind[]): KindChoice[] {
  const choices = collections.map(({ path, fields }) => {
    const all = Object.entries(fields).filter(([name]) => name !== "name" && !Object.hasOwn(commonOutputFields, name));
    const settable = all.filter(([, { outputOnly }]) => outputOnly !== true);
    const named = settable.length === 0 ? all : settable;
    const described = named.map(([name, { type }]) => (type === "string" ? name : `${name} ${type}`));
    return { kind: collectionName(splitPath(path).parent), path, fields: described };
  });
  return choices.sort((a, b) => a.kind.localeCompare(b.kind));
}

/** An object, and how it came to be what it is. */
export function objectDetail(world: World, path: string): ObjectDetail {
  const object = world.store.get(path);
  const versions = world.store.history(path);
  if (versions.length === 0) {
    throw notFound(path);
  }
  return {
    path,
    kind: kindOf(world, path),
    ...(object === undefined ? {} : { object: asObject(redact(object)) }),
    changes: versions.map((version, index) => describeChange(version, versions[index - 1]?.object)),
  };
}

function describeChange({ at, object }: StoredVersion, before: Resource | undefined): ObjectChange {
  if (object === undefined || before === undefined) {
    return { at, what: object === undefined ? "gone" : "appeared", fields: [] };
  }
  const names = new Set([...Object.keys(before), ...Object.keys(object)]);
  return {
    at,
    what: "changed",
    fields: [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(object[name])).sort(),
  };
}

function faultLine({ rule, left }: PendingFault): FaultLine {
  const { method, path, query, operationType } = rule.match ?? {};
  const conditions = [method?.toUpperCase(), path, query && `?${query}`, operationType && `operation ${operationType}`];
  return {
    kind: rule.fault.kind,
    match: conditions.filter((condition) => condition !== undefined).join(" ") || "any request",
    left,
  };
}
