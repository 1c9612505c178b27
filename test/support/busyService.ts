import type { ComputeClient } from "../../provider/src/http/client";
import { refusal } from "./refusal";

export const policyPath = "projects/p/global/firewallPolicies/a";

/** A service with one policy, which makes one change of it at a time, or `atOnce`. It records what it is asked. */
export class BusyService {
  /** Changes that were sent, in order, with those that were refused. */
  readonly sent: { who: string; atMs: number; isRefused: boolean }[] = [];
  /** How many of them run at the same time at most. */
  atOnce = 1;
  /** How long a refusal asks to wait. */
  askedSeconds: number | undefined;
  /** Whose changes are refused because of their network, for as long as they are in here. */
  readonly busyNetworks = new Set<string>();
  private running = 0;

  /** A client of this service. A program with several providers has several. */
  client(): ComputeClient {
    return { isClosing: new AbortController().signal } as unknown as ComputeClient;
  }

  get refused(): number {
    return this.sent.filter(({ isRefused }) => isRefused).length;
  }

  /** Changes the policy for so long, and returns at the end. */
  async change(who: string, forMs: number): Promise<void> {
    const network = this.busyNetworks.has(who) ? `projects/p/global/networks/${who}` : undefined;
    const busy = network ?? (this.running >= this.atOnce ? policyPath : undefined);
    this.sent.push({ who, atMs: performance.now(), isRefused: busy !== undefined });
    if (busy !== undefined)
      throw refusal(400, "resourceNotReady", `The resource '${busy}' is not ready`, this.askedSeconds);
    this.running += 1;
    await new Promise<void>((resolve) => setTimeout(resolve, forMs));
    this.running -= 1;
  }
}
