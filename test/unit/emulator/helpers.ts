import type { Emulator } from "../../../emulator/src/index";

export { emulatorForTest } from "../../support/untilTestEnds";

export const ROOT = "https://www.googleapis.com/compute/v1/";
export const ROUTES = "/projects/p/global/routes";
export const OPERATIONS = "/projects/p/global/operations";

/** Any JSON that came over the wire: tests look into it freely, as a client in another language would. */
export type Wire = Readonly<Record<string, unknown>>;

/** An answer, whatever it is. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body, when it is JSON. */
  readonly json: Wire;
  /** Reason of the first error. */
  readonly reason: string | undefined;
  readonly message: string;
}

export interface SendOptions {
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly text?: string;
  readonly headers?: Record<string, string>;
  readonly token?: string | null;
}

/** Sends one request to the API; the path follows `/compute/v1`. */
export async function send(
  emulator: Emulator,
  method: string,
  path: string,
  options: SendOptions = {},
): Promise<Answer> {
  const { body, token = "test-token" } = options;
  const text = options.text ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(emulator.endpoint + path, {
    method,
    redirect: "manual",
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(text === undefined ? {} : { "content-type": "application/json" }),
      ...options.headers,
    },
    ...(text === undefined ? {} : { body: text }),
  });
  return readAnswer(response);
}

/** Sends one request to an admin path. */
export async function admin(emulator: Emulator, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${emulator.url}/_emulator${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return readAnswer(response);
}

async function readAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  const json = parse(text);
  const error = (json.error ?? {}) as { message?: string; errors?: { reason?: string }[] };
  return { status, headers, text, json, reason: error.errors?.[0]?.reason, message: error.message ?? "" };
}

/** The body of a route that is accepted. */
export function routeBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: "r",
    network: "global/networks/default",
    destRange: "10.0.0.0/8",
    priority: 900,
    tags: ["web"],
    nextHopGateway: "global/gateways/default-internet-gateway",
    ...overrides,
  };
}

/** Starts an insert of a route and gives the operation. */
export async function insertRoute(
  emulator: Emulator,
  overrides: Record<string, unknown> = {},
  query = "",
): Promise<Wire> {
  const answer = await send(emulator, "POST", ROUTES + query, { body: routeBody(overrides) });
  if (answer.status !== 200) throw new Error(`insert answered ${String(answer.status)}: ${answer.text}`);
  return answer.json;
}

/** Waits for an operation, wherever it is, and gives it as it is then. */
export async function wait(emulator: Emulator, operation: Wire): Promise<Wire> {
  return (await send(emulator, "POST", `/${String(operation.selfLink).slice(ROOT.length)}/wait`)).json;
}

/** Sends a request that starts an operation, waits for it, and gives it as it is then. */
export async function operate(
  emulator: Emulator,
  method: string,
  path: string,
  options: SendOptions = {},
): Promise<Wire> {
  const answer = await send(emulator, method, path, options);
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${String(answer.status)}: ${answer.text}`);
  return wait(emulator, answer.json);
}

function parse(text: string): Wire {
  try {
    return JSON.parse(text) as Wire;
  } catch {
    return {};
  }
}
