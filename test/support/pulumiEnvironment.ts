import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isolatedEnvironment as isolated } from "../../tools/pulumi/isolatedEnvironment";
import { pulumiToolchain } from "../../tools/pulumi/toolchain";

export const passphrase = "correct horse battery staple";

/** An environment in which `pulumi` keeps everything in one folder and knows no credentials. */
export async function isolatedEnvironment(folder: string): Promise<NodeJS.ProcessEnv> {
  return {
    ...isolated(await pulumiToolchain(), folder, passphrase),
    // Without sidecar files: they are not written in one step, and a kill in that moment makes the state unreadable.
    PULUMI_BACKEND_URL: `file://${folder}?metadata=skip`,
    PULUMI_SKIP_UPDATE_CHECK: "1",
    NO_COLOR: "1",
  };
}

/** What has the SDK load late what few processes need. */
export const lateModules = fileURLToPath(new URL("lateModules.cjs", import.meta.url));

/**
 * For runs of the CLI with few resources, where the start of processes is not the subject. The CLI ends before it is worth
 * while to collect its garbage, and the SDK loads late what few programs need.
 */
export const quickRuns = { GOGC: "off", GOMEMLIMIT: "512MiB", NODE_OPTIONS: `--require=${lateModules}` } as const;

/** With these, a program in JavaScript does without ts-node, as the option `typescript: false` of its project says. */
export const quickJavaScript = { ...quickRuns, PROGRAM_IS_JAVASCRIPT: "true" } as const;

const laterProcesses = fileURLToPath(new URL("laterProcesses.cjs", import.meta.url));

/** The same for a command that runs the CLI several times by itself, but for its first processes: see the script. */
export function quickAfterFirst(folder: string): NodeJS.ProcessEnv {
  return { ...quickRuns, NODE_OPTIONS: `--require=${laterProcesses}`, FIRST_PROCESSES: folder };
}

/**
 * For the runs of a program after its first one, which runs as a user's and checks the types. Without that check, the
 * settings of newer SDKs have ts-node refuse `module: commonjs` (5110).
 */
export const laterRuns = {
  ...quickRuns,
  PULUMI_NODEJS_TRANSPILE_ONLY: "true",
  TS_NODE_IGNORE_DIAGNOSTICS: "5110",
} as const;

/** A new folder outside the work tree. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), "pulumi-gce-"));
}
