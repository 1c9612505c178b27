import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator, type Emulator } from "../../../emulator/src/index";
import { emulatorOptions } from "../../kinds/every";
import { extendedFolder } from "../../support/extendedPackage";
import { ProviderProcess } from "../../support/providerProcess";
import { canaryToken, project, transport } from "../../support/routeProvider";

/** `gcp:requestTimeout` of a lane. Where no answer is held back it is long, so that a busy machine decides nothing. */
export type RequestTimeout = "1s" | "1m";

/** A provider process and the emulator that it talks to. One cell at a time is run in it. */
export class Lane {
  private readonly ended: string[] = [];

  private constructor(
    readonly emulator: Emulator,
    readonly requestTimeout: RequestTimeout,
    private readonly tokenFile: string,
    private current: ProviderProcess,
  ) {}

  static async start(folder: string, requestTimeout: RequestTimeout): Promise<Lane> {
    // A token in a file can be renewed, so that a refused one is tried once more. Written again, it is empty for a moment.
    const tokenFile = join(folder, randomUUID());
    writeFileSync(tokenFile, canaryToken, { mode: 0o600 });
    const emulator = await startEmulator(emulatorOptions());
    return new Lane(emulator, requestTimeout, tokenFile, await startProvider(emulator, requestTimeout, tokenFile));
  }

  /** The process of the command that runs now. */
  get provider(): ProviderProcess {
    return this.current;
  }

  /** All that its processes have answered, logged or printed. */
  get said(): readonly string[] {
    return [...this.ended, ...this.current.said];
  }

  /** The next command has a process of its own, which knows nothing of what the service asked the one before to do. */
  async renew(): Promise<void> {
    await this.current.release();
    this.ended.push(...this.current.said);
    this.current = await startProvider(this.emulator, this.requestTimeout, this.tokenFile);
  }

  async close(): Promise<void> {
    await this.current.stop();
    await this.emulator.close();
  }
}

/** What a pool of lanes asks of one. */
export interface PooledLane {
  readonly emulator: Emulator;
  /** Begins anew after a cell that failed: what that has left would only make the next one fail as well. */
  renew?(): Promise<void>;
  close(): Promise<void>;
}

/** Starting a process costs a second, so that a few of them serve all cells. */
export class Lanes<L extends PooledLane> {
  private readonly free: L[] = [];
  private readonly all: Promise<L>[] = [];
  private readonly folder = mkdtempSync(join(tmpdir(), "pulumi-gce-matrix-"));

  /** @param startLane starts one, with a folder for what it writes */
  constructor(private readonly startLane: (folder: string) => Promise<L>) {}

  /** Runs it in a lane of its own, whose emulator is as new. */
  async run<T>(work: (lane: L) => Promise<T>): Promise<T> {
    const lane = this.free.pop() ?? (await this.start());
    await lane.emulator.reset();
    await reachable(lane.emulator);
    try {
      return await work(lane);
    } catch (error) {
      await lane.renew?.();
      throw error;
    } finally {
      this.free.push(lane);
    }
  }

  async close(): Promise<void> {
    for (const lane of await Promise.all(this.all)) await lane.close();
    rmSync(this.folder, { recursive: true });
  }

  private start(): Promise<L> {
    const lane = this.startLane(this.folder);
    this.all.push(lane);
    return lane;
  }
}

/** The lanes of the fault matrix: a pool for each `gcp:requestTimeout`. */
export class MatrixLanes {
  private readonly pools = { "1s": lanesWithin("1s"), "1m": lanesWithin("1m") };

  run<T>(requestTimeout: RequestTimeout, work: (lane: Lane) => Promise<T>): Promise<T> {
    return this.pools[requestTimeout].run(work);
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.pools).map((pool) => pool.close()));
  }
}

function lanesWithin(requestTimeout: RequestTimeout): Lanes<Lane> {
  return new Lanes((folder) => Lane.start(folder, requestTimeout));
}

function startProvider(
  emulator: Emulator,
  requestTimeout: RequestTimeout,
  tokenFile: string,
): Promise<ProviderProcess> {
  return ProviderProcess.start({
    config: {
      "gcp:project": project,
      "gcp:region": "us-central1",
      "gcp:computeCustomEndpoint": emulator.endpoint,
      "gcp:requestTimeout": requestTimeout,
    },
    environment: { GOOGLE_OAUTH_ACCESS_TOKEN: tokenFile },
    preloads: [transport],
    folder: extendedFolder,
    process: "hot",
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
