import { setMaxListeners } from "node:events";
import { DynamicProvider } from "../../provider/src/engine/dynamic/provider";
import { ProviderProcess } from "../../provider/src/engine/steps/process";
import type { StepRequest, Steps } from "../../provider/src/engine/steps/steps";
import type { Values } from "../../provider/src/fields/values";
import { parseStack } from "../../provider/src/names/stackUrn";
import type { Log, Severity } from "../../provider/src/lifecycle/job/log";
import { currentCall, type RunningCall } from "./calls";
import { nowMs } from "./clock";
import { ProviderDied, type EngineRequest, type Method, type Plugins } from "./engine/plugins";
import { kinds } from "./kinds/every";
import type { Network, Sender } from "./network";

/** How a process can end at a request; `undefined` for one that goes on. */
export type Death = ReturnType<Sender["dies"]>;

/** Told of the end of a call. */
export type Ended = (error: Error | undefined, call: RunningCall) => void;

export interface ProcessesOptions {
  readonly network: Network;
  /** Asked at each request of each process. */
  readonly dies: (label: string) => Death;
  /** Told of each call; what it gives back is told of the end of it. */
  readonly begun: (kind: string, method: Method, request: EngineRequest, args: readonly unknown[]) => Ended;
  /** The SDK's server for dynamic providers passes on no cancellation, and Node.js 20 tells of none. */
  readonly isPlugin: boolean;
  /** The SDK's server takes the first request apart before the package is there: only its properties arrive. */
  readonly losesFirstRequest?: boolean;
  /** Told that no call waits for anything from now on. */
  readonly cancelled: () => void;
  readonly message: (severity: Severity, urn: string, text: string) => void;
}

/** The provider processes of one command of the CLI: one for the default provider, and one for each `gce.Provider`. */
export class Processes implements Plugins {
  private readonly running = new Map<string, Process>();
  private readonly cancellation = new AbortController();

  constructor(private readonly options: ProcessesOptions) {
    setMaxListeners(0, this.cancellation.signal);
  }

  /** Ends every wait: what has begun is recorded. */
  cancel(): void {
    if (!this.options.isPlugin) return;
    this.options.cancelled();
    this.cancellation.abort(new Error("the run was cancelled"));
  }

  async call(
    provider: string,
    kind: string,
    method: Method,
    args: readonly unknown[],
    request: EngineRequest,
  ): Promise<unknown> {
    const process = this.running.get(provider) ?? new Process(this.options, this.cancellation.signal);
    this.running.set(provider, process);
    const ended = this.options.begun(kind, method, request, args);
    const call: RunningCall = { urn: request.urn, method, beganMs: nowMs(), observed: new Map() };
    try {
      const answer = await currentCall.run(call, () => process.call(kind, method, args, request));
      ended(undefined, call);
      return answer;
    } catch (error) {
      ended(error as Error, call);
      throw error;
    }
  }

  /** The end of a CLI, also of a killed one: its processes have no listener, and end soon. */
  end(): void {
    for (const process of this.running.values()) process.kill();
  }
}

class Process implements Sender {
  isDead = false;
  private readonly process: ProviderProcess;
  private readonly steps = new Map<string, Steps>();
  private readonly ends: (() => void)[] = [];
  private calls = 0;

  constructor(
    private readonly options: ProcessesOptions,
    private readonly signal: AbortSignal,
  ) {
    this.process = new ProviderProcess({
      environment: {},
      log: new SimulatedLog("", options.message),
      kinds,
      transport: () => options.network.transport(this),
    });
  }

  dies(label: string): Death {
    return this.options.dies(label);
  }

  kill(): void {
    this.isDead = true;
    for (const end of this.ends) end();
  }

  /** As the engine calls it: properties arrive as JSON. */
  async call(kind: string, method: Method, args: readonly unknown[], request: EngineRequest): Promise<unknown> {
    const configuration = toConfiguration(this.options.network);
    const steps = this.steps.get(kind) ?? this.process.steps(kind, (key) => configuration[key]);
    this.steps.set(kind, steps);
    const isFirst = this.calls++ === 0;
    if (this.isDead) throw new ProviderDied();
    const { oldInputs, ...rest } = request;
    const { signal } = this;
    const about: StepRequest = {
      ...rest,
      signal,
      recordedInputs: () => oldInputs,
      randomSeed: request.randomSeed,
    };
    const methods = steps as unknown as Record<
      Method,
      (request: StepRequest, ...values: unknown[]) => Promise<unknown>
    >;
    const died = new Promise<never>((_resolve, reject) => {
      this.ends.push(() => {
        reject(new ProviderDied());
      });
    });
    // The engine also tells the id of what it asks a difference of.
    const input = method === "diff" ? args.slice(1) : args;
    const values = input.map((arg) => wired(arg));
    const lone = isFirst && this.options.losesFirstRequest ? new DynamicProvider(() => steps) : undefined;
    const answered =
      lone === undefined ? methods[method](about, ...values) : (lone as unknown as Lone)[method](...args.map(wired));
    const answer = await Promise.race([answered, died]);
    return wired(method === "read" && isEmpty(args[1]) ? imported(steps, answer as Values) : answer);
  }
}

/** The methods of a provider that is told of no request. */
type Lone = Record<Method, (...values: unknown[]) => Promise<unknown>>;

export function toConfiguration({ service }: Network): Readonly<Record<string, string>> {
  return {
    "gcp:project": service.spellings.configuredProject,
    "gcp:region": "us-central1",
    "gcp:zone": "us-central1-a",
    "gcp:accessToken": "simulated-access-token",
  };
}

/** As the plugin answers an import: what was found is what a program would say. */
function imported(steps: Steps, answer: Values): Values {
  const { id, props } = answer as { id: string; props: Values };
  return id === "" ? answer : { ...answer, inputs: steps.readArguments(props) };
}

function isEmpty(properties: unknown): boolean {
  return Object.keys((properties ?? {}) as Values).length === 0;
}

function wired(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as Values);
}

class SimulatedLog implements Log {
  constructor(
    readonly urn: string,
    private readonly tell: ProcessesOptions["message"],
  ) {}

  about(urn: string): Log {
    return new SimulatedLog(urn, this.tell);
  }

  message(severity: Severity, text: string | readonly string[]): void {
    this.tell(severity, this.urn, typeof text === "string" ? text : text.join("\n"));
  }

  status(): void {
    // Nobody watches.
  }

  stack(): Promise<string | undefined> {
    return Promise.resolve(parseStack(this.urn));
  }

  delivered(): Promise<void> {
    return Promise.resolve();
  }
}
