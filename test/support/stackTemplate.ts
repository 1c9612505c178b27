import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { isolatedEnvironment, temporaryFolder } from "./pulumiEnvironment";

const project = "name: test-project\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n";

let template: Promise<string> | undefined;

/**
 * Makes the stack `dev` of a project in `folder`, with its state and home in `stateFolder`: what `pulumi stack init`
 * writes, copied from the one stack that the CLI has made for this process.
 */
export async function initStack(folder: string, stateFolder: string): Promise<void> {
  const from = await (template ??= makeTemplate());
  cpSync(join(from, "state"), stateFolder, { recursive: true });
  cpSync(join(from, "project"), folder, { recursive: true });
  selectStack(folder, stateFolder);
}

/** Writes the project's file. */
export function writeProject(folder: string): void {
  writeFileSync(join(folder, "Pulumi.yaml"), project);
}

/** What `pulumi stack select dev` writes. */
export function selectStack(folder: string, stateFolder: string): void {
  const workspaces = join(stateFolder, "home", "workspaces");
  mkdirSync(workspaces, { recursive: true });
  const hash = createHash("sha1")
    .update(join(realpathSync(folder), "Pulumi.yaml"))
    .digest("hex");
  writeFileSync(
    join(workspaces, `test-project-${hash}-workspace.json`),
    JSON.stringify({ stack: "organization/test-project/dev" }),
  );
}

async function makeTemplate(): Promise<string> {
  const folder = temporaryFolder();
  process.once("exit", () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const [projectFolder, stateFolder] = [join(folder, "project"), join(folder, "state")];
  mkdirSync(projectFolder);
  mkdirSync(stateFolder);
  writeProject(projectFolder);
  const home = mkdtempSync(join(folder, "home-"));
  const environment = { ...(await isolatedEnvironment(stateFolder)), PULUMI_HOME: home };
  await new Promise<void>((resolve, reject) => {
    const child = spawn("pulumi", ["stack", "init", "dev"], { cwd: projectFolder, env: environment, stdio: "pipe" });
    let printed = "";
    child.stderr.on("data", (part: Buffer) => (printed += part.toString()));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`pulumi stack init ended with ${String(code)}:\n${printed}`));
    });
  });
  return folder;
}
