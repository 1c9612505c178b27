import { basename } from "node:path";

/** What a started process is for; a worker is one of vitest's own, in which tests run. */
export const processKinds = [
  "pulumi",
  "provider",
  "compiling",
  "packing",
  "installing",
  "go",
  "chromium",
  "node",
  "worker",
  "other",
] as const;
export type ProcessKind = (typeof processKinds)[number];

const compilers = new Set(["tsc", "ts-node", "tsx"]);
const packageManagers = new Set(["npm", "pnpm", "yarn"]);
const installingVerbs = new Set(["install", "i", "ci", "add"]);

/** What a process is for, by its program and its arguments (without the program's own name). */
export function processKind(file: string, args: readonly string[]): ProcessKind {
  const name = programName(file);
  if (name === "node") return nodeKind(args);
  if (name === "npx") return knownProgram(programName(args.find(isWord) ?? ""), []) ?? "node";
  return knownProgram(name, args) ?? "other";
}

/** Node runs a script: what it is for is what the script is for. */
function nodeKind(args: readonly string[]): ProcessKind {
  if (args.some((argument) => /(^|\/)tsx(\/|$)/.test(argument))) return "compiling";
  const at = args.findIndex((argument) => isWord(argument) && /[/\\]|\.[cm]?[jt]s$/.test(argument));
  const script = args[at] ?? "";
  if (/cmd\/dynamic-provider(\/|$)/.test(script)) return "provider";
  if (/vitest\/dist\/workers\//.test(script)) return "worker";
  return knownProgram(programName(script).replace(/-cli$/, ""), args.slice(at + 1)) ?? "node";
}

function knownProgram(name: string, args: readonly string[]): ProcessKind | undefined {
  if (/^pulumi(-language-|-resource-|$)/.test(name)) return "pulumi";
  if (compilers.has(name)) return "compiling";
  if (packageManagers.has(name)) return packageManagerKind(name, args);
  if (name === "go") return "go";
  return /chrom(e|ium)/.test(name) ? "chromium" : undefined;
}

function packageManagerKind(name: string, args: readonly string[]): ProcessKind | undefined {
  const [verb = "", ...rest] = args.filter(isWord);
  if (verb === "pack") return "packing";
  if (installingVerbs.has(verb) || (name === "yarn" && verb === "")) return "installing";
  return ["run", "exec"].includes(verb) && /^(build|tsc)$/.test(rest[0] ?? "") ? "compiling" : undefined;
}

function programName(path: string): string {
  return basename(path).replace(/\.([cm]?js|exe|cmd)$/, "");
}

function isWord(argument: string): boolean {
  return !argument.startsWith("-");
}
