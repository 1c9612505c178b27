import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

/** A new folder outside the work tree. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), "pulumi-gce-"));
}
