import * as pulumi from "@pulumi/pulumi";
import { providerPackage, typeToken } from "../names/typeToken";
import type { Environment } from "../settings/settings";
import { scalarText } from "../types/scalarText";
import { findMocks } from "./mocks";

/*
 * Which provider a resource has, and a function in the same place of the program. The engine decides for resources; what
 * it goes by is here.
 */

/** Where something of a program is. */
export interface Placement {
  readonly provider?: pulumi.ProviderResource | undefined;
  readonly parent?: pulumi.Resource | undefined;
}

/** The provider that the options name, or that the parent hands down; `undefined` where it is the default provider. */
export function findProvider(kind: string, { provider, parent }: Placement): pulumi.ProviderResource | undefined {
  return provider ?? (parent ?? pulumi.runtime.getStackResource())?.getProvider(typeToken(kind));
}

const barredKey = "pulumi:disable-default-providers";

/** Why nothing can have the default provider in this stack; `undefined` where it can. Mocks let everything through. */
export function defaultProviderProblem(): string | undefined {
  const barred = findMocks() === undefined ? parsePackages(pulumi.runtime.getConfig(barredKey) ?? "") : [];
  if (!barred.some((name) => ["*", providerPackage].includes(name))) return undefined;
  return (
    `a provider is required, because the stack sets ${barredKey}. ` +
    'Pass the option provider, or a parent that has one: { provider: new gce.Provider("name", { project: … }) }.'
  );
}

/** The engine refuses a list that it cannot read, before the program runs. */
function parsePackages(list: string): string[] {
  if (list === "") return [];
  return (JSON.parse(list) as unknown[]).map((name) => (scalarText(name) ?? "").trim());
}

/** The variables that a provider sees where the option `envVarMappings` renames some, as the engine starts its process. */
export function mapEnvironment(environment: Environment, mappings: Readonly<Record<string, string>> = {}): Environment {
  const mapped = Object.entries(mappings).flatMap(([from, to]) =>
    from in environment ? [[to, environment[from]]] : [],
  );
  return mapped.length === 0 ? environment : { ...environment, ...Object.fromEntries(mapped) };
}
