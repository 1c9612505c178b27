import { createRequire } from "node:module";
import { Engine } from "../../simulation/engine/engine";
import { ProviderDied, type EngineRequest, type Method, type Plugins } from "../../simulation/engine/plugins";
import type { Result } from "../../simulation/engine/run";
import type { Values } from "../../../provider/src/fields/values";
import { haveBegun, type Entry, type Outcomes, type Player, type Step } from "./life";

type Methods = Readonly<Record<Method, (...args: readonly unknown[]) => Promise<unknown>>>;
const { scriptedProvider } = createRequire(import.meta.url)("./scriptedProvider.cjs") as {
  scriptedProvider: (world: object) => Methods;
};

/** Plays a life through the model. */
export class ModelPlayer implements Player {
  private entries: Entry[] = [];
  private step: Step | undefined;
  private engine = this.begin();

  async play(step: Step): Promise<Outcomes> {
    this.step = step;
    this.entries = [];
    const result = await Promise.race([this.run(step), ...(step.isKilled ? [this.killed(step)] : [])]);
    const { resources, pending } = this.engine.state;
    if (result === undefined) {
      this.engine = this.begin();
      this.engine.state = { resources, pending };
    }
    return { ok: result?.ok, entries: this.entries, resources, pending };
  }

  private begin(): Engine {
    return new Engine(() => this.plugins());
  }

  private run({ command, program, targets }: Step): Promise<Result> {
    const { engine } = this;
    const options = targets === undefined ? {} : { targets };
    if (command === "up" || command === "up --refresh")
      return engine.up(program, { refresh: command !== "up", ...options });
    if (command === "preview") return engine.preview(program);
    if (command === "destroy") return engine.destroy(options);
    return engine.refresh(program, { clearPendingCreates: command !== "refresh" });
  }

  private async killed(step: Step): Promise<undefined> {
    while (!haveBegun(step, this.entries)) await new Promise((resolve) => setTimeout(resolve, 3));
    return undefined;
  }

  /** The processes of one command, which share nothing with those of the next one. */
  private plugins(): Plugins {
    const processes = new Map<string, ReturnType<ModelPlayer["process"]>>();
    return {
      call: (provider, _kind, method, args, request) => {
        const process = processes.get(provider) ?? this.process(provider);
        processes.set(provider, process);
        return process(method, args, request);
      },
      cancel: () => undefined,
    };
  }

  private process(provider: string) {
    const requests = new WeakMap<object, EngineRequest>();
    let die: () => void = () => undefined;
    const death = new Promise<never>((_, reject) => {
      die = () => {
        reject(new ProviderDied("the process was killed"));
      };
    });
    death.catch(() => undefined);
    const methods = scriptedProvider({
      outcomeOf: (call: string) => this.step?.outcomes?.[call],
      together: () => this.step?.together ?? 0,
      entries: () => this.entries,
      log: (entry: Entry) => this.entries.push(JSON.parse(JSON.stringify(entry)) as Entry),
      die: () => {
        die();
        return death;
      },
      requestOf: (properties: Values) => requests.get(properties),
      provider: () => provider,
    });
    return (method: Method, args: readonly unknown[], request: EngineRequest) => {
      const { randomSeed, ...comparable } = request;
      // The real engine's is another one in each run.
      if (method === "check" && randomSeed?.length !== 32) throw new Error("The check has no seed.");
      requests.set(args[method === "check" ? 1 : args.length - 1] as object, comparable);
      return Promise.race([death, methods[method](...args)]);
    };
  }
}
