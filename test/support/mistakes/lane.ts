import * as pulumi from "@pulumi/pulumi";
import { startEmulator, type Emulator, type Fault } from "../../../emulator/src/index";
import { EngineLog } from "../../../provider/src/engine/engineLog";
import { ProviderProcess } from "../../../provider/src/engine/steps/process";
import { DynamicProvider } from "../../../provider/src/engine/dynamic/provider";
import { urnKey } from "../../../provider/src/names/internalInputs";
import type { registry } from "../../../provider/src/engine/steps/registry";
import { kindNamed } from "../../kinds/every";
import { toUrn } from "../../simulation/engine/program";
import { functionToken, project } from "../functionCalls";
import { captureError } from "../untilTestEnds";

type Properties = Record<string, unknown>;
export type Kind = keyof typeof registry;

/** Makes a mistake, and gives the message. */
export type Make = (lane: MistakeLane) => Promise<string>;

/** The mistakes of people, by their titles. */
export type Mistakes = Readonly<Record<string, Make>>;

/** Where mistakes are made: the providers as the SDK calls them, functions, and an emulator that both talk to. */
export class MistakeLane {
  private constructor(readonly emulator: Emulator) {}

  static async open(): Promise<MistakeLane> {
    const emulator = await startEmulator();
    emulator.objects.put(`projects/${project}/zones/us-central1-a/disks/database`, { sizeGb: "10" });
    emulator.objects.put(`projects/${project}/regions/us-central1/instanceGroupManagers/web`, {
      targetSize: 2,
      baseInstanceName: "web",
      instanceTemplate: `projects/${project}/global/instanceTemplates/t1`,
    });
    return new MistakeLane(emulator);
  }

  close(): Promise<void> {
    pulumi.runtime.setAllConfig({});
    return this.emulator.close();
  }

  /** The message of a preview of a resource with these arguments. */
  async preview(kind: Kind, args: Properties, config: Record<string, string> = {}): Promise<string> {
    const { failures = [] } = await this.provider(kind, config).check({}, args);
    return failures.map(({ property, reason }) => property + reason).join("\n");
  }

  /** The message of its `up`, after a preview without a mistake. */
  async up(kind: Kind, args: Properties, config: Record<string, string> = {}): Promise<string> {
    const provider = this.provider(kind, config);
    const { inputs, failures = [] } = await provider.check({}, args);
    if (failures.length > 0) throw new Error(`The preview refuses it: ${JSON.stringify(failures)}`);
    return captureMessage(provider.create(inputs as Properties));
  }

  /** The same twice, where the first one made the object and the program has forgotten that. */
  async upAgain(kind: Kind, args: Properties): Promise<string> {
    await this.make(this.provider(kind, {}), args);
    return this.up(kind, args);
  }

  /** The message of its `destroy`, after it was made, if every request then meets a fault. */
  async destroy(kind: Kind, args: Properties, fault: Fault): Promise<string> {
    const provider = this.provider(kind, {});
    const { id, outs } = await this.make(provider, args);
    this.emulator.fault({ times: "always", fault });
    return captureMessage(provider.delete(id, outs as Properties));
  }

  /** The message of a preview of the second of two resources with these arguments. */
  async twice(kind: Kind, args: Properties, others = args): Promise<string> {
    const provider = this.provider(kind, {});
    const [, second] = [
      await provider.check({}, { [urnKey]: toUrn(kind, "one"), ...args }),
      await provider.check({}, { [urnKey]: toUrn(kind, "two"), ...others }),
    ];
    return (second.failures ?? []).map(({ reason }) => reason).join("\n");
  }

  /** The message of a program that reads an object. */
  read(kind: Kind, id: string): Promise<string> {
    return captureMessage(this.provider(kind, {}).read(id, {}));
  }

  /** The stack's configuration, for functions. */
  configure(config: Record<string, string> = {}): void {
    pulumi.runtime.setAllConfig(this.configuration(config));
  }

  private async make(provider: DynamicProvider, args: Properties) {
    const { inputs } = await provider.check({}, args);
    return provider.create(inputs as Properties);
  }

  private provider(kind: Kind, config: Record<string, string>): DynamicProvider {
    const values = this.configuration(config);
    const kinds = { [kind]: () => kindNamed(kind).definition };
    const log = new StackLog();
    const made = new ProviderProcess({ environment: process.env, log, kinds });
    const provider = new DynamicProvider((read) => made.steps(kind, read));
    const get = (key: string) => values[key];
    void provider.configure({ config: { get, require: (key: string) => get(key) ?? "" } });
    return provider;
  }

  private configuration(config: Record<string, string>): Record<string, string> {
    return {
      "gcp:project": project,
      "gcp:computeCustomEndpoint": this.emulator.endpoint,
      ...(config["gcp:credentials"] === undefined ? { "gcp:accessToken": functionToken } : {}),
      ...config,
    };
  }
}

/** Tells nobody anything, of a stack that has a name. */
class StackLog extends EngineLog {
  override about(urn: string): StackLog {
    return new StackLog(undefined, urn);
  }

  override stack(): Promise<string> {
    return Promise.resolve("urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev");
  }
}

/** The message of a failure, as a person sees it. */
export async function captureMessage(work: Promise<unknown>): Promise<string> {
  const isForPeople = (error: unknown): error is Error => error instanceof Error && !(error instanceof TypeError);
  return (await captureError(work, isForPeople)).message;
}
