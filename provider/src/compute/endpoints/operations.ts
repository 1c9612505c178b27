import type { CallContext, ComputeClient } from "../client";
import { MalformedAnswerError } from "../errors/connectionError";
import { serverDeadlineMs, type Operation } from "../operation";
import { pages, type Page } from "../paging";
import { path } from "../path";

/** Beyond the service's own deadline, for the way there and back. */
const waitGraceMs = 15_000;

/**
 * Path of an operation at its own scope: the scope is what the operation itself says.
 *
 * `projects/p/global/operations/o`, `projects/p/regions/r/operations/o` or `projects/p/zones/z/operations/o`.
 *
 * @throws MalformedAnswerError when the service answered something that is no operation
 */
export function operationPath(project: string, operation: Operation): string {
  if (typeof operation.name !== "string" || operation.name === "") {
    throw new MalformedAnswerError({
      action: "read the operation",
      summary: "the service answered the request without naming the operation that carries it out",
      hint: "Something between here and the service may be answering in its place.",
      effect: "unknown",
    });
  }
  if (operation.zone !== undefined) {
    return path`projects/${project}/zones/${lastSegment(operation.zone)}/operations/${operation.name}`;
  }
  if (operation.region !== undefined) {
    return path`projects/${project}/regions/${lastSegment(operation.region)}/operations/${operation.name}`;
  }
  return path`projects/${project}/global/operations/${operation.name}`;
}

/** Waits on the service's side until the operation is DONE, or about two minutes (endpoint 6, and its global and zonal kin). */
export async function waitOperation(
  client: ComputeClient,
  operation: string,
  context: CallContext,
): Promise<Operation> {
  return client.request<Operation>(
    {
      action: `wait for ${operation}`,
      method: "POST",
      path: `${operation}/wait`,
      permissions: [permission(operation)],
      heldMs: serverDeadlineMs + waitGraceMs,
      ...projectOf(operation),
    },
    context,
  );
}

export async function getOperation(client: ComputeClient, operation: string, context: CallContext): Promise<Operation> {
  return client.request<Operation>(
    {
      action: `get ${operation}`,
      method: "GET",
      path: operation,
      permissions: [permission(operation)],
      ...projectOf(operation),
    },
    context,
  );
}

/** The operation that a request id started, when the service received that request at all. */
export async function findOperationByRequestId(
  client: ComputeClient,
  scope: string,
  requestId: string,
  context: CallContext,
): Promise<Operation | undefined> {
  const operations = `${scope}/operations`;
  const action = `list ${operations}`;
  const fetchPage = (pageToken: string | undefined) =>
    client.request<Page<Operation>>(
      {
        action,
        method: "GET",
        path: operations,
        query: { filter: `clientOperationId = "${requestId}"`, pageToken },
        permissions: [permission(operations).replace(".get", ".list")],
        ...projectOf(operations),
      },
      context,
    );
  // A filtered list may have pages without items before the one that has it.
  for await (const { items } of pages(action, fetchPage)) {
    const found = items?.find((operation) => operation.clientOperationId === requestId);
    if (found !== undefined) return found;
  }
  return undefined;
}

function permission(operation: string): string {
  if (operation.includes("/regions/")) return "compute.regionOperations.get";
  if (operation.includes("/zones/")) return "compute.zoneOperations.get";
  return "compute.globalOperations.get";
}

function projectOf(operation: string): { project?: string } {
  const project = /^projects\/([^/]+)\//.exec(operation)?.[1];
  return project === undefined ? {} : { project: decodeURIComponent(project) };
}

function lastSegment(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}
