import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer } from "../answer";
import { ApiError, notFound } from "../errors";
import { PAGE } from "./document";
import { STYLE } from "./style";

/** Where the page's files are. */
export const CONSOLE_ROOT = "/_emulator/console";

/** From `dist/console` and from `src/console` alike: a browser can only run what was compiled. */
const MODULES = join(__dirname, "../../dist/console/page");

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

/** The page itself. */
export function pageAnswer(): Answer {
  return { status: 200, contentType: "text/html; charset=utf-8", headers: { ...HEADERS, vary: "accept" }, body: PAGE };
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
    throw new ApiError(404, "notFound", `The console's ${name} is not there. Build the emulator: npm run build.`);
  }
}
