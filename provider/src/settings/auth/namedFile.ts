import { homedir } from "node:os";
import { join } from "node:path";
import { isValues, type Values } from "../../fields/values";
import { parsed } from "../../http/json";
import { readBoundedFile, UnfitFileError } from "../boundedFile";
import { SettingError } from "../settingError";

/** Credentials have some kilobytes. */
export const maxBytes = 1024 * 1024;

/** The folder in which gcloud keeps what it configures; `undefined` where there is none. */
export function gcloudFolder(): string | undefined {
  const { CLOUDSDK_CONFIG: chosen, APPDATA: roaming, HOME: home } = process.env;
  const usual = process.platform === "win32" ? roaming : home && join(home, ".config");
  return chosen || (usual && join(usual, "gcloud"));
}

/** The path that a setting may be, with `~/` resolved; `undefined` for a text that is none. */
export function readPath(value: string): string | undefined {
  const path = value.trim();
  if (path === "" || path.length > 4096 || path.startsWith("{") || /[\r\n\0]/.test(path)) return undefined;
  return /^~[\\/]/.test(path) ? join(homedir(), path.slice(2)) : path;
}

/** The file that a setting names. The path is left out of the message: it may be half of a key. */
export function readNamedFile(value: string, setBy: string): string {
  try {
    return readBoundedFile(readPath(value) ?? value, { maxBytes });
  } catch (error) {
    if (error instanceof UnfitFileError) {
      throw new SettingError(
        `${setBy} names a file that ${error.message}. It must be a regular file of at most 1 MiB: write the token or key alone into one, and give its path.`,
      );
    }
    const code = (error as NodeJS.ErrnoException).code ?? "unknown error";
    const where = value.trim().startsWith("~")
      ? 'Give the whole path: "~" is the home of the user who runs Pulumi.'
      : "A relative path begins in the program's folder.";
    throw new SettingError(`${setBy} names a file that cannot be read (${code}). ${where}`);
  }
}

/** The JSON object of a file or program that the credentials name. `what` begins the message. */
export function readJson(text: string, what: string): Values {
  const value = parsed(text);
  if (isValues(value)) return value;
  throw new SettingError(`${what} is not a JSON object.`);
}
