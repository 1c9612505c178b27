import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pulumiEnvironment, pulumiToolchain } from "../../tools/pulumi/toolchain";

/** Variables that could lead a test to a real project, real credentials or another backend. */
const foreign = /^(GOOGLE_|GCLOUD_|CLOUDSDK_|PULUMI_|USER_PROJECT_OVERRIDE$)/;

export const passphrase = "correct horse battery staple";

/** The same variables without those that a test must not see. */
export function withoutForeignVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !foreign.test(name)));
}

/** An environment in which `pulumi` keeps everything in one folder and knows no credentials. */
export async function isolatedEnvironment(folder: string): Promise<NodeJS.ProcessEnv> {
  const toolchain = await pulumiToolchain({ quiet: true });
  return {
    ...pulumiEnvironment(toolchain, withoutForeignVariables(process.env)),
    PULUMI_HOME: join(folder, "home"),
    // Without sidecar files: they are not written in one step, and a kill in that moment makes the state unreadable.
    PULUMI_BACKEND_URL: `file://${folder}?metadata=skip`,
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    PULUMI_SKIP_UPDATE_CHECK: "1",
    NO_COLOR: "1",
  };
}

/** A new folder outside the work tree. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), "pulumi-gce-"));
}
