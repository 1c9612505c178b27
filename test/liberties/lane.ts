import { startEmulator, type Emulator } from "../../emulator/src/index";
import type { PooledLane } from "../faults/matrix/lanes";
import { ProviderProcess } from "../support/providerProcess";
import { canaryToken, project, transportLoaded } from "../support/routeProvider";
import { LibertyProxy } from "./proxy";

/** A provider process, and the emulator that it talks to through a proxy. One cell at a time is run in it. */
export class LibertyLane implements PooledLane {
  private constructor(
    readonly emulator: Emulator,
    readonly proxy: LibertyProxy,
    readonly provider: ProviderProcess,
  ) {}

  static async start(config: Readonly<Record<string, string>> = {}): Promise<LibertyLane> {
    const emulator = await startEmulator();
    const proxy = await LibertyProxy.start(emulator);
    const provider = await ProviderProcess.start({
      config: {
        "gcp:project": project,
        "gcp:region": "us-central1",
        "gcp:zone": "us-central1-a",
        "gcp:accessToken": canaryToken,
        "gcp:computeCustomEndpoint": proxy.endpoint,
        ...config,
      },
      environment: transportLoaded,
    });
    return new LibertyLane(emulator, proxy, provider);
  }

  async close(): Promise<void> {
    await this.provider.stop();
    await this.proxy.close();
    await this.emulator.close();
  }
}
