import * as pulumi from "@pulumi/pulumi";
import { parseDuration } from "../../names/duration";
import { findProblems } from "../../fields/kind";
import { durationKind } from "../../fields/scalars";
import { defaultProviderProblem, findProvider } from "../../program/placement";
import { impossibleOptions } from "../../settings/impossibleOptions";
import { unknownArguments } from "../../fields/unknownArguments";
import { withoutColors } from "../../messages/inspection";
import { FunctionError, refusal } from "../call/functionError";

/**
 * Options of a function that gives a promise, and of an iterator.
 *
 * `parent` is the resource whose provider is used, and beside which messages are shown; `provider` is a `gce.Provider`. A call
 * has the same provider as a resource with the same options. If the stack sets `pulumi:disable-default-providers`, one of the two
 * is required.
 */
export interface FunctionOptions extends pulumi.InvokeOptions {
  /**
   * Longest time for the whole call, as a duration such as `"30s"`. For an iterator, it is the longest time for each
   * page. Default: `"10m"`, and `"20m"` for `waitForRegionOperation`.
   */
  timeout?: string;
  /** Ends the call when you abort it. The promise rejects with the reason. */
  signal?: AbortSignal;
}

/** Options of a function that gives an Output. */
export interface FunctionOutputOptions extends pulumi.InvokeOptions {
  /** Resources that must exist before the call. */
  dependsOn?: pulumi.Input<pulumi.Input<pulumi.Resource>[]> | pulumi.Input<pulumi.Resource>;
}

const optionNames = ["parent", "provider", "dependsOn", "timeout", "signal", "async", "version", "pluginDownloadURL"];

/** The longest time that the options give the call, once all of them can work; an error says what to do instead. */
export function checkOptions(name: string, options: FunctionOptions): number | undefined {
  const { timeout, signal } = options;
  const present = Object.keys(options).filter((option) => options[option as keyof FunctionOptions] !== undefined);
  const problems = unknownArguments(present, optionNames, {}, "options.");
  problems.push(...impossibleOptions(options).map((reason) => ({ property: "", reason })));
  if (timeout !== undefined) problems.push(...findProblems(durationKind, timeout, "options.timeout", {}));
  if (signal !== undefined && !(signal instanceof AbortSignal))
    problems.push({ property: "signal", reason: "options.signal must be an AbortSignal." });
  if (problems.length > 0) throw refusal(name, problems);
  return timeout === undefined ? undefined : parseDuration(timeout);
}

/** Settings by their full keys. */
export type ProviderSettings = Readonly<Record<string, string | undefined>>;

/**
 * The settings of the provider that a resource with these options has; `undefined` when it is the program's own configuration
 * that counts. Not secret themselves, because nothing of them is in a result.
 */
export function providerSettings(name: string, options: FunctionOptions): pulumi.Output<ProviderSettings> | undefined {
  const { provider } = options;
  const refuse = (reason: string) => withoutStack(refusal(name, [{ property: "provider", reason }]));
  const [foreign] = impossibleOptions(provider === undefined ? {} : { provider });
  if (foreign !== undefined) throw refuse(foreign);
  const found = findProvider(name, options);
  if (found === undefined) {
    const problem = defaultProviderProblem();
    if (problem !== undefined) throw refuse(problem);
    return undefined;
  }
  const settings = Object.entries(found).filter(([key]) => key.startsWith("gcp:")) as [
    string,
    pulumi.Input<string | undefined>,
  ][];
  // One that a component of another process is given: only its name is here, and no credentials of this program are its own.
  if (settings.length === 0) throw refuse(withoutSettings);
  return pulumi.unsecret(pulumi.output(Object.fromEntries(settings))) as pulumi.Output<ProviderSettings>;
}

const withoutSettings =
  "the program does not know the settings of the provider, because it is no gce.Provider of this program. " +
  "Pass one in the option provider.";

/** The same error for a program: Pulumi shows the message of a `RunError` without a stack. */
export function withoutStack(error: unknown): unknown {
  if (!(error instanceof FunctionError)) return error;
  return withoutColors(Object.assign(new pulumi.RunError(error.message), error));
}
