import type { IncomingMessage } from "node:http";
import type { Answer } from "../server/answer";
import type { Controls } from "./controls";
import { ApiError, badRequest, notFound } from "../basics/errors";
import { isJsonObject } from "../basics/json";
import { readText } from "../server/readText";
import { decodePath } from "../server/requestUrl";

interface AdminRequest {
  readonly body: unknown;
  readonly query: URLSearchParams;
  /** The part of the path after `objects/`. */
  readonly rest: string;
}

type AdminHandler = (controls: Controls, request: AdminRequest) => unknown;

/** The admin paths. They stand outside the API: no credentials, no faults, no entry in the request log. */
const HANDLERS: Readonly<Record<string, AdminHandler>> = {
  "GET /": () => ({
    name: "pulumi-gce-emulator",
    endpoint: "/compute/v1",
    admin: "/_emulator",
    links: ["/_emulator/requests", "/_emulator/operations", "/_emulator/objects"],
  }),
  "GET /_emulator": () => ({ status: "ok", paths: Object.keys(HANDLERS) }),
  "GET /_emulator/requests": ({ world }) => ({ requests: world.log.entries() }),
  "DELETE /_emulator/requests": ({ world }) => world.log.clear(),
  "GET /_emulator/latency": ({ world }) => world.latency.current,
  "PUT /_emulator/latency": (controls, { body }) => controls.latency(body),
  "GET /_emulator/checks": ({ world }) => ({ order: world.checkOrder.current }),
  "PUT /_emulator/checks": (controls, { body }) => controls.checks(body),
  "GET /_emulator/faults": ({ world }) => ({ faults: world.faults.pending() }),
  "POST /_emulator/faults": (controls, { body }) => controls.fault(body),
  "DELETE /_emulator/faults": ({ world }) => world.faults.clear(),
  "GET /_emulator/quotas": ({ world }) => ({ quotas: world.quotas.list() }),
  "PUT /_emulator/quotas": (controls, { body }) => controls.quota(body),
  "GET /_emulator/rollouts": ({ world }) => ({ rollouts: world.rollouts.list() }),
  "PUT /_emulator/rollouts": (controls, { body }) => controls.rollouts(body),
  "PUT /_emulator/tokens": (controls, { body }) => controls.tokens(body),
  "POST /_emulator/seed": (controls, { body }) => ({ planted: controls.seed(body) }),
  "PUT /_emulator/projects": (controls, { body }) => {
    const id = isJsonObject(body) && typeof body.id === "string" ? body.id : "";
    return { id, number: controls.projectNumber(id) };
  },
  "GET /_emulator/operations": (controls) => ({ operations: controls.operations() }),
  "POST /_emulator/operations/expire": (controls, { body }) => ({ removed: controls.expireOperations(body) }),
  "POST /_emulator/operations/finish": (controls, { body }) => ({ finished: controls.finishOperations(body) }),
  "POST /_emulator/requestIds/expire": ({ world }) => world.requestIds.clear(),
  "GET /_emulator/schema": (controls) => ({ objects: controls.objectSchemas() }),
  "GET /_emulator/objects": (controls, { query }) => ({ objects: controls.objects.list(query.get("prefix") ?? "") }),
  "GET /_emulator/objects/{path}": (controls, { rest }) => requireFound(rest, controls.objects.get(rest)),
  "PUT /_emulator/objects/{path}": (controls, { rest, body }) => controls.objects.put(rest, body),
  "PATCH /_emulator/objects/{path}": (controls, { rest, body }) => controls.objects.patch(rest, body),
  "DELETE /_emulator/objects/{path}": (controls, { rest }) => {
    requireFound(rest, controls.objects.delete(rest) || undefined);
  },
  "GET /_emulator/history": (controls, { query }) => ({ versions: controls.objects.history(query.get("path") ?? "") }),
  "POST /_emulator/reset": (controls) => controls.reset(),
};

const OBJECTS = "/_emulator/objects/";

function requireFound<T>(path: string, found: T | undefined): T {
  if (found === undefined) throw notFound(path);
  return found;
}

/** The answer of an admin path, or of `/`. Throws an `ApiError` for what it refuses. */
export async function answerAdmin(controls: Controls, request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? "/", "http://emulator");
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, "") : url.pathname;
  const isObject = path.startsWith(OBJECTS);
  const key = `${request.method ?? "GET"} ${isObject ? `${OBJECTS}{path}` : path}`;
  const handler = Object.hasOwn(HANDLERS, key) ? HANDLERS[key] : undefined;
  const text = await readText(request);
  if (handler === undefined)
    throw new ApiError(404, "notFound", `There is no '${key}'. Accepted: ${Object.keys(HANDLERS).join("; ")}.`);
  const rest = isObject ? decodePath(path.slice(OBJECTS.length)) : "";
  const answer = handler(controls, { body: parse(text), query: url.searchParams, rest }) ?? { ok: true };
  return { status: 200, body: JSON.stringify(answer) };
}

function parse(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw badRequest("The body is not JSON.");
  }
}
