import { readBoundedFile, UnfitFileError } from "../settings/boundedFile";

/** Far beyond the state of any stack, and what one text can hold. */
const maxBytes = 256 * 1024 * 1024;

/** A stack of 10,000 resources has some hundreds of values for each. */
const mostValues = 5_000_000;

/** The text of the input of a command: a file or a pipe. */
export function readInputFile(file: string | number): string {
  try {
    return readBoundedFile(file, { maxBytes, mostValues, mayStream: true });
  } catch (error) {
    if (!(error instanceof UnfitFileError)) throw error;
    const name = typeof file === "string" ? JSON.stringify(file) : "The input";
    throw new Error(`${name} ${error.message}. Give the JSON that Pulumi wrote, as a file or through a pipe.`, {
      cause: error,
    });
  }
}
