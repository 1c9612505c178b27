import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../emulator/src/index";
import { ProviderProcess, type Properties } from "./providerProcess";
import { declaredRoute, plainRoute, project } from "./routeProvider";

/** A provider process whose only credentials are those of the test, and the emulator that it talks to. */
export interface CredentialProvider {
  emulator: Emulator;
  provider: ProviderProcess;
  /** What the engine would hand to create: the arguments of a plain route after check. */
  inputs(args?: Properties): Promise<Properties>;
}

export interface CredentialProviderOptions extends EmulatorOptions {
  config?: Record<string, string>;
  environment?: Record<string, string>;
  /** What nothing that the process says may hold. */
  secrets?: readonly string[];
}

/** Both end with the test, which then looks for the secrets in everything that was said. */
export async function startCredentialProvider(options: CredentialProviderOptions): Promise<CredentialProvider> {
  const { config = {}, environment = {}, secrets = [], ...emulatorOptions } = options;
  const emulator = await startEmulator(emulatorOptions);
  onTestFinished(() => emulator.close());
  const nothing = credentialFolder();
  const provider = await ProviderProcess.start({
    config: { "gcp:project": project, "gcp:computeCustomEndpoint": emulator.endpoint, ...config },
    // No credentials of the machine that runs the test: neither its files nor its metadata server.
    environment: { HOME: nothing, CLOUDSDK_CONFIG: nothing, METADATA_SERVER_DETECTION: "none", ...environment },
  });
  onTestFinished(async () => {
    await provider.stop();
    const said = [...provider.said, JSON.stringify(emulator.requests())].join("\n");
    for (const secret of secrets) expect(said).not.toContain(secret);
  });
  return {
    emulator,
    provider,
    async inputs(args = plainRoute) {
      const { inputs, failures } = await provider.check({}, declaredRoute(args));
      expect(failures).toEqual([]);
      return inputs;
    },
  };
}

/** A new folder for files of credentials, gone when the test ends. */
export function credentialFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "credentials-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** A file of credentials, gone when the test ends. */
export function credentialFile(content: string, name = "credentials"): string {
  const path = join(credentialFolder(), name);
  writeFileSync(path, content);
  return path;
}
