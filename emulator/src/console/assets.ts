import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer } from "../answer";
import { ApiError, notFound } from "../errors";
import { packageFolder } from "../packageFolder";
import { PAGE } from "./document";
import { STYLE } from "./style";

/** Where the page's files are. */
export const CONSOLE_ROOT = "/_emulator/console";

/** A browser can only run what was compiled, and loads one file sooner than many. */
const MODULES = join(packageFolder, "lib/console");

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

/** A page: the console itself, or another one. */
export function pageAnswer(body: string = PAGE): Answer {
  return { status: 200, contentType: "text/html; charset=utf-8", headers: { ...HEADERS, vary: "accept" }, body };
}

/** One of the files that the page asks for, by its name. */
export function assetAnswer(name: string): Answer {
  if (name === "console.css") {
    return { status: 200, contentType: "text/css; charset=utf-8", headers: HEADERS, body: STYLE };
  }
  if (!/^[a-zA-Z]+\.js$/.test(name)) {
    throw notFound(`${CONSOLE_ROOT}/${name}`);
  }
  return { status: 200, contentType: "text/javascript; charset=utf-8", headers: HEADERS, body: readModule(name) };
}

function readModule(name: string): string {
  try {
    return readFileSync(join(MODULES, name), "utf8");
  } catch {
    throw new ApiError(404, "notFound", `The console's ${name} does not exist. Build the emulator: npm run build.`);
  }
}
