import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator, type Emulator } from "../../../emulator/src/index";
import { ProviderProcess } from "../../support/providerProcess";
import { canaryToken, project } from "../../support/routeProvider";

/** A provider process and the emulator that it talks to. One cell at a time is run in it. */
export interface Lane {
  readonly emulator: Emulator;
  readonly provider: ProviderProcess;
}

/** Starting a process costs a second, so that a few of them serve all cells. */
export class Lanes {
  private readonly free: Lane[] = [];
  private readonly all: Promise<Lane>[] = [];
  private readonly folder = mkdtempSync(join(tmpdir(), "pulumi-gce-matrix-"));

  /** Runs it in a lane of its own, whose emulator is as new. */
  async run<T>(work: (lane: Lane) => Promise<T>): Promise<T> {
    const lane = this.free.pop() ?? (await this.start());
    await lane.emulator.reset();
    await reachable(lane.emulator);
    try {
      return await work(lane);
    } finally {
      this.free.push(lane);
    }
  }

  async close(): Promise<void> {
    for (const { emulator, provider } of await Promise.all(this.all)) {
      await provider.stop();
      await emulator.close();
    }
    rmSync(this.folder, { recursive: true });
  }

  private start(): Promise<Lane> {
    const lane = startLane(this.folder);
    this.all.push(lane);
    return lane;
  }
}

async function startLane(folder: string): Promise<Lane> {
  const emulator = await startEmulator();
  // A token in a file can be renewed, so that a refused one is tried once more.
  const tokenFile = join(folder, "token");
  writeFileSync(tokenFile, canaryToken, { mode: 0o600 });
  const provider = await ProviderProcess.start({
    config: {
      "gcp:project": project,
      "gcp:region": "us-central1",
      "gcp:computeCustomEndpoint": emulator.endpoint,
      "gcp:requestTimeout": "1s",
    },
    environment: { GOOGLE_OAUTH_ACCESS_TOKEN: tokenFile },
  });
  return { emulator, provider };
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
