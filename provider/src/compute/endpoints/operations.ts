import type { CallContext, ComputeClient, ComputeRequest } from "../../http/client";
import { MalformedAnswerError } from "../../http/errors/connectionError";
import type { ErrorItem } from "../../http/errors/errorBody";
import { ResponseError } from "../../http/errors/responseError";
import { iterateItems, flattenScopes, pageForm, aggregatedForm } from "../paging";
import { linkName } from "../../names/links";
import { path } from "../../names/path";
import type { Operation as OperationOutput } from "../../types/operation";
import type { Form } from "../../types/form";
import { operationForm } from "../../types/forms";
import type { Warning } from "../warning";

/**
 * The asynchronous work that a mutating request started.
 *
 * @see specification, "Operation"
 */
export interface Operation extends Omit<OperationOutput, "numericId" | "error" | "warnings"> {
  id?: string;
  error?: { errors?: ErrorItem[] };
  warnings?: Warning[];
}

/** The form of an operation. Its outcome counts even where its errors are malformed, and whoever reads those takes nothing for granted. */
export const operationAnswer: Form = { members: { ...operationForm.members, error: "any" } };

/** How long the service holds a wait open. */
const serverDeadlineMs = 120_000;

/** Beyond the service's own deadline, for the way there and back. */
const waitGraceMs = 15_000;

/** Where the operation of a request about this object is: its path up to the collection, `projects/p/global`. */
export function operationScope(path: string): string {
  return /^(projects\/[^/]+\/(?:global|(?:regions|zones)\/[^/]+))\//.exec(path)?.[1] ?? path;
}

/**
 * Path of an operation at its own scope: the scope is what the operation itself says.
 *
 * `projects/p/global/operations/o`, `projects/p/regions/r/operations/o` or `projects/p/zones/z/operations/o`.
 *
 * @throws MalformedAnswerError when the service answered something that is no operation
 */
export function operationPath(project: string, { name, region, zone }: Operation): string {
  const scope = [["zones", zone] as const, ["regions", region] as const].find(([, link]) => isPresent(link));
  const place = scope === undefined ? undefined : linkName(String(scope[1]));
  if (typeof name !== "string" || !nameForm.test(name) || (place !== undefined && !placeForm.test(place))) {
    throw new MalformedAnswerError(
      {
        action: "read the operation",
        summary: "the service answered the request without naming the operation that carries it out",
        effect: "unknown",
      },
      true,
    );
  }
  return scope === undefined || place === undefined
    ? path`projects/${project}/global/operations/${name}`
    : path`projects/${project}/${scope[0]}/${place}/operations/${name}`;
}

/** Empty is the same as absent. */
function isPresent(link: unknown): boolean {
  return typeof link === "string" && link !== "";
}

/** The form of the names of operations: nothing in it has a meaning in a path. */
const nameForm = /^[A-Za-z0-9][\w.-]{0,199}$/;

/** The form of the names of regions and zones. */
const placeForm = /^[a-z0-9-]+$/;

/** The path of an operation may come from a state: it is sent only where it is one. A project may have a domain before it. */
const operationPathForm =
  /^projects\/(?:[a-z0-9.-]+(?::|%3A))?[a-z0-9][a-z0-9-]*\/(?:global|(?:regions|zones)\/[a-z0-9-]+)\/operations\/[A-Za-z0-9][\w.-]{0,199}$/;

function checkedPath(operation: string): string {
  if (operationPathForm.test(operation)) return operation;
  throw new Error(`The recorded operation ${JSON.stringify(operation.slice(0, 200))} is not the path of an operation.`);
}

/** Waits on the service's side until the operation is DONE, or about two minutes (endpoint 6, and its global and zonal kin). */
export async function waitOperation(
  client: ComputeClient,
  operation: string,
  context: CallContext,
): Promise<Operation> {
  const request = { ...requestFor(operation), action: `wait for ${operation}`, path: `${checkedPath(operation)}/wait` };
  return client.request<Operation>({ ...request, method: "POST", longPollMs: serverDeadlineMs + waitGraceMs }, context);
}

export async function getOperation(client: ComputeClient, operation: string, context: CallContext): Promise<Operation> {
  const request = { ...requestFor(operation), action: `get ${operation}`, path: checkedPath(operation) };
  return client.request<Operation>({ ...request, method: "GET" }, context);
}

function requestFor(operation: string): Pick<ComputeRequest, "asked" | "permissions" | "project" | "form"> {
  const permissions = [permission(operation)];
  return { asked: { path: operation }, permissions, form: operationAnswer, ...readProject(operation) };
}

/** The operation that a request id started, when the service received that request at all. */
export async function findOperationByRequestId(
  client: ComputeClient,
  scope: string,
  requestId: string,
  context: CallContext,
): Promise<Operation | undefined> {
  // A request id is a UUID; one out of a state that is not must not become a part of the filter.
  const filter = `clientOperationId = "${requestId.replace(/[^\w-]/g, "")}"`;
  for await (const operation of listFiltered(client, scope, { filter }, context))
    if (operation.clientOperationId === requestId) return operation;
  return undefined;
}

/**
 * The operations of a scope (`projects/p/global`), page by page: the service keeps those that ended for days. They are
 * bounded as a whole, because whoever looks through them keeps what is of use.
 */
function listOperations(
  client: ComputeClient,
  scope: string,
  context: CallContext,
): AsyncGenerator<Operation, void, undefined> {
  return iterateItems(client, makeListRequest(scope, { maxResults: 500 }), context, { keeps: "all" });
}

/** The operations that a filter lets through, and all others if the service does not take it, of which no source shows an example. */
async function* listFiltered(
  client: ComputeClient,
  scope: string,
  query: NonNullable<ComputeRequest["query"]>,
  context: CallContext,
): AsyncGenerator<Operation, void, undefined> {
  const request = makeListRequest(scope, query);
  let isTaken = false;
  try {
    for await (const operation of iterateItems<Operation>(client, request, context, { keeps: "all" })) {
      isTaken = true;
      yield operation;
    }
  } catch (error) {
    if (isTaken || !(error instanceof ResponseError) || error.status !== 400) throw error;
    yield* listOperations(client, scope, context);
  }
}

/** The same of a whole project: of its regions and zones too, or only the global ones. */
export function listProjectOperations(
  client: ComputeClient,
  project: string,
  context: CallContext,
  isGlobal: boolean,
): AsyncGenerator<Operation, void, undefined> {
  const projectPath = path`projects/${project}`;
  if (isGlobal) return listOperations(client, `${projectPath}/global`, context);
  const form = aggregatedForm(operationAnswer, "operations");
  return iterateItems(client, { ...makeListRequest(`${projectPath}/aggregated`, { maxResults: 500 }), form }, context, {
    keeps: "all",
    itemsIn: (page) => flattenScopes<Operation>(page, "operations"),
  });
}

function makeListRequest(scope: string, query: NonNullable<ComputeRequest["query"]>): ComputeRequest {
  const operations = `${scope}/operations`;
  return {
    action: `list ${operations}`,
    method: "GET",
    path: operations,
    query,
    permissions: [permission(operations).replace(".get", ".list")],
    form: pageForm(operationAnswer),
    ...readProject(operations),
  };
}

function permission(operation: string): string {
  if (operation.includes("/regions/")) return "compute.regionOperations.get";
  if (operation.includes("/zones/")) return "compute.zoneOperations.get";
  return "compute.globalOperations.get";
}

function readProject(operation: string): { project?: string } {
  const project = /^projects\/([^/]+)\//.exec(operation)?.[1];
  return project === undefined ? {} : { project: decodeURIComponent(project) };
}
