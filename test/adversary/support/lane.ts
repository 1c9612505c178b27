import { expect } from "vitest";
import { loader } from "../../../provider/src/program/loader";
import type { Hooks } from "../../support/lyingProxy";
import { ProxiedProvider, started } from "../../support/proxiedProvider";
import type { Properties } from "../../support/providerProcess";
import { canaryToken, transport } from "../../support/routeProvider";

/** A resource as the state has it. */
export interface Recorded {
  readonly id: string;
  readonly outs: Properties;
}

/** A provider process, and the emulator that it talks to through a server that lies. */
export class AdversaryLane extends ProxiedProvider {
  /** The changes that the service has accepted since the last lie began. */
  accepted = 0;

  static async start(): Promise<AdversaryLane> {
    return new AdversaryLane(await started({ preloads: [transport], process: "hot" }));
  }

  /** Forgets what the last attack has left. */
  async begin(): Promise<void> {
    await this.emulator.reset();
    this.lies();
    this.provider.logs.length = 0;
    this.provider.said.length = 0;
  }

  /** From now on the server lies so; nothing says that it tells the truth again. */
  lies(hooks: Hooks = {}): void {
    this.accepted = 0;
    this.proxy.begin({
      ...hooks,
      answer: (answered, asked) => {
        const isChange = asked.method !== "GET" && !/\/(wait|listManagedInstances)$/.test(asked.path);
        if (isChange && answered.status < 400) this.accepted += 1;
        return hooks.answer?.(answered, asked) ?? answered;
      },
    });
  }

  /** What the engine would hand to create. */
  async inputs(kind: string, args: Properties): Promise<Properties> {
    const { inputs, failures } = await this.provider.check({}, { __provider: loader(kind), __as: "logical", ...args });
    expect(failures).toEqual([]);
    return inputs;
  }

  async create(kind: string, args: Properties): Promise<Recorded> {
    return this.provider.create(await this.inputs(kind, args));
  }

  /** What the user was told, without what is shown only for a moment. */
  told(): string {
    return this.provider.logs
      .filter(({ ephemeral }) => !ephemeral)
      .map(({ message }) => message)
      .join("\n");
  }

  override async close(): Promise<void> {
    const said = this.provider.said.join("\n");
    await super.close();
    expect(said).not.toContain(canaryToken);
  }
}
