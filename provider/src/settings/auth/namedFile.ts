import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { SettingError } from "../settingError";

/** The path that a setting may be, with `~/` resolved; `undefined` for a text that is none. */
export function pathOf(value: string): string | undefined {
  const path = value.trim();
  if (path === "" || path.length > 4096 || path.startsWith("{") || /[\r\n\0]/.test(path)) return undefined;
  return /^~[\\/]/.test(path) ? join(homedir(), path.slice(2)) : path;
}

/** The file that a setting names. The path is left out of the message: it may be half of a key. */
export function readNamedFile(value: string, setBy: string): string {
  try {
    return readFileSync(pathOf(value) ?? value, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
    const where = value.trim().startsWith("~")
      ? 'Give the whole path: "~" is the home of the user who runs Pulumi.'
      : "A relative path begins in the program's folder.";
    throw new SettingError(`${setBy} names a file that cannot be read (${code}). ${where}`);
  }
}
