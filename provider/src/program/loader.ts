/** The property under which the engine keeps the loader with each resource. */
export const providerKey = "__provider";

/**
 * The text that the state keeps for each resource and the engine's provider process runs to find its implementation.
 *
 * It is a contract for ever: `refresh` and `delete` run the copy that is in the state. So it depends on nothing but
 * the resource's kind — no version, folder or package manager — and the package keeps the entry that it names.
 *
 * The package is looked for from the program's folder, which is the working directory of the provider process, and
 * then beside the Pulumi SDK that runs it; that finds it under npm, yarn, pnpm and in workspaces.
 */
export function loader(kind: string): string {
  return `exports.handler=_=>require(require.resolve('pulumi-gce/runtime',{paths:['.',require.main.path]})).${kind}`;
}
