import { parseQueryValue, type Call, type Endpoint, type Method, type QueryFields } from "../kinds/endpoint";
import { ApiError, badRequest, invalidField, notImplemented, notReady } from "../basics/errors";
import type { Fault, FaultStage } from "../world/settings/faultKinds";
import { patternForVariable } from "../basics/identifiers";
import { isJsonObject, type JsonObject } from "../basics/json";
import { parseProject } from "../basics/links";
import { decodePath } from "./requestUrl";
import type { RequestLogEntry } from "../world/requestLog";
import { authorize } from "../world/settings/tokens";
import type { World } from "../world/world";

/** A request that has reached an endpoint. */
export interface EndpointRequest {
  readonly method: Method;
  /** Path of the URL. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** The parameters of the method, without those that all APIs have. */
  readonly query: URLSearchParams;
  readonly contentType: string | undefined;
  readonly body: RequestBody;
  readonly authorization: string | undefined;
  readonly signal: AbortSignal;
  readonly entry: RequestLogEntry;
}

/** The body of a request. Its value is undefined when the text is not JSON. */
export interface RequestBody {
  readonly text: string;
  readonly value: unknown;
}

/** Does everything that is the same for all endpoints, then lets the endpoint act. Gives the body of the answer. */
export function dispatch(world: World, endpoint: Endpoint, request: EndpointRequest): ReturnType<Endpoint["handle"]> {
  const { method } = request;
  const { parameters, path } = replaceProjectNumber(world, request);
  const { project } = parameters;
  const grant = world.tokens.authenticate(request.authorization);
  const changes = endpoint.operationType !== undefined || endpoint.changes === true;
  authorize(grant, { project, path, changes }, endpoint.permissions);
  if (endpoint.unserved !== undefined)
    throw notImplemented(`The emulator does not serve ${endpoint.unserved}: it has no model.`);
  checkPath(path, parameters);
  if (project !== undefined) {
    world.quotas.spendRequest(project);
    world.enterProject(project);
  }
  const query = readQuery(endpoint.query ?? {}, request.query);
  const body = readBody(endpoint, request);
  const requestIdKey = typeof query.requestId === "string" ? `${method} ${path} ${query.requestId}` : undefined;
  // A repeat does nothing: it answers the operation that the first request started, unless another check refuses it first.
  const repeated = requestIdKey === undefined ? undefined : world.requestIds.find(requestIdKey);
  if (repeated !== undefined && world.checkOrder.current[0] === "requestId") return repeated.render();
  const call: Call = {
    world,
    endpoint,
    method,
    sequence: request.entry.sequence,
    path,
    parameters,
    query,
    body,
    user: grant.user,
    requestIdKey,
    repeated,
    get signal() {
      return request.signal;
    },
    demand: (permission, target) => {
      authorize(grant, { project: parseProject(target), path: target, changes }, [permission]);
    },
    takeFaults: (stage, operationType) => takeAndNote(world, request, stage, operationType),
  };
  return endpoint.operationType === undefined ? endpoint.handle(call) : change(call);
}

/** Lets the endpoint act. A check that refuses gives way to those that come before it in the order of this emulator. */
function change(call: Call): ReturnType<Endpoint["handle"]> {
  const { world, endpoint, repeated } = call;
  try {
    return endpoint.handle(call);
  } catch (error) {
    const refusedBy = error instanceof ApiError ? error.options.refusedBy : undefined;
    if (refusedBy === undefined) throw error;
    const order = world.checkOrder.current;
    for (const earlier of order.slice(0, order.indexOf(refusedBy.check))) {
      if (earlier === "requestId" && repeated !== undefined) return repeated.render();
      if (earlier === "readiness" && world.operations.findRunning(refusedBy.path) !== undefined)
        throw notReady(refusedBy.path);
    }
    throw error;
  }
}

/** A project may be named by its number; from here on it has its id, which is what answers carry. */
function replaceProjectNumber(
  world: World,
  { path, parameters }: Pick<EndpointRequest, "path" | "parameters">,
): Pick<EndpointRequest, "path" | "parameters"> {
  const asked = resourcePath(path);
  if (parameters.project === undefined) return { path: asked, parameters };
  const project = world.projects.requireId(parameters.project);
  const rest = asked.slice("projects/".length + parameters.project.length);
  return { path: `projects/${project}${rest}`, parameters: { ...parameters, project } };
}

function takeAndNote(world: World, request: EndpointRequest, stage: FaultStage, operationType?: string): Fault[] {
  const { method, path, query, body } = request;
  const subject = { method, path, query, body: body.text, operationType };
  // Several faults may shape one operation; of the other stages only one can act.
  const faults = world.faults.take(stage, subject, () => stage !== "operation");
  noteFaults(request.entry, faults);
  return faults;
}

/** Writes the kinds of faults into the request log. */
export function noteFaults(entry: RequestLogEntry, faults: readonly Fault[]): void {
  for (const { kind } of faults) entry.fault = entry.fault === undefined ? kind : `${entry.fault}+${kind}`;
}

function checkPath(path: string, parameters: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(parameters)) {
    const pattern = patternForVariable(path, name);
    if (!pattern.test(value)) throw invalidField(name, value, `Must be a match of regex '${pattern.source}'`);
  }
}

function readQuery(fields: QueryFields, sent: URLSearchParams): Record<string, string | number | boolean> {
  const query: Record<string, string | number | boolean> = {};
  for (const [name, text] of sent) {
    const type = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (type === undefined)
      throw badRequest(`Invalid query parameter: Unknown name "${name}": Cannot bind query parameter.`);
    if (Object.hasOwn(query, name)) throw badRequest(`Invalid query parameter: "${name}" was given more than once.`);
    query[name] = parseQueryValue(name, type, text);
  }
  return query;
}

function readBody(endpoint: Endpoint, { body, contentType }: EndpointRequest): JsonObject {
  const { text, value } = body;
  if (text === "") {
    if (endpoint.body !== undefined) throw badRequest("The request has no body, and this method needs one.");
    return {};
  }
  if (value === undefined) throw badRequest("Invalid JSON payload received. The body is not JSON.");
  if (endpoint.body === undefined) {
    // Where no body is due the official client sends the JSON text "" to wait, and others send {}.
    if (value === "" || (isJsonObject(value) && Object.keys(value).length === 0)) return {};
    throw badRequest("Invalid JSON payload received. This method takes no body.");
  }
  if (value === "") {
    // The official client sends an empty message like this.
    return {};
  }
  if (contentType?.split(";")[0]?.trim().toLowerCase() !== "application/json")
    throw badRequest(`The content type of a body has to be application/json, not '${contentType ?? "(none)"}'.`);
  if (!isJsonObject(value)) throw badRequest("Invalid JSON payload received. The body has to be an object.");
  return value;
}

/** Reads a body without judging it: whether it has to be JSON is decided later. */
export function parseBody(text: string): RequestBody {
  try {
    return { text, value: text === "" ? undefined : (JSON.parse(text) as unknown) };
  } catch {
    return { text, value: undefined };
  }
}

/** The part of a URL's path after the version, as links have it: a project such as `example.com:p` may be encoded. */
export function resourcePath(path: string): string {
  const rest = path.slice("/compute/v1/".length);
  return rest.includes("%") ? decodePath(rest) : rest;
}
