import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import type { Catalog } from "../kinds/catalog";
import { isApiPath, refuseForeignPages } from "./guard";
import { dispatch, noteFaults, parseBody, resourcePath, type EndpointRequest, type RequestBody } from "./dispatch";
import { ApiError, renderError } from "../basics/errors";
import type { Fault } from "../world/settings/faultKinds";
import {
  answerFault,
  answerInPlace,
  answerUnknownPath,
  compress,
  sendAnswer,
  sendBeforeBody,
  type Answer,
} from "./answer";
import { parseProject } from "../basics/links";
import { readText } from "./readText";
import { preciseNow } from "../basics/clock";
import { withoutKeys, type RequestLogEntry } from "../world/requestLog";
import { decodePath, readRequestUrl } from "./requestUrl";
import { routerFor, type EndpointRouter, type FoundEndpoint } from "./router";
import { Outage } from "./outage";
import { operationLookedAt } from "../kinds/routes/operations";
import { inForm, readSystemParameters, type AnswerForm, type SystemParameters } from "./systemParameters";
import type { World } from "../world/world";
import { reportMistake } from "../basics/mistakes";

/** A key and its certificate, as PEM. */
export interface TlsSettings {
  readonly key: string;
  readonly cert: string;
}

/** The server, and what makes it unreachable for a while. */
export interface EmulatorServer {
  readonly server: Server;
  readonly outage: Outage;
}

/** The world that a server serves, and the hosts that may ask for it. */
export interface ServerOptions {
  readonly world: World;
  readonly catalog: Catalog;
  /** Answers what is not for the API: the console and the controls. */
  answerOthers(request: IncomingMessage): Promise<Answer>;
  /** Lets somebody else change an object, now or later. */
  changeMeanwhile(fault: Extract<Fault, { kind: "meanwhile" }>): void;
  /** Names besides addresses and `localhost` under which anything is served. */
  readonly allowedHosts: readonly string[];
  readonly tls: TlsSettings | undefined;
}

/** The HTTP side: reads requests, lets endpoints and faults act, writes answers. */
export function createEmulatorServer(options: ServerOptions): EmulatorServer {
  const { world, catalog, allowedHosts, tls } = options;
  const settings = { keepAlive: true, noDelay: true };
  const server: Server = tls === undefined ? createServer(settings) : createSecureServer({ ...settings, ...tls });
  const outage = world.clears(new Outage(server));
  const router = routerFor(catalog);
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    // A client that goes away mid-request is no reason to stop.
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    const serveAll = async () => {
      refuseForeignPages(request, allowedHosts);
      if (isApiPath(request.url)) await serve(options, router, outage, request, response);
      else sendAnswer(response, await options.answerOthers(request));
    };
    serveAll().catch((error: unknown) => {
      if (!response.headersSent && !response.destroyed) {
        const answer = jsonError(toApiError(error));
        if (answer.headers?.connection === "close") sendBeforeBody(request, response, answer);
        else sendAnswer(response, answer);
      }
    });
  });
  // A wait is held for two minutes and connections are kept as long as the service keeps them, ten minutes.
  server.requestTimeout = 0;
  server.timeout = 0;
  server.keepAliveTimeout = 610_000;
  return { server, outage };
}

async function serve(
  { world, changeMeanwhile }: ServerOptions,
  router: EndpointRouter,
  outage: Outage,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "GET", url = "/" } = request;
  const { path, query } = readRequestUrl(url);
  const entry = world.log.begin(method, path, Object.fromEntries(query), request.headers);
  response.on("close", () => {
    entry.endedAt ??= preciseNow();
  });

  let body: RequestBody;
  try {
    body = parseBody(await readText(request));
    decodePath(path);
  } catch (error) {
    if (error instanceof ApiError) entry.status = error.status;
    throw error;
  }
  if (body.text !== "") world.log.noteBody(entry, withoutKeys(body));
  const found = router.find(method, path);
  const operationType = found && findOperationType(world, found, path);
  const subject = { method, path, query, body: body.text, operationType };
  if (world.latency.requestMs > 0) await sleep(world.latency.requestMs, undefined, { ref: false });
  const arrival = world.faults.take("arrival", subject, isEnd);
  noteFaults(entry, arrival);
  for (const fault of arrival) {
    if (fault.kind === "meanwhile") changeMeanwhile(fault);
    if (fault.kind === "delay") await sleep(fault.ms, undefined, { ref: false });
  }
  const refusal = arrival.find(isEnd);
  if (refusal?.kind === "resetBefore") {
    request.socket.resetAndDestroy();
    return;
  }
  const answer =
    (refusal === undefined ? undefined : answerFault(refusal)) ??
    (found === undefined
      ? answerUnknownPath(method, path, router.listMethods(path))
      : await answerInForm(request.headers, query, ({ query: own, token }) =>
          act(world, found, {
            method: found.endpoint.method,
            path,
            parameters: found.parameters,
            query: own,
            contentType: request.headers["content-type"],
            body,
            authorization: request.headers.authorization ?? (token === undefined ? undefined : `Bearer ${token}`),
            entry,
            get signal() {
              return abortOnClose(response);
            },
          }),
        ));
  const answerFaults = world.faults.take("answer", subject, () => true);
  noteFaults(entry, answerFaults);
  world.log.noteAnswer(entry, answer.body, body);
  const [fault] = answerFaults;
  if (fault?.kind === "outage") {
    outage.begin(fault.ms);
    // A client has to notice that its idle connections were closed, or it sends its next request into one of them.
    await sleep(50, undefined, { ref: false });
    response.on("finish", () => {
      outage.cut();
    });
    send(request, response, entry, { ...answer, headers: { ...answer.headers, connection: "close" } }, undefined);
    return;
  }
  const sent = fault?.kind === "replaceAnswer" ? answerInPlace(fault) : await compress(answer, request.headers);
  send(request, response, entry, sent, fault);
}

/** After the other faults of an arrival, the request is acted on all the same. */
function isEnd({ kind }: Fault): boolean {
  return kind !== "delay" && kind !== "meanwhile";
}

/** The answer of an endpoint in the form that the system parameters ask for. */
async function answerInForm(
  headers: IncomingMessage["headers"],
  query: URLSearchParams,
  act: (parameters: SystemParameters) => Promise<Answer>,
): Promise<Answer> {
  let form: AnswerForm | undefined;
  let answer: Answer;
  try {
    const parameters = readSystemParameters(query, headers);
    form = parameters.form;
    answer = await act(parameters);
  } catch (error) {
    answer = jsonError(toApiError(error));
  }
  return form === undefined ? answer : inForm(answer, form);
}

function findOperationType(world: World, { endpoint }: FoundEndpoint, path: string): string | undefined {
  const asked = resourcePath(path);
  const project = parseProject(asked) ?? "";
  const byId = asked.replace(`projects/${project}/`, `projects/${world.projects.find(project) ?? project}/`);
  return endpoint.operationType ?? operationLookedAt({ world, path: byId })?.change.operationType;
}

async function act(world: World, { endpoint }: FoundEndpoint, request: EndpointRequest): Promise<Answer> {
  return { status: 200, body: JSON.stringify(await dispatch(world, endpoint, request)) };
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  entry: RequestLogEntry,
  answer: Answer,
  fault: Fault | undefined,
): void {
  if (response.destroyed) return;
  if (fault?.kind === "resetAfter") {
    request.socket.resetAndDestroy();
    return;
  }
  entry.status = answer.status;
  entry.answerBytes = Buffer.byteLength(answer.body);
  if (fault?.kind === "truncate" || fault?.kind === "stall") {
    const ends = fault.kind === "truncate";
    sendAnswer(response, answer, {
      half: true,
      sent: () => {
        if (ends) request.socket.destroy();
      },
    });
    return;
  }
  entry.endedAt = preciseNow();
  sendAnswer(response, answer);
}

function jsonError(error: ApiError): Answer {
  const { headers } = error.options;
  return {
    status: error.status,
    body: JSON.stringify(renderError(error)),
    ...(headers === undefined ? {} : { headers }),
  };
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(500, "internalError", reportMistake(error));
}

/** Made only where somebody waits: most requests need none. */
function abortOnClose(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    // A reason of our own is cheaper than the error with a stack that is made without one.
    controller.abort("closed");
  });
  return controller.signal;
}
