import { startEmulator, type Emulator } from "../../emulator/src/index";
import { emulatorOptions } from "../kinds/every";
import { extendedFolder } from "./extendedPackage";
import { ProviderProcess, type ProviderProcessOptions } from "./providerProcess";
import { canaryToken, project } from "./routeProvider";
import { LyingProxy } from "./lyingProxy";

/** A provider process, and the emulator that it talks to through a proxy. */
export class ProxiedProvider {
  readonly emulator: Emulator;
  readonly proxy: LyingProxy;
  readonly provider: ProviderProcess;

  protected constructor({ emulator, proxy, provider }: Awaited<ReturnType<typeof started>>) {
    this.emulator = emulator;
    this.proxy = proxy;
    this.provider = provider;
  }

  async close(): Promise<void> {
    await this.provider.release();
    await this.proxy.close();
    await this.emulator.close();
  }
}

/** What such a provider is made of, for the classes that are one. */
export async function started({ config = {}, ...options }: ProviderProcessOptions) {
  const emulator = await startEmulator(emulatorOptions());
  const proxy = await LyingProxy.start(emulator);
  const provider = await ProviderProcess.start({
    folder: extendedFolder,
    ...options,
    config: {
      "gcp:project": project,
      "gcp:region": "us-central1",
      "gcp:zone": "us-central1-a",
      "gcp:accessToken": canaryToken,
      "gcp:computeCustomEndpoint": proxy.endpoint,
      ...config,
    },
  });
  return { emulator, proxy, provider };
}
