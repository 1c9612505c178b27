import { execFile } from "node:child_process";
import { isValues } from "../../fields/values";
import { stackUrn } from "../../names/stackUrn";

/** Which stack is meant; the one that is selected in the folder, by default. */
export interface StackSelection {
  readonly stack?: string | undefined;
  readonly folder?: string | undefined;
}

/** A run of the CLI that failed. */
export class CliError extends Error {
  override readonly name = "CliError";
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

/**
 * Whether the last `up` or `destroy` succeeded; `undefined` where the history does not tell: of a backend without one, of
 * a stack that was imported, and before the first run.
 */
export async function readLastResult(selection: StackSelection): Promise<boolean | undefined> {
  const flags = ["--json", "--page-size", "20", "--non-interactive", ...chosen(selection)];
  const history = await run(["stack", "history", ...flags], selection)
    .then((json): unknown => JSON.parse(json))
    .catch(() => undefined);
  const runs = (Array.isArray(history) ? history : []).filter(isValues);
  // A refresh, for one, says nothing of what the program sets.
  const last = runs.find(({ kind }) => kind === "update" || kind === "destroy");
  return last === undefined ? undefined : last.result === "succeeded";
}

function chosen({ stack }: StackSelection): string[] {
  return stack === undefined ? [] : ["--stack", stack];
}

/** No state is near to that; it only keeps a mistake from filling the memory. */
const maxOutputBytes = 1024 * 1024 * 1024;

function run(args: readonly string[], { folder }: StackSelection): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile("pulumi", [...args], { cwd: folder, maxBuffer: maxOutputBytes }, (error, stdout, stderr) => {
      if (error === null) {
        resolve(stdout);
        return;
      }
      // Never what was printed to stdout: it may hold secrets.
      const why =
        error.code === "ENOENT"
          ? "PATH has no `pulumi`. Add it to PATH, or give a file: --file export.json"
          : stderr.trim().replaceAll("\r\n", "\n") || error.message;
      reject(new CliError(`pulumi ${args.slice(0, 2).join(" ")}: ${why}`));
    });
  });
}
