/** The package of the engine's provider process for dynamic resources. */
export const providerPackage = "pulumi-nodejs";

/** The package of the plugin, and the namespace of its configuration. */
export const pluginPackage = "gce";

/** The type token of a kind, as it appears in URNs: `pulumi-nodejs:dynamic/gce:Route`. */
export function typeToken(kind: string): string {
  return `${providerPackage}:dynamic/gce:${kind}`;
}

/** The type token of a kind in the plugin, and in its schema: `gce:index:Route`. */
export function pluginToken(kind: string): string {
  return `${pluginPackage}:index:${kind}`;
}

/** The kind that a type token of either names: `Route`; `undefined` for one of another package. */
export function parseKind(type: string): string | undefined {
  const prefix = [typeToken(""), pluginToken("")].find((one) => type.startsWith(one));
  return prefix === undefined ? undefined : type.slice(prefix.length);
}

/** The package whose provider a type of `pulumi:providers` is, where it is one of ours. */
export function parseProvider(type: string): typeof providerPackage | typeof pluginPackage | undefined {
  return ([providerPackage, pluginPackage] as const).find((one) => type === `pulumi:providers:${one}`);
}

/** True if that is the name of a provider that the engine makes of the stack's configuration: `default_0_8_0`. */
export function isDefaultProvider(name: string): boolean {
  return /^default(_|$)/.test(name);
}
