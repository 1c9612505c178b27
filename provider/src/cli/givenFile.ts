import { readBoundedFile, UnfitFileError } from "../settings/boundedFile";

/** Far beyond the state of any stack, and what one text can hold. */
const maxBytes = 256 * 1024 * 1024;

/** The text of a file that a command is given, which may be a pipe. */
export function readGivenFile(file: string | number): string {
  try {
    return readBoundedFile(file, { maxBytes, mayStream: true });
  } catch (error) {
    if (!(error instanceof UnfitFileError)) throw error;
    throw new Error(`${typeof file === "string" ? JSON.stringify(file) : "The input"} ${error.message}.`, {
      cause: error,
    });
  }
}
