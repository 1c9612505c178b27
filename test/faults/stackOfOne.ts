import { loader } from "../../provider/src/program/loader";
import { ProviderError, type ProviderProcess, type Properties } from "../support/providerProcess";

/** The part of the engine's state that is of the resource. */
export interface Recorded {
  id: string;
  inputs: Properties;
  outputs: Properties;
  /** Recorded by a failure: the engine calls update whatever diff says. */
  failed: boolean;
}

/** The engine with a stack of one resource: it decides what is called, and what is recorded of each answer. */
export class StackOfOne {
  recorded: Recorded | undefined;

  /** Two minutes pass, after which the service lists every operation. */
  letTimePass(): void {
    const { recorded } = this;
    if (recorded !== undefined && Object.hasOwn(recorded.outputs, "__pending"))
      this.recorded = { ...recorded, outputs: minutesLater(recorded.outputs) };
  }

  constructor(
    private readonly lane: { readonly provider: ProviderProcess },
    private readonly kind: string,
  ) {}

  /** `pulumi up` with a program that declares the resource. The error, if there is one. */
  async up(args: Properties): Promise<string | undefined> {
    const inputs = await this.checked(args);
    const { recorded } = this;
    if (recorded === undefined) return this.create(inputs);
    const { changes, replaces } = await this.lane.provider.diff(recorded.id, recorded.outputs, inputs);
    if (replaces.length > 0) throw new Error(`It is replaced because of ${replaces.join(", ")}.`);
    return changes || recorded.failed ? this.update(recorded, inputs) : undefined;
  }

  /** True if `pulumi preview` of the program says that nothing changes. */
  async isUpToDate(args: Properties): Promise<boolean> {
    const { recorded } = this;
    if (recorded === undefined) return false;
    const { changes } = await this.lane.provider.diff(recorded.id, recorded.outputs, await this.checked(args));
    return !changes && !recorded.failed;
  }

  /** `pulumi destroy`, after these outputs have changed. The error, if there is one. */
  async destroy(changed: Properties = {}): Promise<string | undefined> {
    const { recorded } = this;
    if (recorded === undefined) return undefined;
    return failing(async () => {
      await this.lane.provider.delete(recorded.id, { ...recorded.outputs, ...changed });
      this.recorded = undefined;
    });
  }

  /** The inputs of the program's resource, as the provider process completes them. */
  async checked(args: Properties): Promise<Properties> {
    const declared = { __provider: loader(this.kind), ...args };
    const { inputs, failures } = await this.lane.provider.check(this.recorded?.inputs ?? {}, declared);
    if (failures.length > 0) throw new Error(`The program is refused: ${JSON.stringify(failures)}`);
    return inputs;
  }

  private create(inputs: Properties): Promise<string | undefined> {
    return this.recording(inputs, async () => {
      const { id, outs } = await this.lane.provider.create(inputs);
      return { id, outputs: outs };
    });
  }

  private update({ id, outputs }: Recorded, inputs: Properties): Promise<string | undefined> {
    return this.recording(inputs, async () => {
      const { outs } = await this.lane.provider.update(id, outputs, inputs);
      return { id, outputs: outs };
    });
  }

  /** A success is recorded, a partial failure too; any other failure leaves what is recorded. */
  private recording(inputs: Properties, step: () => Promise<Pick<Recorded, "id" | "outputs">>) {
    return failing(
      async () => {
        this.recorded = { ...(await step()), inputs, failed: false };
      },
      ({ partial }) => {
        if (partial !== undefined)
          this.recorded = { id: partial.id, outputs: partial.properties, inputs, failed: true };
      },
    );
  }
}

async function failing(
  step: () => Promise<void>,
  failed?: (error: ProviderError) => void,
): Promise<string | undefined> {
  try {
    await step();
    return undefined;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    failed?.(error);
    return error.message;
  }
}

/** The record of a failed step, as it is two minutes later: by then every operation is listed. */
function minutesLater(properties: Properties): Properties {
  const pending = properties.__pending as { sentAt: number }[];
  return { ...properties, __pending: pending.map((one) => ({ ...one, sentAt: one.sentAt - 120 })) };
}
