import { loader } from "../../provider/src/program/loader";
import { ProxiedProvider, started } from "../support/proxiedProvider";
import type { Hooks } from "../support/lyingProxy";
import { ProviderError, type Properties } from "../support/providerProcess";
import { project, transport } from "../support/routeProvider";

/** Long, with every character that makes a difference to an encoding. */
export const token = "ya29.c0Mp1ex/To-ken_of+the.Adversary/thatNobodyMaySee-0123456789";

/** 32 bytes, and not the same in the two alphabets of base64. */
export const rawKey = Buffer.from(Array.from({ length: 32 }, (_none, index) => (index * 37 + 251) % 256)).toString(
  "base64",
);

export const routePath = (name: string) => `projects/${project}/global/routes/${name}`;

/** What became of one step: the answer or the error, and all that was said meanwhile. */
export interface Outcome {
  readonly id?: string;
  readonly outs?: Properties;
  readonly error?: ProviderError;
  readonly said: string;
}

/** A provider process, and a service that lies to it: an emulator behind a proxy. */
export class ShownLane extends ProxiedProvider {
  private number = 0;

  static async start(config: Readonly<Record<string, string>> = {}): Promise<ShownLane> {
    const parts = await started({
      config: { "gcp:accessToken": token, ...config },
      preloads: [transport],
      process: "hot",
    });
    parts.emulator.objects.put(`projects/${project}/zones/us-central1-a/disks/d`, { sizeGb: "20" });
    return new ShownLane(parts);
  }

  /** A name that no cell has used. */
  name(letter: string): string {
    this.number += 1;
    return `${letter}${String(this.number)}`;
  }

  /** Makes a route while the service lies. */
  route(hooks: Hooks, name = this.name("r"), more: Properties = {}): Promise<Outcome> {
    return this.create("Route", hooks, {
      name,
      network: "default",
      destRange: "10.1.0.0/16",
      nextHopIp: "10.0.0.9",
      ...more,
    });
  }

  /** Makes a snapshot under a customer key while the service lies. */
  snapshot(hooks: Hooks, name = this.name("s")): Promise<Outcome> {
    return this.create("Snapshot", hooks, {
      name,
      sourceDisk: "d",
      zone: "us-central1-a",
      snapshotEncryptionKey: { rawKey },
    });
  }

  /** Reads again what was made, while the service lies. */
  async refresh(made: Outcome, hooks: Hooks): Promise<Outcome> {
    this.proxy.begin(hooks);
    this.provider.said.length = 0;
    const { props } = await this.provider.read(made.id ?? "", made.outs ?? {});
    return { outs: props, said: this.provider.said.join("\n") };
  }

  private async create(kind: string, hooks: Hooks, args: Properties): Promise<Outcome> {
    this.proxy.begin(hooks);
    const { provider } = this;
    const { inputs, failures } = await provider.check(
      {},
      { __provider: loader(kind), __as: "logical", __timeouts: { create: "8s" }, ...args },
    );
    if (failures.length > 0) throw new Error(JSON.stringify(failures));
    provider.said.length = 0;
    const answer = await provider.create(inputs).catch((error: unknown) => {
      if (error instanceof ProviderError) return { error };
      throw error;
    });
    return { ...answer, said: provider.said.join("\n") };
  }
}
