import { version } from "../version";

/*
 * A mistake of this package: the user can mend nothing, and is told so, and where to report it.
 */

/** The report of a fault. */
export interface FaultReport {
  /** In one line. */
  readonly summary: string;
  readonly details: readonly string[];
  /** The remedy that a person has. */
  readonly hint: string;
}

/** An error of the language itself: nobody throws one on purpose here, so something was not as the code takes it to be. */
export function isLanguageError(error: unknown): error is Error {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}

/**
 * The report of such an error.
 *
 * @param isDebugging true if the user looks for the cause: then it has the stack
 */
export function faultReport(error: Error, isDebugging: boolean): FaultReport {
  const stack = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    summary: `pulumi-gce ${version} itself is at fault, and neither the program nor the service`,
    details: [
      `it failed with: ${error.name}: ${error.message}`,
      ...(isDebugging ? stack.map((line) => line.trim()) : []),
    ],
    hint:
      "Check that gcp:computeCustomEndpoint, if it is set, is the address of the service. If it is, report this at the issues of the package (`npm bugs pulumi-gce` opens them), with the program's declaration of the resource" +
      (isDebugging ? " and the lines above." : " and with the output of the same command under PULUMI_GCE_DEBUG=1."),
  };
}
