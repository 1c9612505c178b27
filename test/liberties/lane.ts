import type { PooledLane } from "../support/lanes";
import { transport } from "../support/routeProvider";
import { ProxiedProvider, started } from "./proxied";

/** One cell at a time is run in it. */
export class LibertyLane extends ProxiedProvider implements PooledLane {
  static async start(config: Readonly<Record<string, string>> = {}): Promise<LibertyLane> {
    return new LibertyLane(await started({ config, preloads: [transport], process: "hot" }));
  }
}
