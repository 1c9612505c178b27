import { execFile } from "node:child_process";
import { toValues, isValues } from "../../fields/values";
import { stackUrn } from "../../names/stackUrn";

/** The selection of a stack. Default: the one that is selected in the folder. */
export interface StackSelection {
  readonly stack?: string | undefined;
  readonly folder?: string | undefined;
}

/** `pulumi stack export`, with secrets in the clear: the settings of providers may hold some. Kept in memory only. */
export function exportStack(selection: StackSelection): Promise<string> {
  return run(["stack", "export", "--show-secrets"], selection, ", or give a file: --file export.json");
}

/** The stack's configuration as texts by full key: `gcp:project`. */
export async function readConfiguration(selection: StackSelection): Promise<Map<string, string>> {
  const values: unknown = JSON.parse(await run(["config", "--json", "--show-secrets"], selection));
  const entries = Object.entries(toValues(values));
  return new Map(
    entries.flatMap(([key, entry]) =>
      isValues(entry) && typeof entry.value === "string" ? [[key, entry.value] as const] : [],
    ),
  );
}

/** URN of the stack, of which a state without resources says nothing; `undefined` where the CLI names no project. */
export async function readStackUrn(selection: StackSelection): Promise<string | undefined> {
  const name = await run(["stack", "--show-name", "--fully-qualify-stack-names"], selection);
  const [, project, stack] = name.trim().split("/");
  return project === undefined || stack === undefined ? undefined : stackUrn(stack, project);
}

/** No state is near to that; it only keeps a mistake from filling the memory. */
const maxOutputBytes = 1024 * 1024 * 1024;

/** @param otherwise what a person can do who has no `pulumi` */
function run(command: readonly string[], { stack, folder }: StackSelection, otherwise = ""): Promise<string> {
  const args = [...command, "--non-interactive", ...(stack === undefined ? [] : ["--stack", stack])];
  return new Promise((resolve, reject) => {
    execFile("pulumi", args, { cwd: folder, maxBuffer: maxOutputBytes }, (error, stdout, stderr) => {
      // Never what was printed to stdout: it may hold secrets.
      const why =
        error?.code === "ENOENT"
          ? `PATH has no \`pulumi\`. Add it to PATH${otherwise}`
          : stderr.trim().replaceAll("\r\n", "\n") || (error?.message ?? "");
      if (error === null) resolve(stdout);
      else reject(new Error(`pulumi ${command.slice(0, 2).join(" ")}: ${why}`));
    });
  });
}
