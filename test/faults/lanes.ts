import { startEmulator, type Emulator } from "../../emulator/src/index";
import { emulatorOptions } from "../kinds/every";
import { extendedFolder } from "../support/extendedPackage";
import { type Launch, ProviderProcess } from "../support/providerProcess";
import { canaryToken, project, transport } from "../support/routeProvider";

/** A provider process and the emulator that it talks to. One test at a time runs in it. */
export class Lane {
  private readonly ended: string[] = [];

  private constructor(
    readonly emulator: Emulator,
    private readonly startNext: () => Promise<ProviderProcess>,
    private current: ProviderProcess,
  ) {}

  /** @param launch starts what is no real process */
  static async start(requestTimeout: string, launch?: Launch): Promise<Lane> {
    const emulator = await startEmulator(emulatorOptions());
    const startNext = () => startProvider(emulator, requestTimeout, launch);
    return new Lane(emulator, startNext, await startNext());
  }

  /** The process of the command that runs now. */
  get provider(): ProviderProcess {
    return this.current;
  }

  /** All that its processes have answered, logged or printed. */
  get said(): readonly string[] {
    return [...this.ended, ...this.current.transcript];
  }

  /** The next command has a process of its own. */
  async renew(): Promise<void> {
    await this.current.stop();
    this.ended.push(...this.current.transcript);
    this.current = await this.startNext();
  }

  async close(): Promise<void> {
    await this.current.stop();
    await this.emulator.close();
  }
}

/** Starting a process costs a second, so that a few of them serve all tests. */
export class Lanes {
  private readonly free: Lane[] = [];
  private readonly all: Promise<Lane>[] = [];

  constructor(private readonly startLane: () => Promise<Lane>) {}

  /** Runs it in a lane of its own, whose emulator is as new. */
  async run<T>(work: (lane: Lane) => Promise<T>): Promise<T> {
    const lane = this.free.pop() ?? (await this.start());
    await lane.emulator.reset();
    await reachable(lane.emulator);
    try {
      return await work(lane);
    } catch (error) {
      await lane.renew();
      throw error;
    } finally {
      this.free.push(lane);
    }
  }

  async close(): Promise<void> {
    for (const lane of await Promise.all(this.all)) await lane.close();
  }

  private start(): Promise<Lane> {
    const lane = this.startLane();
    this.all.push(lane);
    return lane;
  }
}

function startProvider(emulator: Emulator, requestTimeout: string, launch?: Launch): Promise<ProviderProcess> {
  return ProviderProcess.start({
    ...(launch !== undefined && { launch }),
    config: {
      "gcp:project": project,
      "gcp:region": "us-central1",
      "gcp:accessToken": canaryToken,
      "gcp:computeCustomEndpoint": emulator.endpoint,
      "gcp:requestTimeout": requestTimeout,
    },
    preloads: [transport],
    folder: extendedFolder,
  });
}

/** Returns when the emulator listens again after an outage. */
export async function reachable(emulator: Emulator): Promise<void> {
  for (;;) {
    const answer = await fetch(emulator.url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
