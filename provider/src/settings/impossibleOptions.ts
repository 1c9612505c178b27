import { providerPackage } from "../names/typeToken";

/** Options that a resource and a function both take, and neither can do anything with. */
interface Options {
  readonly version?: string;
  readonly pluginDownloadURL?: string;
  readonly provider?: object;
}

/** Why options have no effect or cannot work here, and what to do instead. */
export function impossibleOptions(options: Options, providerName = "name"): string[] {
  const pluginProblems = (["version", "pluginDownloadURL"] as const)
    .filter((option) => options[option] !== undefined)
    .map(
      (option) =>
        `the option ${option} has no effect here, because the npm package is the provider. Set the version of pulumi-gce in package.json.`,
    );
  const provider = options.provider as { getPackage?: () => string } | undefined;
  const packageName = provider?.getPackage?.();
  if (provider === undefined || packageName === providerPackage) return pluginProblems;
  const what = packageName === undefined ? "no provider" : `a provider of ${packageName}`;
  return [
    ...pluginProblems,
    `the option provider is ${what}. Use a gce.Provider, which takes the same settings: new gce.Provider("${providerName}", { project: … }).`,
  ];
}
