import { nowMs } from "../clock";
import { alreadyExists, host, notFound, ok, operationError, refusal, staleVersion, type Answer } from "./answers";
import { canonical } from "./leaves";
import { toNumber } from "./names";
import type { Data } from "./objects";
import type { Mutation } from "./operations";
import type { Service } from "./service";

/** Routes and snapshots: objects that a client makes and deletes. */
export function serveRoutes(service: Service): void {
  serveOwned(
    service,
    "routes",
    (body) => ({ priority: 1000, ...body }),
    (path, data) => ({ link: path, id: String(data.id) }),
  );
}

export function serveSnapshots(service: Service): void {
  serveOwned(
    service,
    "snapshots",
    (body) => ({
      ...body,
      ...findDiskNumber(body),
      status: "READY",
      diskSizeGb: "10",
      labelFingerprint: fingerprint(service),
    }),
    // The specification: for the creation of a snapshot, the link points at the source disk.
    (_path, data) => ({ link: String(data.sourceDisk).replace(host, ""), id: "4242" }),
    { status: "FAILED" },
  );
  service.on("POST", "(projects/*/global/snapshots/*)/setLabels", ({ parts: [, path = ""], body }) => {
    const current = service.objects.get(path);
    return service.operations.begin({
      type: "setLabels",
      ...toChange(service, path),
      fingerprint() {
        const isUnderWay = service.operations.coming(path).some(({ mutation }) => mutation.type === "setLabels");
        return isUnderWay || current?.labelFingerprint !== body.labelFingerprint ? staleVersion() : undefined;
      },
      obstacle() {
        const actual = service.objects.get(path);
        if (actual === undefined) return gone;
        return actual.labelFingerprint === body.labelFingerprint ? undefined : staleError;
      },
      effect() {
        service.objects.put(path, relabelled(service, service.objects.get(path), body.labels), "ours");
      },
    });
  });
}

/** The common part of every change of one object: the object has to exist. */
export function toChange(
  { objects }: Service,
  path: string,
  query?: URLSearchParams,
): Pick<Mutation, "scope" | "path" | "requestId" | "target" | "existence"> {
  const current = objects.get(path);
  return {
    scope: toScope(path),
    path,
    requestId: query?.get("requestId") ?? undefined,
    target: { link: path, id: String(current?.id) },
    existence: () => (current === undefined ? notFound(path) : undefined),
  };
}

/** Of a disk that was given by its name or its number. */
export function findDiskNumber({ sourceDisk }: Data): Data {
  return { sourceDiskId: toNumber(String(sourceDisk).slice(String(sourceDisk).lastIndexOf("/") + 1)) };
}

export function fingerprint(service: Service): string {
  return Buffer.from(`fingerprint ${String(service.objects.fresh())}`).toString("base64");
}

/** The fingerprint of labels, where it is a hash of them: then two objects can have the same one. */
function hashedFingerprint(service: Service, labels: unknown): Data {
  if (service.rate("hashedFingerprints") === 0) return {};
  service.meet("hashedFingerprints");
  return { labelFingerprint: Buffer.from(JSON.stringify(canonical(labels ?? {}))).toString("base64") };
}

/** The same object with other labels. */
export function relabelled(service: Service, object: Data | undefined, labels: unknown): Data {
  return { ...object, labels, labelFingerprint: fingerprint(service), ...hashedFingerprint(service, labels) };
}

/** An object as somebody makes it: with a number and a link of its own. */
export function numbered(service: Service, path: string, data: Data): Data {
  return {
    ...data,
    name: path.slice(path.lastIndexOf("/") + 1),
    id: String(5_000_000_000_000_000_000n + BigInt(service.objects.fresh())),
    creationTimestamp: new Date(nowMs()).toISOString(),
    selfLink: host + path,
    ...(data.labelFingerprint === undefined ? {} : hashedFingerprint(service, data.labels)),
  };
}

/** An object that somebody else made before everything, and that nobody makes again. */
export function lasting(service: Service, path: string, data: Data): Data {
  return { ...numbered(service, path, data), id: toNumber(path.slice(path.lastIndexOf("/") + 1)) };
}

export const staleError = operationError("CONDITION_NOT_MET", 412, "PRECONDITION FAILED");
const gone = operationError("RESOURCE_NOT_FOUND", 404, "NOT FOUND");
const inTheWay = operationError("RESOURCE_ALREADY_EXISTS", 409, "CONFLICT");

function serveOwned(
  service: Service,
  collection: string,
  made: (body: Data) => Data,
  findTarget: (path: string, data: Data) => { link: string; id: string },
  failed?: Data,
): void {
  const { objects, operations } = service;
  const kind = `compute#${collection.slice(0, -1)}`;
  const all = `(projects/*/global/${collection})`;
  const one = `(projects/*/global/${collection}/*)`;
  service.on("GET", one, ({ parts: [, path = ""] }) => service.read(path));
  service.on("GET", all, ({ parts: [, parent = ""] }) => {
    const paths = objects.paths().filter((path) => path.startsWith(`${parent}/`));
    const items = paths.flatMap((path) => service.visible(path) ?? []);
    return ok({ kind: `${kind}List`, id: parent, ...(items.length > 0 ? { items } : {}) });
  });
  service.on("POST", all, ({ parts: [, parent = ""], query, body }): Answer => {
    if (typeof body.name !== "string") return refusal(400, "required", "Required field 'resource.name' not specified");
    const path = `${parent}/${body.name}`;
    const data = { kind, ...numbered(service, path, made(body)) };
    const isPresent = () => objects.get(path) !== undefined;
    const isReserved = () =>
      service.rate("reservedNames") > 0 && operations.coming(path).some(({ mutation }) => mutation.type === "insert");
    return operations.begin({
      type: "insert",
      scope: toScope(path),
      path,
      requestId: query.get("requestId") ?? undefined,
      target: findTarget(path, data),
      existence: () => (isPresent() || isReserved() ? alreadyExists(path) : undefined),
      obstacle: () => (isPresent() ? inTheWay : undefined),
      effect: () => objects.put(path, { ...data, ...createdNow(service) }, "ours"),
      remains: () => objects.put(path, { ...data, ...failed, ...createdNow(service) }, "ours"),
    });
  });
  service.on("DELETE", one, ({ parts: [, path = ""], query }) =>
    operations.begin({
      type: "delete",
      ...toChange(service, path, query),
      obstacle: () => (objects.get(path) === undefined ? gone : undefined),
      effect: () => objects.put(path, undefined, "ours"),
    }),
  );
}

/** The time of its creation, where that is the end of the insert. */
function createdNow(service: Service): Data {
  if (service.rate("createdAtEffect") === 0) return {};
  service.meet("createdAtEffect");
  return { creationTimestamp: new Date(nowMs()).toISOString() };
}

export function toScope(path: string): string {
  return /^projects\/[^/]+\/(?:global|(?:regions|zones)\/[^/]+)/.exec(path)?.[0] ?? "";
}
