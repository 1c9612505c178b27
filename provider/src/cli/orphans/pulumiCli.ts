import { execFile } from "node:child_process";
import { isValues } from "../../fields/values";
import { stackUrn } from "../../names/stackUrn";

/** Which stack is meant; the one that is selected in the folder, by default. */
export interface StackSelection {
  readonly stack?: string | undefined;
  readonly folder?: string | undefined;
}

/** `pulumi stack export`, with secrets in the clear: the settings of providers may hold some. Kept in memory only. */
export function exportStack(selection: StackSelection): Promise<string> {
  return run(["stack", "export", "--show-secrets", "--non-interactive", ...chosen(selection)], selection);
}

/** The stack's configuration as texts by full key: `gcp:project`. */
export async function readConfiguration(selection: StackSelection): Promise<Map<string, string>> {
  const json = await run(["config", "--json", "--show-secrets", "--non-interactive", ...chosen(selection)], selection);
  const values: unknown = JSON.parse(json);
  const entries = Object.entries(isValues(values) ? values : {});
  return new Map(
    entries.flatMap(([key, entry]) =>
      isValues(entry) && typeof entry.value === "string" ? [[key, entry.value] as const] : [],
    ),
  );
}

/** URN of the stack, of which a state without resources says nothing; `undefined` where the CLI names no project. */
export async function readStackUrn(selection: StackSelection): Promise<string | undefined> {
  const flags = ["--show-name", "--fully-qualify-stack-names", "--non-interactive", ...chosen(selection)];
  const [, project, stack] = (await run(["stack", ...flags], selection)).trim().split("/");
  return project === undefined || stack === undefined ? undefined : stackUrn(stack, project);
}

function chosen({ stack }: StackSelection): string[] {
  return stack === undefined ? [] : ["--stack", stack];
}

/** No state is near to that; it only keeps a mistake from filling the memory. */
const maxOutputBytes = 1024 * 1024 * 1024;

function run(args: readonly string[], { folder }: StackSelection): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile("pulumi", args, { cwd: folder, maxBuffer: maxOutputBytes }, (error, stdout, stderr) => {
      // Never what was printed to stdout: it may hold secrets.
      const why =
        error?.code === "ENOENT"
          ? "PATH has no `pulumi`. Add it to PATH, or give a file: --file export.json"
          : stderr.trim().replaceAll("\r\n", "\n") || (error?.message ?? "");
      if (error === null) resolve(stdout);
      else reject(new Error(`pulumi ${args.slice(0, 2).join(" ")}: ${why}`));
    });
  });
}
