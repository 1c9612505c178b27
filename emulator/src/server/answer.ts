import { STATUS_CODES, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip as gzipCallback } from "node:zlib";
import { ApiError, renderError } from "../basics/errors";
import type { Fault } from "../world/settings/faultKinds";

/** The answer that is sent back. Without a content type it is JSON. */
export interface Answer {
  readonly status: number;
  readonly body: string | Buffer;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const JSON_TYPE = "application/json; charset=UTF-8";

/** Writes an answer: all of it, or the headers of all of it and the first half of the body. */
export function sendAnswer(
  response: ServerResponse,
  answer: Answer,
  part?: { readonly half: true; readonly sent: () => void },
): void {
  const bytes = writeHead(response, answer);
  if (part === undefined) response.end(bytes);
  else response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), part.sent);
}

/** The longest time in which the rest of a body is thrown away. */
const REST_MS = 10_000;

/**
 * Writes an answer before the body of the request has arrived, and ends the connection after it. Ended at once, it would be
 * reset by what still arrives, and the client might never see the answer.
 */
export function sendBeforeBody(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  response.write(writeHead(response, answer));
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, REST_MS).unref();
  request.once("end", end).once("close", end).resume();
}

/** Writes what comes before the body, and returns the body. */
function writeHead(response: ServerResponse, { status, body, contentType = JSON_TYPE, headers = {} }: Answer): Buffer {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  response.writeHead(status, { "content-type": contentType, "content-length": bytes.length, ...headers });
  return bytes;
}

const gzip = promisify(gzipCallback);

/** The answer as the service packs it: for those who accept gzip, and say so in `user-agent` as well. */
export async function compress(answer: Answer, asked: IncomingHttpHeaders): Promise<Answer> {
  const { "accept-encoding": accepted = "", "user-agent": agent = "" } = asked;
  if (!/\bgzip\b/.test(String(accepted)) || !/\bgzip\b/.test(agent) || answer.body.length === 0) return answer;
  return {
    ...answer,
    body: await gzip(answer.body),
    headers: { ...answer.headers, "content-encoding": "gzip", vary: "Accept-Encoding" },
  };
}

/** The answer of a fault that keeps a request from being acted on. */
export function answerFault(fault: Fault): Answer | undefined {
  if (fault.kind === "redirect")
    return { status: fault.status ?? 307, body: "", headers: { location: fault.location } };
  if (fault.kind !== "status") return undefined;
  const { status, headers, body, contentType, details } = fault;
  const reason = fault.reason ?? REASONS[status] ?? "backendError";
  const message = fault.message ?? STATUS_CODES[status] ?? "Error";
  const error = new ApiError(status, reason, message, details === undefined ? {} : { details });
  return {
    status,
    body: body ?? JSON.stringify(renderError(error)),
    ...(contentType === undefined ? {} : { contentType }),
    ...(headers === undefined ? {} : { headers }),
  };
}

/** The answer that a fault has a proxy in between give. */
export function answerInPlace({ status, body = "", contentType }: Fault & { readonly kind: "replaceAnswer" }): Answer {
  return { status, body, ...(contentType === undefined ? {} : { contentType }) };
}

const REASONS: Readonly<Record<number, string>> = {
  400: "badRequest",
  401: "authError",
  403: "forbidden",
  404: "notFound",
  408: "requestTimeout",
  409: "conflict",
  412: "conditionNotMet",
  429: "rateLimitExceeded",
  500: "internalError",
};

/** A path that does not exist never reaches the service: the front end in front of it answers, in HTML. */
export function answerUnknownPath(method: string, path: string, allowed: readonly string[]): Answer {
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
