/** The entry of this package that the loader asks for. */
export const entry = "pulumi-gce/runtime";

/**
 * The text that the state keeps for each resource and the engine's provider process runs to find its implementation.
 *
 * It is a contract for ever: `refresh` and `delete` run the copy that is in the state. So it depends on nothing but
 * the resource's kind — no version, machine or package manager — and the package keeps the entry that it names.
 *
 * The package is looked for from the program's folder, which is the working directory of the provider process, and
 * then beside the Pulumi SDK that runs it; that finds it under npm, yarn, pnpm and in workspaces. Where it is nowhere, the
 * engine shows the error and nothing else of ours. The state has this text twice for each resource, so it is short.
 *
 * @param folder one more folder to look in, for a program that would find this package in neither place
 */
export function loader(kind: string, folder?: string): string {
  const further = folder === undefined ? "" : `,${JSON.stringify(folder)}`;
  const find = `var f=require.resolve('${entry}',{paths:['.',require.main.path${further}]})`;
  // The engine shows the stack for each resource, and it says nothing but where Node.js looks for modules.
  const refuse = "var e=Error('Run npm i pulumi-gce-*.tgz');e.stack='';throw e";
  return `exports.handler=_=>{try{${find}}catch{${refuse}}return require(f).${kind}}`;
}

/** In place of the loader of a resource that cannot be: the engine shows the message, and records nothing. */
export function refuser(message: string): string {
  return `exports.handler=_=>{var e=Error(${JSON.stringify(message)});e.stack='';throw e}`;
}
