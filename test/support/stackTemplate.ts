import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { isolatedEnvironment, temporaryFolder } from "./pulumiEnvironment";

const project = "name: test-project\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n";

/** What encrypts the secrets of a stack: a passphrase, or a key service whose URL and token the environment names. */
export interface StackKey {
  readonly flags: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

const templates = new Map<string, Promise<string>>();

/**
 * Makes the stack `dev` of a project in `folder`, with its state and home in `stateFolder`: what `pulumi stack init`
 * writes, copied from the one stack that the CLI has made for this process with such a key.
 */
export async function initStack(folder: string, stateFolder: string, key: StackKey): Promise<void> {
  const kind = key.flags.join(" ");
  const template = templates.get(kind) ?? makeTemplate(key);
  templates.set(kind, template);
  const from = await template;
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

async function makeTemplate({ flags, environment: ofKey }: StackKey): Promise<string> {
  const folder = temporaryFolder();
  process.once("exit", () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const [projectFolder, stateFolder] = [join(folder, "project"), join(folder, "state")];
  mkdirSync(projectFolder);
  mkdirSync(stateFolder);
  writeProject(projectFolder);
  const home = mkdtempSync(join(folder, "home-"));
  const environment = { ...(await isolatedEnvironment(stateFolder)), PULUMI_HOME: home, ...ofKey };
  await new Promise<void>((resolve, reject) => {
    const child = spawn("pulumi", ["stack", "init", "dev", ...flags], {
      cwd: projectFolder,
      env: environment,
      stdio: "pipe",
    });
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
