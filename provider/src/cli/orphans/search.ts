import { listProjectOperations, type Operation } from "../../compute/endpoints/operations";
import { hasFailed } from "../../compute/operation";
import { withoutHost } from "../../names/links";
import { isRequestIdOf } from "../../compute/requestId";
import type { Registry } from "../../engine/registry";
import type { ResourceDefinition } from "../../lifecycle/definition";
import type { Trace } from "../../lifecycle/description";
import { startJob, type Resource } from "../../lifecycle/resource";
import { wasLeft } from "../../lifecycle/settle";
import { timeoutsKey } from "../../program/internalInputs";
import { text, type Values } from "../../fields/values";
import type { Connection } from "./connections";

/** Longest time to look at one thing. */
const patience = { [timeoutsKey]: { create: "2m" } };

/** An object that this stack asked the service for. */
export interface Begun {
  readonly definition: ResourceDefinition;
  readonly path: string;
  /** What it was found with. */
  readonly connection: Connection;
  readonly operation: Operation;
  /** The object; `undefined` when it is not there (yet). */
  readonly object: Values | undefined;
  /** What is known beside that of a part of somebody else's object. */
  readonly trace?: Trace;
}

/** The work that a search for orphans does to one kind at one place. */
export function jobFor(resource: Resource, identity: Readonly<Record<string, string>>) {
  return startJob(resource, identity, "create", patience);
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
  const all = Object.values(kinds).map((load) => load());
  const owning = all.filter(({ list }) => list !== undefined);
  const operations = await operationsOf(connection, project, sinceMs, owning);
  const found: Begun[] = [];
  for (const definition of owning) {
    const resource = connection.resource(definition);
    const job = jobFor(resource, { project });
    for await (const object of definition.list?.(job, project) ?? []) {
      const identity = definition.schema.identity({ ...object, project }, resource.links);
      if (identity === undefined) continue;
      const path = definition.path(identity);
      const operation = operations.find(
        (candidate) => mayHaveMade(candidate, definition, object) && marked(candidate, stack, path),
      );
      if (operation !== undefined) found.push({ definition, path, connection, operation, object });
    }
    const seen = new Set(found.map(({ path }) => path));
    for (const operation of operations.filter(({ status }) => status !== "DONE")) {
      const target = withoutHost(operation.targetLink ?? "", resource.links.hosts ?? []);
      // The project in it is told by its id, and may be looked at by its number: requests are marked with what was asked.
      const path = target?.replace(/^projects\/[^/]+\//, `projects/${project}/`);
      if (
        path !== undefined &&
        isOfKind(path, definition, resource) &&
        !seen.has(path) &&
        marked(operation, stack, path)
      )
        found.push({ definition, path, connection, operation, object: undefined });
    }
  }
  return [...found, ...(await tracesIn(connection, project, stack, operations, all))];
}

/** What is there of resources that own no whole objects. */
async function tracesIn(
  connection: Connection,
  project: string,
  stack: string,
  operations: readonly Operation[],
  kinds: readonly ResourceDefinition[],
): Promise<Begun[]> {
  const found: Begun[] = [];
  const done = operations.filter((operation) => !hasFailed(operation));
  for (const definition of kinds) {
    const job = jobFor(connection.resource(definition), { project });
    for await (const trace of definition.traces?.(job, done) ?? []) {
      const { about, identity, object } = trace;
      // Links tell the project by its id, and a program may name it by its number: requests are marked with what was asked.
      for (const ofProject of new Set([identity.project, project])) {
        const asked = (text: string) =>
          text.replace(`projects/${identity.project ?? ""}/`, `projects/${ofProject ?? ""}/`);
        const operation = done.find((candidate) => about.some((one) => marked(candidate, stack, asked(one))));
        if (operation === undefined) continue;
        found.push({ definition, path: asked(definition.path(identity)), connection, operation, object, trace });
        break;
      }
    }
  }
  return found;
}

/** Inserts that may have made something, oldest first. */
async function operationsOf(
  connection: Connection,
  project: string,
  sinceMs: number,
  owning: readonly ResourceDefinition[],
): Promise<Operation[]> {
  // Any kind: what is listed are the operations of the project.
  const [definition] = owning;
  if (definition === undefined) return [];
  const job = jobFor(connection.resource(definition), { project });
  const operations: Operation[] = [];
  const isGlobal = owning.every(({ collection }) => collection?.scope === "global");
  for await (const operation of listProjectOperations(job.client, project, job.call, isGlobal)) {
    const begunMs = Date.parse(operation.insertTime ?? "");
    const isMaking =
      operation.clientOperationId !== undefined && !/^(delete|remove)/.test(operation.operationType ?? "");
    if (isMaking && !(begunMs < sinceMs)) operations.push(operation);
  }
  return operations;
}

function isOfKind(path: string, definition: ResourceDefinition, { links }: Resource): boolean {
  try {
    return definition.path(definition.identity.parse(path, links)) === path;
  } catch {
    return false;
  }
}

/** Clocks of the service that differ. */
const slackMs = 5 * 60_000;

/**
 * Whether an object can be what an operation made: it came to be while that ran, which spares most of the hashing. What
 * is there after an insert that failed is mostly somebody else's, of a name that both wanted.
 */
function mayHaveMade(operation: Operation, definition: ResourceDefinition, object: Values): boolean {
  if (hasFailed(operation) && !wasLeft(definition, object, operation.targetId)) return false;
  const { insertTime, endTime } = operation;
  const createdMs = Date.parse(text(object, "creationTimestamp") ?? "");
  const begunMs = Date.parse(insertTime ?? "");
  const endedMs = Date.parse(endTime ?? "");
  return !(createdMs < begunMs - slackMs) && !(createdMs > endedMs + slackMs);
}

function marked({ clientOperationId = "" }: Operation, stack: string, path: string): boolean {
  return isRequestIdOf(clientOperationId, stack, path);
}
