import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { loopbackServer } from "./loopbackServer";

/** A request as it arrived. */
export interface Received {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  atMs: number;
}

/** The server's reaction to one request. */
export type Script = (request: Received, response: ServerResponse) => void | Promise<void>;

/** A server that does one script per request, and the last one again for every further request, until the test ends. */
export async function scriptedServer(...scripts: Script[]) {
  const requests: Received[] = [];
  const { origin, close } = await loopbackServer((incoming, response) => {
    void receive(incoming).then((request) => {
      requests.push(request);
      return scripts[Math.min(requests.length, scripts.length) - 1]?.(request, response);
    });
  });
  onTestFinished(close);
  return { origin, requests };
}

/** Answers with JSON, or with a text as it is. */
export function answers(status: number, body: unknown, headers: Record<string, string> = {}): Script {
  const isText = typeof body === "string";
  return (_request, response) => {
    const type = isText ? "text/html" : "application/json; charset=UTF-8";
    response.writeHead(status, { "content-type": type, ...headers }).end(isText ? body : JSON.stringify(body));
  };
}

/** An error as the service answers it. */
export function refuses(
  status: number,
  reason?: string,
  message = `refused with ${String(status)}`,
  headers: Record<string, string> = {},
): Script {
  const errors = reason === undefined ? undefined : [{ domain: "global", reason, message }];
  return answers(status, { error: { code: status, message, errors } }, headers);
}

/** Breaks the connection with a reset, before or after a pause. */
export function resets(afterMs = 0): Script {
  return async (_request, response) => {
    await pause(afterMs);
    response.socket?.resetAndDestroy();
  };
}

/** Sends the beginning of an answer and closes. */
export const truncates: Script = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"kind": "compute#op', () => response.socket?.destroy());
};

/** Never answers. */
export const stalls: Script = () => undefined;

/** Sends headers and half of a body, and then nothing more. */
export const stallsInside: Script = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"kind": ');
};

/** Bytes that are no HTTP. */
export const speaksGarbage: Script = (_request, response) => {
  response.socket?.end("\u0015\u0003 this is not HTTP\r\n\r\n");
};

/** Does it after a pause. */
export function later(afterMs: number, script: Script): Script {
  return async (request, response) => {
    await pause(afterMs);
    await script(request, response);
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function receive(incoming: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return {
    method: incoming.method ?? "",
    url: incoming.url ?? "",
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString("utf8"),
    atMs: performance.now(),
  };
}
