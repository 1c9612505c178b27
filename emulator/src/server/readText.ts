import type { IncomingMessage } from "node:http";
import { ApiError, badRequest } from "../basics/errors";
import { structureProblem } from "../basics/structure";

const MAXIMUM_BYTES = 10 * 1024 * 1024;

/** The same of all bodies that are arriving at once. */
const MAXIMUM_ARRIVING_BYTES = 256 * 1024 * 1024;

let arriving = 0;

/** The rest of a body that is refused is not read, so the connection ends with the answer. */
const REFUSED = { headers: { connection: "close" } };

/** The whole body of a request as text. Refuses one that costs too much to be read as JSON. */
export async function readText(request: IncomingMessage): Promise<string> {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === "0")) return "";
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // The end of the loop must not end the connection: the answer is still to come.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      arriving += chunk.length;
      if (bytes > MAXIMUM_BYTES) {
        throw new ApiError(
          413,
          "uploadTooLarge",
          `The body of the request has more than ${String(MAXIMUM_BYTES)} bytes.`,
          REFUSED,
        );
      }
      if (arriving > MAXIMUM_ARRIVING_BYTES)
        throw new ApiError(503, "backendError", "The bodies that are arriving are too large together.", REFUSED);
      chunks.push(chunk);
    }
    const text = Buffer.concat(chunks).toString("utf8");
    const problem = structureProblem(text);
    if (problem !== undefined) throw badRequest(`Invalid JSON payload received. The body has ${problem}.`);
    return text;
  } finally {
    arriving -= bytes;
  }
}
