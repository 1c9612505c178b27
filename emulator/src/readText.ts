import type { IncomingMessage } from "node:http";
import { ApiError } from "./errors";

const MAXIMUM_BYTES = 10 * 1024 * 1024;

/** The whole body of a request as text. */
export async function readText(request: IncomingMessage): Promise<string> {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === "0")) {
    return "";
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAXIMUM_BYTES) {
      throw new ApiError(413, "uploadTooLarge", "The body of the request is too large.");
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
