import type { gaxios } from "google-auth-library";

/** A token with all that stands around it has some kilobytes. */
const mostKilobytes = 1_024;

/** Longest time for all of one answer. */
const longestMs = 30_000;

type Send = (options: gaxios.GaxiosOptionsPrepared) => Promise<gaxios.GaxiosResponse<unknown>>;

/**
 * Sends a request for a token, and reads the answer as the library would, but no more than a token server has to say:
 * the library itself takes whatever comes, for as long as it comes.
 */
export async function boundedAnswer<T>(
  options: gaxios.GaxiosOptionsPrepared,
  send: Send,
): Promise<gaxios.GaxiosResponse<T>> {
  const late = AbortSignal.timeout(longestMs);
  const { signal } = options;
  const until = signal ? AbortSignal.any([signal, late]) : late;
  let text: string | undefined;
  let response: gaxios.GaxiosResponse<unknown>;
  try {
    // `until` ends both the request and the reading of its answer.
    response = await send({ ...options, responseType: "stream", signal: until });
    text = await readText(response.data);
  } catch (error) {
    if (!late.aborted) throw error;
    throw final(options, `the token server did not end its answer within ${String(longestMs / 1000)} s`);
  }
  if (text === undefined) {
    throw final(
      options,
      `the token server's answer has more than ${String(mostKilobytes)} KiB, the limit. Check the address in the credentials: something else may be answering there.`,
    );
  }
  const data = parsed(text);
  // What is asked for by GET may be a text: the subject token of a workload.
  if (response.status < 300 && options.method?.toUpperCase() === "POST" && !isAnswer(data)) {
    // Whoever reads on would repeat in an error what the server says, and that may be a token in another form.
    throw final(
      options,
      "the token server's answer is not a JSON object whose tokens are texts. Check the address in the credentials: something else may be answering there.",
    );
  }
  return Object.assign(response, { config: options, data: data as T });
}

/** The text of an answer; `undefined` as soon as it is too long. */
async function readText(body: unknown): Promise<string | undefined> {
  if (!isIterable(body)) return "";
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // To leave the loop is to give up the rest of the answer, and its connection.
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostKilobytes * 1024) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** An answer without a body has none to go through. */
function isIterable(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The members of an answer whose values are tokens, of all the servers that give some out. */
export const tokenMembers = ["access_token", "accessToken", "id_token", "token"];

function isAnswer(data: unknown): boolean {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return false;
  return Object.entries(data).every(([name, value]) => !tokenMembers.includes(name) || typeof value === "string");
}

/** An error after which the library does not ask again. */
function final(options: gaxios.GaxiosOptionsPrepared, message: string): Error {
  options.retryConfig = { ...options.retryConfig, retry: 0, noResponseRetries: 0 };
  return new Error(message);
}
