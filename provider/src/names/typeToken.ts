/** The package of the engine's provider process for dynamic resources. */
export const providerPackage = "pulumi-nodejs";

/** The type token of a kind, as it appears in URNs: `pulumi-nodejs:dynamic/gce:Route`. */
export function typeToken(kind: string): string {
  return `${providerPackage}:dynamic/gce:${kind}`;
}

/** The type token of a kind in the plugin, and in its schema: `gce:index:Route`. */
export function pluginToken(kind: string): string {
  return `gce:index:${kind}`;
}
