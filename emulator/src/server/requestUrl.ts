import { badRequest } from "../basics/errors";

/** The parts of a request's URL. */
export interface RequestUrl {
  readonly path: string;
  readonly query: URLSearchParams;
}

/**
 * Takes the URL of a request apart. V8 lets a part of a text keep all of it: without copies, the path in an operation, or the
 * `requestId` in the memory of the service, would keep the whole URL of up to 16,000 characters.
 */
export function readRequestUrl(url: string): RequestUrl {
  const question = url.indexOf("?");
  if (question === -1) return { path: url, query: new URLSearchParams() };
  const query = new URLSearchParams(url.slice(question + 1));
  return {
    path: copyText(url.slice(0, question)),
    query: new URLSearchParams(
      Array.from(query, ([name, value]): [string, string] => [copyText(name), copyText(value)]),
    ),
  };
}

/** A path, or a segment of one, without its encoding. */
export function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badRequest(`'${text}' is not encoded as a path of a URL.`);
  }
}

function copyText(text: string): string {
  return Buffer.from(text).toString();
}
