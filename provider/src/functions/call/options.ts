import * as pulumi from "@pulumi/pulumi";
import { parseDuration } from "../../names/duration";
import type { Problem } from "../../fields/kind";
import { durationKind } from "../../fields/scalars";
import { unknownArguments } from "../../fields/unknownArguments";
import { withoutColors } from "../../messages/inspection";
import { excerpt, failureLines } from "../../messages/text";

/**
 * Options of a function that gives a promise, and of an iterator.
 *
 * `parent` is the resource whose provider is used, and beside which messages are shown; `provider` is a `gce.Provider`.
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

/** Options after they were checked. */
export interface CheckedOptions {
  readonly parent: pulumi.Resource | undefined;
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal | undefined;
}

const known = ["parent", "provider", "dependsOn", "timeout", "signal", "async", "version", "pluginDownloadURL"];

/** Options that can work, or an error that says what to do instead. */
export function checkOptions(name: string, options: FunctionOptions & FunctionOutputOptions): CheckedOptions {
  const { parent, timeout, signal } = options;
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const problems: Problem[] = [
    ...unknownArguments(
      given.map(([option]) => option),
      known,
      {},
      "options.",
    ),
    ...given.flatMap(([option, value]) => impossible(option, value)),
    ...(timeout === undefined ? [] : durationKind.problems(timeout, "options.timeout", {})),
  ];
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    problems.push({ property: "signal", reason: "options.signal must be an AbortSignal." });
  }
  if (problems.length > 0) throw refusal(name, problems);
  return { parent, signal, timeoutMs: timeout === undefined ? undefined : parseDuration(timeout) };
}

function impossible(option: string, value: unknown): Problem[] {
  switch (option) {
    case "version":
    case "pluginDownloadURL":
      return [
        {
          property: option,
          reason: `the option ${option} has no effect here, because the npm package is the provider. Set the version of pulumi-gce in package.json.`,
        },
      ];
    case "async":
      return value === false
        ? [{ property: option, reason: "the option async cannot be false: every function here is asynchronous." }]
        : [];
    default:
      return [];
  }
}

/** The package that a `gce.Provider` is of, and that the types of resources here begin with. */
const providerPackage = "pulumi-nodejs";

/** Settings by their full keys. */
export type ProviderSettings = Readonly<Record<string, string | undefined>>;

/**
 * The settings of the provider that the options name, or that the parent hands down; `undefined` when it is the
 * program's own configuration that counts. Not secret themselves, because nothing of them is in a result.
 */
export function providerSettings(
  name: string,
  { provider, parent }: FunctionOptions,
): pulumi.Output<ProviderSettings> | undefined {
  const given = provider as (pulumi.ProviderResource & { getPackage?: () => string }) | undefined;
  const found = given ?? parent?.getProvider(`${providerPackage}:dynamic/gce:${name}`);
  if (found === undefined) return undefined;
  const ofPackage = given?.getPackage?.();
  if (given !== undefined && ofPackage !== providerPackage) {
    const what = ofPackage === undefined ? "no provider" : `a provider of ${ofPackage}`;
    throw refusal(name, [
      {
        property: "provider",
        reason: `the option provider is ${what}. Use a gce.Provider, which takes the same settings: new gce.Provider("name", { project: … }).`,
      },
    ]);
  }
  const settings = Object.entries(found).filter(([key]) => key.startsWith("gcp:")) as [
    string,
    pulumi.Input<string | undefined>,
  ][];
  return pulumi.unsecret(pulumi.output(Object.fromEntries(settings))) as pulumi.Output<ProviderSettings>;
}

/** One error of everything that is wrong. */
export function refusal(name: string, problems: readonly Problem[]): pulumi.RunError {
  const [first, ...others] = problems.map(({ reason }) => excerpt(reason));
  const texts =
    others.length === 0
      ? [`gce.${name}: ${first ?? ""}`]
      : [`gce.${name}:`, ...[first ?? "", ...others].map((reason) => `  ${reason}`)];
  return withoutColors(new pulumi.RunError(failureLines(texts)));
}
