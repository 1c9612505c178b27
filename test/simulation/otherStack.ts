import { otherStack } from "./calls";
import { nowMs, type VirtualClock } from "./clock";
import { Engine } from "./engine/engine";
import type { EngineRequest, Method, Plugins } from "./engine/plugins";
import { readRate } from "./families";
import { Network } from "./network";
import { Processes } from "./processes";
import type { SimulatedProgram } from "./program";
import type { Service } from "./service/service";
import type { Tape } from "./tape";

/** Another stack with the same program over the same project: its requests have the mark of that stack. Nothing disturbs it. */
export class OtherStack {
  private readonly engine: Engine;
  private readonly rate: number;
  private processes: Processes;

  constructor(
    private readonly clock: VirtualClock,
    private readonly tape: Tape,
    private readonly service: Service,
    private readonly program: SimulatedProgram,
  ) {
    const makeProcesses = () =>
      new Processes({
        network: new Network(service),
        isPlugin: true,
        dies: () => undefined,
        begun: () => () => undefined,
        cancelled: () => undefined,
        message: () => undefined,
      });
    this.rate = readRate(tape, "other stack");
    this.processes = makeProcesses();
    this.engine = new Engine(() => {
      this.processes = makeProcesses();
      return renamed(this.processes);
    });
  }

  /** @returns the time at which it has made something that is just as the program of the other stack declares it */
  async acts(label: string): Promise<number | undefined> {
    const { tape, service, clock } = this;
    const acts = ["does nothing", "makes what this program declares", "deletes what it has made"] as const;
    const act = tape.choose(label, acts, this.rate);
    if (act === "does nothing") return undefined;
    const wasCalm = service.isCalm;
    service.isCalm = true;
    service.say(`OTHER STACK ${act}`);
    const resources = this.program.declared.map(({ name, components, kind, inputs }) => ({
      name,
      components,
      kind: kind.definition.kind,
      inputs: { ...inputs, adoptExisting: undefined },
    }));
    const makes = act === "makes what this program declares";
    const { steps, ok } = await clock.until(makes ? this.engine.up({ resources }) : this.engine.destroy());
    this.processes.end();
    service.isCalm = wasCalm;
    service.say(`  OTHER STACK ${ok ? "succeeds" : "fails"}`);
    return makes && steps.some(({ op }) => op.startsWith("create")) ? nowMs() : undefined;
  }
}

/** The processes, which are told URNs of the other stack. */
function renamed(processes: Processes): Plugins {
  const rename = <Value>(value: Value): Value =>
    value === undefined
      ? value
      : (JSON.parse(JSON.stringify(value).replaceAll("urn:pulumi:dev::", otherStack)) as Value);
  return {
    call: (provider: string, kind: string, method: Method, args: readonly unknown[], request: EngineRequest) => {
      const { oldInputs, urn } = request;
      const about = {
        ...request,
        urn: rename(urn),
        ...(oldInputs === undefined ? {} : { oldInputs: rename(oldInputs) }),
      };
      return processes.call(provider, kind, method, rename(args), about);
    },
    cancel: () => processes.cancel(),
  };
}
