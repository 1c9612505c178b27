import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { version as sdkVersion } from "@pulumi/pulumi/version.js";
import { findExecutable, toolchainExecutables } from "./executables";
import type { CachedSource } from "./source";

const installerAddress = "https://get.pulumi.com/install.sh";
const probeTimeoutMilliseconds = 4_000;
const installTimeoutMilliseconds = 5 * 60_000;

/** Why the installer's host cannot be reached, or `undefined` when it answers. */
export async function probe(
  address: string,
  timeoutMilliseconds = probeTimeoutMilliseconds,
): Promise<string | undefined> {
  const { host } = new URL(address);
  try {
    const response = await fetch(address, { method: "HEAD", signal: AbortSignal.timeout(timeoutMilliseconds) });
    return response.ok ? undefined : `${host} answers with status ${String(response.status)}`;
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") {
      return `${host} does not answer within ${String(timeoutMilliseconds / 1000)} s`;
    }
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return `${host} cannot be reached: ${cause}`;
  }
}

/** The official installation script, run by the SDK, into a folder of the cache instead of the user's home. */
export function installer(environment: NodeJS.ProcessEnv): CachedSource {
  return {
    name: "installer",
    title: "the official installer",
    participle: "installed",
    key: `pulumi-${sdkVersion}-installed-${process.platform}-${process.arch}`,
    switchedOff:
      environment.PULUMI_GCE_CLI_INSTALLER === "off" ? "switched off by PULUMI_GCE_CLI_INSTALLER=off" : undefined,
    obstacle: () => probe(installerAddress),
    build: async (directory, progress) => {
      // Loaded only now: it takes half a second, and almost every call finds the CLI in the cache.
      const { PulumiCommand } = await import("@pulumi/pulumi/automation/index.js");
      const installed = await progress.during(`installing Pulumi ${sdkVersion}`, async () => {
        const timeout = new AbortController();
        try {
          return await Promise.race([
            PulumiCommand.install({ root: directory }),
            sleep(installTimeoutMilliseconds, undefined, { signal: timeout.signal }),
          ]);
        } finally {
          timeout.abort();
        }
      });
      if (installed === undefined) {
        throw new Error(`it was not done within ${String(installTimeoutMilliseconds / 60_000)} minutes`);
      }
      for (const name of toolchainExecutables) {
        if ((await findExecutable(name, [join(directory, "bin")])) === undefined) {
          throw new Error(`it did not bring ${name}`);
        }
      }
      return installed.version?.toString() ?? sdkVersion;
    },
  };
}
