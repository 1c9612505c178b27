import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from "node:http2";
import { setTimeout as sleep } from "node:timers/promises";
import { AdminApi } from "./admin";
import { endpoints } from "./catalog";
import { Controls } from "./controls";
import { dispatch, noteFaults, parseBody, resourcePath, type EndpointRequest } from "./dispatch";
import { ApiError, renderError } from "./errors";
import type { Fault } from "./faults";
import { answerFault, sendAnswer, type Answer } from "./answer";
import { readText } from "./readText";
import { preciseNow, withoutKeys, type RequestLogEntry } from "./requestLog";
import { EndpointRouter, type FoundEndpoint } from "./router";
import { operationLookedAt } from "./routes/operations";
import type { World } from "./world";

/** A key and its certificate, as PEM. */
export interface TlsSettings {
  readonly key: string;
  readonly cert: string;
}

/** The HTTP side: reads requests, lets endpoints and faults act, writes answers. */
export function createEmulatorServer(world: World): Server {
  const server = createServer({ keepAlive: true, noDelay: true }, requestListener(world));
  // A wait is held for two minutes and connections are kept as long as the service keeps them, ten minutes.
  server.requestTimeout = 0;
  server.timeout = 0;
  server.keepAliveTimeout = 610_000;
  return server;
}

/** The same over TLS, with HTTP/2 for clients that speak it. Faults that break the connection are for HTTP/1. */
export function createSecureEmulatorServer(
  world: World,
  tls: TlsSettings,
): { server: Http2SecureServer; closeAllConnections: () => void } {
  const sessions = new Set<ServerHttp2Session>();
  const listener = requestListener(world);
  // Node gives requests of HTTP/2 the form of those of HTTP/1; only their types are apart.
  const server = createSecureServer({ ...tls, allowHTTP1: true }, (request, response) => {
    listener(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  });
  server.on("session", (session) => {
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
  });
  return {
    server,
    closeAllConnections: () => {
      for (const session of sessions) session.destroy();
    },
  };
}

function requestListener(world: World): (request: IncomingMessage, response: ServerResponse) => void {
  const router = new EndpointRouter(endpoints);
  const admin = new AdminApi(new Controls(world));
  return (request, response) => {
    // A client that goes away mid-request is no reason to stop.
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    const handled = isApiPath(request.url) ? serve(world, router, request, response) : admin.serve(request, response);
    handled.catch((error: unknown) => {
      if (!response.headersSent && !response.destroyed) {
        sendAnswer(response, jsonError(toApiError(error)));
      }
    });
  };
}

function isApiPath(url = "/"): boolean {
  return url !== "/" && !url.startsWith("/?") && !url.startsWith("/_emulator");
}

async function serve(
  world: World,
  router: EndpointRouter,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "GET", url = "/" } = request;
  const question = url.indexOf("?");
  const path = question === -1 ? url : url.slice(0, question);
  const query = new URLSearchParams(question === -1 ? "" : url.slice(question + 1));
  const entry = world.log.begin(method, path, Object.fromEntries(query), request.headers);
  response.on("close", () => {
    entry.endedAt ??= preciseNow();
  });

  const body = parseBody(await readText(request));
  if (body.text !== "") {
    entry.body = withoutKeys(body);
  }
  const found = router.find(method, path);
  const operationType = found && operationTypeOf(world, found, path);
  const subject = { method, path, operationType };
  if (world.latency.requestMs > 0) {
    await sleep(world.latency.requestMs, undefined, { ref: false });
  }
  const arrival = world.faults.take("arrival", subject, ({ kind }) => kind !== "delay");
  noteFaults(entry, arrival);
  for (const fault of arrival) {
    if (fault.kind === "delay") {
      await sleep(fault.ms, undefined, { ref: false });
    }
  }
  const refusal = arrival.find(({ kind }) => kind !== "delay");
  if (refusal?.kind === "resetBefore") {
    request.socket.resetAndDestroy();
    return;
  }
  const answer =
    (refusal === undefined ? undefined : answerFault(refusal)) ??
    (found === undefined
      ? unknownPath(router, method, path)
      : await act(world, found, {
          method: found.endpoint.method,
          path,
          parameters: found.parameters,
          query,
          contentType: request.headers["content-type"],
          body,
          authorization: request.headers.authorization,
          entry,
          get signal() {
            return signalOf(response);
          },
        }));
  const answerFaults = world.faults.take("answer", subject, () => true);
  noteFaults(entry, answerFaults);
  send(request, response, entry, answer, answerFaults[0]);
}

function operationTypeOf(world: World, { endpoint }: FoundEndpoint, path: string): string | undefined {
  return endpoint.operationType ?? operationLookedAt({ world, path: resourcePath(path) })?.change.operationType;
}

async function act(world: World, { endpoint }: FoundEndpoint, request: EndpointRequest): Promise<Answer> {
  try {
    return { status: 200, body: JSON.stringify(await dispatch(world, endpoint, request)) };
  } catch (error) {
    return jsonError(toApiError(error));
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  entry: RequestLogEntry,
  answer: Answer,
  fault: Fault | undefined,
): void {
  if (response.destroyed) {
    return;
  }
  if (fault?.kind === "resetAfter") {
    request.socket.resetAndDestroy();
    return;
  }
  entry.status = answer.status;
  if (fault?.kind === "truncate" || fault?.kind === "stall") {
    const ends = fault.kind === "truncate";
    sendAnswer(response, answer, {
      half: true,
      sent: () => {
        if (ends) {
          request.socket.destroy();
        }
      },
    });
    return;
  }
  entry.endedAt = preciseNow();
  sendAnswer(response, answer);
}

/** A path that does not exist never reaches the service: the front end in front of it answers, in HTML. */
function unknownPath(router: EndpointRouter, method: string, path: string): Answer {
  const allowed = router.methodsOf(path);
  const status = allowed.length === 0 ? 404 : 405;
  const title = status === 404 ? "Error 404 (Not Found)" : "Error 405 (Method Not Allowed)";
  const why = status === 404 ? `The requested URL ${path} was not found` : `The method ${method} is not allowed here`;
  return {
    status,
    contentType: "text/html; charset=UTF-8",
    ...(status === 404 ? {} : { headers: { allow: allowed.join(", ") } }),
    body: `<!DOCTYPE html>\n<html lang=en><title>${title}</title><p>${escapeHtml(why)} on this server.\n`,
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
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
  if (error instanceof ApiError) {
    return error;
  }
  // A mistake in the emulator must be seen, not answered away.
  console.error("The emulator failed:", error);
  return new ApiError(
    500,
    "internalError",
    `The emulator failed: ${error instanceof Error ? error.message : String(error)}`,
  );
}

/** Made only where somebody waits: most requests need none. */
function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    // A reason of our own is cheaper than the error with a stack that is made without one.
    controller.abort("closed");
  });
  return controller.signal;
}
