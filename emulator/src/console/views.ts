import type { StoredKind } from "../storedKind";
import type { Endpoint } from "../endpoint";
import { notFound } from "../errors";
import type { PendingFault } from "../faults";
import { asObject, type Resource } from "../json";
import { splitPath } from "../links";
import type { Latency } from "../latency";
import type { TrackedOperation } from "../operation";
import { redact, type RequestLogEntry } from "../requestLog";
import { commonOutputFields } from "../schema";
import type { StoredVersion } from "../store";
import type { World } from "../world";
import type {
  EndpointLine,
  FaultLine,
  KindLine,
  LatencyLine,
  ObjectChange,
  ObjectDetail,
  ObjectLine,
  OperationLine,
  RequestDetail,
  RequestLine,
} from "./page/messages";

/** A request as a line. */
export function requestLine(entry: RequestLogEntry): RequestLine {
  const { sequence, startedAt, endedAt, method, path, query, status, fault } = entry;
  const search = new URLSearchParams(query).toString();
  return {
    sequence,
    startedAt,
    method,
    url: path.replace(/^\/compute\/v1/, "") + (search === "" ? "" : `?${search}`),
    ...(status === undefined ? {} : { status }),
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

/** An operation as a line. */
export function operationLine({
  path,
  change,
  terms,
  acceptedAt,
  doneAt,
  failure,
  vanished,
}: TrackedOperation): OperationLine {
  return {
    path,
    type: change.operationType,
    target: change.target,
    acceptedAt,
    durationMs: terms.durationMs,
    ...(doneAt === undefined ? {} : { doneAt }),
    ...(failure === undefined
      ? {}
      : { failure: failure.errors.map(({ code, message = "" }) => `${code} ${message}`.trim()).join("; ") }),
    vanished,
  };
}

/** An object as a line. */
export function objectLine(world: World, path: string): ObjectLine {
  const template = world.collectionOf(path)?.path;
  return {
    path,
    kind: template === undefined ? "others" : collectionName(splitPath(template).parent),
    ...(world.store.has(path) ? {} : { gone: true }),
  };
}

/** The name of a collection by its path: `routes`, `zonal disks`, `hierarchical firewallPolicies`. */
function collectionName(path: string): string {
  const { name } = splitPath(path);
  const place = /^locations\//.test(path) ? "hierarchical" : PLACES[path.split("/")[2] ?? ""];
  return place === undefined ? name : `${place} ${name}`;
}

const PLACES: Readonly<Record<string, string>> = { zones: "zonal", regions: "regional" };

/** What can be made from outside. Of fields that the service sets only those of kinds that have no others are named. */
export function kindLines(collections: readonly StoredKind[]): KindLine[] {
  return collections.map(({ path, fields }) => {
    const all = Object.entries(fields).filter(([name]) => name !== "name" && !Object.hasOwn(commonOutputFields, name));
    const settable = all.filter(([, { outputOnly }]) => outputOnly !== true);
    const named = settable.length === 0 ? all : settable;
    const described = named.map(([name, { type }]) => (type === "string" ? name : `${name} ${type}`));
    return { kind: collectionName(splitPath(path).parent), path, fields: described };
  });
}

/** An object, and how it came to be what it is. */
export function objectDetail(world: World, path: string): ObjectDetail {
  const object = world.store.get(path);
  const versions = world.store.history(path);
  if (versions.length === 0) {
    throw notFound(path);
  }
  return {
    ...objectLine(world, path),
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

/** A fault as a line. */
export function faultLine({ rule, left }: PendingFault): FaultLine {
  const { method, path, query, operationType } = rule.match ?? {};
  const conditions = [method?.toUpperCase(), path, query && `?${query}`, operationType && `operation ${operationType}`];
  return {
    kind: rule.fault.kind,
    match: conditions.filter((condition) => condition !== undefined).join(" ") || "any request",
    left,
  };
}

/** The latency as a line. */
export function latencyLine({ defaultMs = 0, requestMs = 0, instancesMs = 0 }: Latency): LatencyLine {
  return { operationMs: defaultMs, requestMs, instancesMs };
}

/** What a fault can be aimed at. */
export function endpointLines(endpoints: readonly Endpoint[]): EndpointLine[] {
  return endpoints.map(({ method, path, operationType }) => {
    const { parent, name } = splitPath(path.slice("/compute/v1/".length));
    // A collection (global/routes), one of its objects (routes/{route}), or a method of one (routes/{route}/setLabels).
    const isObject = name.startsWith("{");
    const owner = splitPath(parent);
    const isMethodOfObject = owner.name.startsWith("{") && !PLACE_VARIABLES.includes(owner.name);
    const collection = isObject ? parent : isMethodOfObject ? owner.parent : `${parent}/${name}`;
    const list = owner.name === "aggregated" ? "aggregatedList" : "list";
    const verb = isMethodOfObject ? name : isObject ? (VERBS[method] ?? method) : method === "GET" ? list : "insert";
    return {
      collection: collectionName(collection),
      verb,
      method,
      pattern: `^${path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`,
      stages: [
        "arrival",
        "answer",
        ...(operationType === undefined ? [] : ["operation"]),
        ...(verb === "wait" ? ["wait"] : verb === list ? ["list"] : []),
      ],
    };
  });
}

const PLACE_VARIABLES: readonly string[] = ["{project}", "{region}", "{zone}"];
const VERBS: Readonly<Record<string, string>> = { GET: "get", DELETE: "delete", PATCH: "patch" };
