import { listProjectOperations, type Operation } from "../../compute/endpoints/operations";
import { hasFailed, mayHaveActed } from "../../compute/operation";
import { isOwnRequestId } from "../../compute/requestId";
import type { Registry } from "../../engine/steps/loadKind";
import { text, type Values } from "../../fields/values";
import { isIncarnation } from "../../lifecycle/resource/incarnation";
import type { ResourceDefinition } from "../../lifecycle/schema/definition";
import { answeredPath, withoutHost } from "../../names/links";
import type { Connection } from "../stack/connections";
import { startSearchJob } from "../stack/searchJob";

/** An object that this stack asked the service for. */
export interface RequestedObject {
  readonly definition: ResourceDefinition;
  /** Its path as it was asked for. */
  readonly path: string;
  /** Its path with the id of the project. */
  readonly recordedPath: string;
  /** The connection that found it. */
  readonly connection: Connection;
  readonly operation: Operation;
  /** `undefined` while it is being made. */
  readonly object: Values | undefined;
}

/**
 * The objects of a project that operations of this stack made or are making, in the time that the service keeps
 * operations: each request carries a mark of the stack and the object.
 *
 * @param stack URN of the stack
 * @param sinceMs operations that began before are left out; milliseconds since 1970
 */
export async function findRequestedObjects(
  connection: Connection,
  project: string,
  stack: string,
  sinceMs: number,
  kinds: Registry,
): Promise<RequestedObject[]> {
  const definitions = Object.values(kinds).map((load) => load());
  const operations = await listCreatingOperations(connection, project, sinceMs, definitions);
  const done = operations.filter(mayHaveActed);
  const found = new Map<string, RequestedObject>();
  for (const definition of definitions) {
    const resource = connection.resource(definition);
    const job = startSearchJob(resource, { project });
    const add = (
      path: string,
      candidates: readonly Operation[],
      { tags = [path], ...more }: Pick<RequestedObject, "object"> & { tags?: readonly string[]; recordedPath?: string },
    ): boolean => {
      const operation = candidates.find(({ clientOperationId = "" }) =>
        tags.some((one) => isOwnRequestId(clientOperationId, stack, one)),
      );
      if (operation === undefined) return false;
      if (!found.has(path)) found.set(path, { definition, path, recordedPath: path, connection, operation, ...more });
      return true;
    };
    for await (const object of definition.list?.(job, project) ?? []) {
      const identity = definition.schema.identity({ ...object, project }, resource.links);
      const candidates = operations.filter((operation) => canHaveCreated(operation, definition, object));
      if (identity !== undefined) add(definition.path(identity), candidates, { object });
    }
    for (const operation of operations.filter(({ status }) => status !== "DONE")) {
      // The service gives the id of the project. The mark has the project as it was asked for, which may be its number.
      const target = withoutHost(operation.targetLink ?? "", resource.links.hosts ?? []);
      const path = target?.replace(/^projects\/[^/]+\//, `projects/${project}/`) ?? "";
      if (path.split("/").at(-2) === definition.collection?.name) add(path, [operation], { object: undefined });
    }
    for await (const { tags, identity, object } of definition.traces?.(job, done) ?? []) {
      const recordedPath = definition.path(identity);
      for (const asked of new Set([identity.project ?? "", project])) {
        const inAsked = (path: string) => path.replace(`projects/${identity.project ?? ""}/`, `projects/${asked}/`);
        if (add(inAsked(recordedPath), done, { tags: tags.map(inAsked), object, recordedPath })) break;
      }
    }
  }
  return [...found.values()];
}

/** True if an operation can have created an object: it is its target, or, of a snapshot, the operation names the disk. */
function canHaveCreated(operation: Operation, definition: ResourceDefinition, object: Values): boolean {
  const { targetLink = "", targetId } = operation;
  const isTarget = answeredPath(targetLink) === answeredPath(text(object, "selfLink") ?? "");
  if (hasFailed(operation) && definition.isLeftover?.(object) !== true && !isTarget) return false;
  return !isTarget || isIncarnation(object, targetId) !== false;
}

/** Operations that may have made something. */
async function listCreatingOperations(
  connection: Connection,
  project: string,
  sinceMs: number,
  definitions: readonly ResourceDefinition[],
): Promise<Operation[]> {
  // Any kind will do: the list has the operations of the whole project.
  const [definition] = definitions;
  if (definition === undefined) return [];
  const job = startSearchJob(connection.resource(definition), { project });
  const isGlobal = definitions.every(({ list, collection }) => list === undefined || collection?.scope === "global");
  const operations: Operation[] = [];
  for await (const operation of listProjectOperations(job.client, project, job.call, isGlobal)) {
    const { clientOperationId, operationType = "", insertTime = "" } = operation;
    const isMaking = clientOperationId !== undefined && !/^(delete|remove)/.test(operationType);
    if (isMaking && !(Date.parse(insertTime) < sinceMs)) operations.push(operation);
  }
  return operations;
}
