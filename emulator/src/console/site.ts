import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { Answer } from "../server/answer";
import { ANY_TOKEN, DEFAULT_PROJECT, setupCommands } from "../server/clientEnvironment";
import { ApiError, badRequest, notFound } from "../basics/errors";
import { findOwn } from "../basics/json";
import { packageFolder } from "../basics/packageFolder";
import type { World } from "../world/world";
import { choices, consoleState, objectDetail, requestDetail } from "./views";

const ROOT = "/_emulator/console";
/** Says how to point clients at the emulator. */
const CONNECT_PATH = "/_emulator/connect";

/** Where the build puts the page's files. */
const FILES = join(packageFolder, "lib/console");

const TYPES: Readonly<Record<string, string>> = {
  "console.css": "text/css; charset=utf-8",
  "main.js": "text/javascript; charset=utf-8",
};

/** Nothing but our own files, and no other page around it. */
const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-cache",
};

/**
 * The console: a page that shows what the emulator does while it does it, and what the page reads. Changes nothing. `/` is
 * the page for a browser, and is not answered here for everybody else.
 */
export function answerConsole(world: World, request: IncomingMessage): Answer | undefined {
  const { method, headers } = request;
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://emulator");
  const isPage = pathname === "/" && headers.accept?.includes("text/html") === true;
  if (method !== "GET" || !(isPage || pathname === CONNECT_PATH || pathname.startsWith(`${ROOT}/`))) return undefined;
  const parameter = (name: string): string => {
    const value = searchParams.get(name);
    if (value === null) throw badRequest(`${pathname} needs the query parameter '${name}'.`);
    return value;
  };
  switch (pathname) {
    case "/":
      return {
        status: 200,
        contentType: "text/html; charset=utf-8",
        headers: { ...HEADERS, vary: "accept" },
        body: fillIn("index.html", request),
      };
    case CONNECT_PATH:
      return { status: 200, contentType: "text/plain; charset=utf-8", body: fillIn("connect.txt", request) };
    case `${ROOT}/state`: {
      const [objects, requests] = [parameter("objects"), parameter("requests")];
      return json(consoleState(world, { objects, requests, problemsOnly: parameter("problems") !== "" }));
    }
    case `${ROOT}/choices`:
      return json(choices(world));
    case `${ROOT}/request`:
      return json(requestDetail(world, Number(parameter("sequence"))));
    case `${ROOT}/object`:
      return json(objectDetail(world, parameter("path")));
    default: {
      const name = pathname.slice(ROOT.length + 1);
      const contentType = findOwn(TYPES, name);
      if (contentType === undefined) throw notFound(pathname);
      return { status: 200, contentType, headers: HEADERS, body: readAsset(name) };
    }
  }
}

/** A file with the address that was asked, which is one that reaches the emulator from where the reader is. */
function fillIn(name: string, { headers, socket }: IncomingMessage): string {
  const scheme = "encrypted" in socket ? "https" : "http";
  const address = `${scheme}://${headers.host ?? ""}`;
  if (!URL.canParse(address)) throw badRequest("The request has no host that the page can show.");
  const { origin, hostname, port } = new URL(address);
  const values: Readonly<Record<string, string>> = {
    ...{ origin, hostname, scheme, port: port === "" ? (scheme === "https" ? "443" : "80") : port },
    setup: setupCommands(`${origin}/compute/v1`).join("\n"),
    token: ANY_TOKEN,
    project: DEFAULT_PROJECT,
  };
  return readAsset(name).replaceAll(/\{([a-z]+)\}/g, (variable, key: string) => values[key] ?? variable);
}

function readAsset(name: string): string {
  try {
    return readFileSync(join(FILES, name), "utf8");
  } catch {
    throw new ApiError(404, "notFound", `The console's ${name} does not exist. Build the emulator: npm run build.`);
  }
}

function json(value: unknown): Answer {
  return { status: 200, body: JSON.stringify(value), headers: { "cache-control": "no-store" } };
}
