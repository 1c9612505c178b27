import { listProjectOperations, type Operation } from "../../compute/endpoints/operations";
import { hasFailed } from "../../compute/operation";
import { isRequestIdOf } from "../../compute/requestId";
import type { Registry } from "../../engine/registry";
import { text, type Values } from "../../fields/values";
import type { ResourceDefinition } from "../../lifecycle/definition";
import { startJob, type Resource } from "../../lifecycle/resource";
import { wasLeft } from "../../lifecycle/settle";
import { withoutHost } from "../../names/links";
import { timeoutsKey } from "../../program/internalInputs";
import type { Connection } from "./connections";

/** An object that this stack asked the service for. */
export interface Begun {
  readonly definition: ResourceDefinition;
  /** Its path as it was asked for. */
  readonly path: string;
  /** Its path with the id of the project. */
  readonly recordedPath: string;
  /** What it was found with. */
  readonly connection: Connection;
  readonly operation: Operation;
  /** `undefined` while it is being made. */
  readonly object: Values | undefined;
  /** Whether it is a part of somebody else's object. */
  readonly isPart: boolean;
}

/** The work that a search does to one kind at one place, for at most two minutes. */
export function jobFor(resource: Resource, identity: Readonly<Record<string, string>>) {
  return startJob(resource, identity, "create", { [timeoutsKey]: { create: "2m" } });
}

/**
 * The objects of a project that operations of this stack made or are making, in the time that the service keeps
 * operations: each request carries a mark of the stack and the object.
 *
 * @param stack URN of the stack
 * @param sinceMs operations that began before are left out; milliseconds since 1970
 */
export async function begunByStack(
  connection: Connection,
  project: string,
  stack: string,
  sinceMs: number,
  kinds: Registry,
): Promise<Begun[]> {
  const definitions = Object.values(kinds).map((load) => load());
  const operations = await operationsOf(connection, project, sinceMs, definitions);
  const isMarked = ({ clientOperationId = "" }: Operation, path: string) =>
    isRequestIdOf(clientOperationId, stack, path);
  const found: Begun[] = [];
  for (const definition of definitions) {
    const resource = connection.resource(definition);
    const job = jobFor(resource, { project });
    const add = (path: string, operation: Operation | undefined, more: Pick<Begun, "object"> & Partial<Begun>) => {
      if (operation === undefined || found.some((begun) => begun.path === path)) return;
      found.push({ definition, path, recordedPath: path, connection, operation, isPart: false, ...more });
    };
    for await (const object of definition.list?.(job, project) ?? []) {
      const identity = definition.schema.identity({ ...object, project }, resource.links);
      if (identity === undefined) continue;
      const path = definition.path(identity);
      const candidates = operations.filter((operation) => mayHaveMade(operation, definition, object));
      add(
        path,
        candidates.find((operation) => isMarked(operation, path)),
        { object },
      );
    }
    for (const operation of definition.list === undefined ? [] : operations) {
      if (operation.status === "DONE") continue;
      // The service gives the id of the project. The mark has the project as it was asked for, which may be its number.
      const target = withoutHost(operation.targetLink ?? "", resource.links.hosts ?? []);
      const path = target?.replace(/^projects\/[^/]+\//, `projects/${project}/`) ?? "";
      const isOfKind = path.split("/").at(-2) === definition.collection?.name;
      if (isOfKind && isMarked(operation, path)) add(path, operation, { object: undefined });
    }
    const done = operations.filter((operation) => !hasFailed(operation));
    for await (const { about, identity, object } of definition.traces?.(job, done) ?? []) {
      const recordedPath = definition.path(identity);
      for (const asked of new Set([identity.project ?? "", project])) {
        const inAsked = (path: string) => path.replace(`projects/${identity.project ?? ""}/`, `projects/${asked}/`);
        const operation = done.find((candidate) => about.some((one) => isMarked(candidate, inAsked(one))));
        if (operation === undefined) continue;
        add(inAsked(recordedPath), operation, { object, recordedPath, isPart: true });
        break;
      }
    }
  }
  return found;
}

/** Operations that may have made something. */
async function operationsOf(
  connection: Connection,
  project: string,
  sinceMs: number,
  definitions: readonly ResourceDefinition[],
): Promise<Operation[]> {
  // Any kind will do: the list has the operations of the whole project.
  const [definition] = definitions;
  if (definition === undefined) return [];
  const job = jobFor(connection.resource(definition), { project });
  const isGlobal = definitions.every(({ list, collection }) => list === undefined || collection?.scope === "global");
  const operations: Operation[] = [];
  for await (const operation of listProjectOperations(job.client, project, job.call, isGlobal)) {
    const { clientOperationId, operationType = "", insertTime = "" } = operation;
    const isMaking = clientOperationId !== undefined && !/^(delete|remove)/.test(operationType);
    if (isMaking && !(Date.parse(insertTime) < sinceMs)) operations.push(operation);
  }
  return operations;
}

/** The clocks of the service differ. */
const slackMs = 5 * 60_000;

/**
 * Whether an operation can have made an object: the object began while the operation ran, which spares most of the
 * hashing. After an insert that failed, an object of that name is mostly somebody else's.
 */
function mayHaveMade(operation: Operation, definition: ResourceDefinition, object: Values): boolean {
  if (hasFailed(operation) && !wasLeft(definition, object, operation.targetId)) return false;
  const createdMs = Date.parse(text(object, "creationTimestamp") ?? "");
  const { insertTime = "", endTime = "" } = operation;
  return !(createdMs < Date.parse(insertTime) - slackMs) && !(createdMs > Date.parse(endTime) + slackMs);
}
