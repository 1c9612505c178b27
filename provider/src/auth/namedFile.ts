import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { SettingError } from "../settings";

/** The path that a setting may be, with `~/` resolved; `undefined` for a text that is none. */
export function pathOf(value: string): string | undefined {
  const path = value.trim();
  if (path === "" || path.length > 4096 || path.startsWith("{") || /[\r\n\0]/.test(path)) return undefined;
  return /^~[\\/]/.test(path) ? join(homedir(), path.slice(2)) : path;
}

/** A text with separators that is shorter than this is no token: those of Google's services are far longer. */
const shortestTokenWithSlash = 40;

/**
 * Whether a text can only be meant as a path, also where there is no such file. Sent as a token it would be refused
 * with a message about credentials, and be seen by whoever reads the requests.
 */
export function isMeantAsPath(value: string): boolean {
  const text = value.trim();
  if (/^(\.{0,2}[\\/]|~[\\/]|[a-z]:[\\/]|file:)/i.test(text)) return true;
  if (/\.(json|txt)$/i.test(text)) return true;
  return /[\\/]/.test(text) && text.length < shortestTokenWithSlash;
}

/** The file that a setting names. The path is left out of the message: it may be half of a key. */
export function readNamedFile(path: string, setBy: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
    throw new SettingError(`${setBy} names a file that cannot be read (${code}).`);
  }
}
