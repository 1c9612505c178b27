import * as pulumi from "@pulumi/pulumi";
import type { ConfigReader } from "../../settings/settings";
import { refusal } from "./refusal";
import type { FunctionOptions } from "./options";

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

/** Reads the program's own configuration. Not `pulumi.Config`, which would warn of secrets that are read. */
export const programConfiguration: ConfigReader = (key) => pulumi.runtime.getConfig(key);
