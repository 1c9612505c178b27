import type { VirtualClock } from "./clock";
import { Engine } from "./engine/engine";
import type { Result } from "./engine/run";
import { gaps, type Past } from "./gaps";
import { casts, served, type Cast } from "./kinds/every";
import type { LibertyName } from "./liberties";
import { Network } from "./network";
import { findUnrecorded, type Recovery } from "./orphans";
import { Processes, type Death } from "./processes";
import { SimulatedProgram } from "./program";
import { promises, type PromiseName } from "./promises";
import { Rival } from "./rival";
import { Service } from "./service/service";
import { callFunction, functionNames, isFunction, type FunctionName, type FunctionPromiseName } from "./functions";
import type { Decision, Tape } from "./tape";
import { Broken, nameOf, Watch } from "./watch";

export interface LifeOptions {
  /** Programs to choose from. Default: all. */
  readonly casts?: readonly (Cast | FunctionName)[];
  /** Also takes the liberties that are only allowed. */
  readonly allowed?: boolean;
}

/** What came of a life. */
export interface Lived {
  readonly cast: Cast | FunctionName;
  readonly broken:
    | { readonly promise: PromiseName | FunctionPromiseName | "the simulator itself"; readonly detail: string }
    | undefined;
  /** Why a broken promise is none: the documents do not give it there. */
  readonly gap: string | undefined;
  /** What happened, in order. */
  readonly lines: readonly string[];
  readonly decided: readonly Decision[];
  readonly met: ReadonlyMap<LibertyName, number>;
  readonly requests: number;
  readonly virtualMs: number;
}

/** When the user presses Ctrl-C in a command. */
const cancelsAfterMs = {
  never: undefined,
  "at once": 0,
  ...{ "20 ms": 20, "100 ms": 100, "500 ms": 500, "3 s": 3_000, "20 s": 20_000, "2 minutes": 120_000 },
};
const passesMs = { "a second": 1_000, nothing: 1, "20 s": 20_000, "3 minutes": 180_000, "2 hours": 7_200_000 };

/** A stack from its first `up` to its end, against a service that takes its liberties. */
export async function live(clock: VirtualClock, tape: Tape, options: LifeOptions = {}): Promise<Lived> {
  clock.forgetTimers();
  const beganMs = clock.nowMs;
  Math.random = sameRandom();
  const { casts: names = [...(Object.keys(casts) as Cast[]), ...functionNames], allowed = false } = options;
  const chosen = tape.choose("the program declares", names as [Cast, ...Cast[]], 1 - 1 / names.length);
  const lived = ({ service, network }: { service: Service; network: Network }) => ({
    cast: chosen,
    lines: service.lines,
    decided: tape.decided,
    met: service.met,
    requests: network.sentAtMs.length,
    virtualMs: clock.nowMs - beganMs,
  });
  if (isFunction(chosen)) {
    const called = await callFunction(clock, tape, chosen, allowed);
    const { broken } = called;
    return { ...lived(called), broken: broken && { promise: broken[0], detail: broken[1] }, gap: undefined };
  }
  const life = new Life(clock, tape, chosen, allowed);
  let broken: Lived["broken"];
  try {
    await life.run();
  } catch (error) {
    const isPromise = error instanceof Broken;
    const detail = isPromise ? error.message : ((error as Error).stack ?? String(error));
    broken = { promise: isPromise ? error.promise : "the simulator itself", detail };
    life.service.say(`BROKEN ${broken.promise}: ${detail}`);
  }
  const gap = gaps.find(({ promises: its, applies }) => its.some((name) => name === broken?.promise) && applies(life));
  return { ...lived(life), broken: gap === undefined ? broken : undefined, gap: gap?.says };
}

/** Jitter that is the same in every life: no promise may depend on it, and a life can be played again. */
function sameRandom(): () => number {
  let state = 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

class Life implements Past {
  readonly service: Service;
  readonly network: Network;
  /** Whether a program has changed a resource after a crash, so that no `up` makes it as the killed run did. */
  droppedAfterCrash = false;
  private readonly program: SimulatedProgram;
  private readonly rival: Rival;
  private readonly watch: Watch;
  private readonly engine: Engine;
  private processes: Processes;
  private readonly killRates: { readonly provider: number; readonly cli: number };
  private readonly cancelRate: number;
  private readonly isPlugin: boolean;
  private isOver = false;
  private cancelling: NodeJS.Timeout | undefined;
  /** Set while a command runs: kills its CLI. */
  private killCli: (() => void) | undefined;

  constructor(
    private readonly clock: VirtualClock,
    private readonly tape: Tape,
    readonly cast: Cast,
    allowed: boolean,
  ) {
    const kinds = casts[this.cast];
    this.service = new Service(tape, allowed);
    this.network = new Network(this.service);
    for (const { serve } of served) serve(this.service);
    this.killRates = {
      provider: tape.rate("killed", [0, 0, 0, 0.02, 0.1]),
      cli: tape.rate("killed CLI", [0, 0, 0, 0.05]),
    };
    this.cancelRate = tape.rate("cancelled", [0, 0, 0.1, 0.4]);
    const { service, network } = this;
    this.program = new SimulatedProgram(tape, service, kinds);
    const { program } = this;
    this.rival = new Rival(tape, service, program);
    this.watch = new Watch({ service, network, program, kinds, state: () => this.engine.state });
    this.isPlugin = tape.choose("the resources are of", ["the classes", "the plugin"]) === "the plugin";
    this.processes = this.newProcesses();
    this.engine = new Engine(
      () => this.processes,
      (name) => this.point(name),
    );
  }

  get met(): Past["met"] {
    return this.service.met;
  }

  get misled(): Past["misled"] {
    return this.service.misled;
  }

  get wasKilled(): boolean {
    return this.watch.wasKilled;
  }

  get wasRenamed(): boolean {
    return this.program.wasRenamed;
  }

  get wasRemadeUnrecorded(): boolean {
    const { remadeAtMs } = this.rival;
    const { lostInserts, insertedAtMs } = this.network;
    if (remadeAtMs.length > 0 && lostInserts > 0) return true;
    const inserts = this.service.operations.all.filter(({ mutation }) => mutation.type === "insert");
    const spans = [
      ...insertedAtMs.map((sentMs) => [sentMs, sentMs] as const),
      ...inserts.map(({ begunMs, endsMs }) => [begunMs, endsMs] as const),
    ];
    return remadeAtMs.some((ms) => spans.some(([fromMs, toMs]) => ms > fromMs - 60_000 && ms < toMs + 60_000));
  }

  async run(): Promise<void> {
    const commands = this.tape.amount("the number of commands", 2, 6);
    for (let number = 1; number <= commands; number++) {
      this.rival.moves(`before command ${String(number)}, a rival`);
      await this.command(`command ${String(number)}`, number === 1);
      await this.clock.pass(this.tape.pick(`after command ${String(number)} passes`, passesMs));
    }
    await this.end();
  }

  private async command(label: string, isFirst: boolean): Promise<void> {
    const others = ["up of the next program", "refresh", "up --refresh", "destroy", "preview"] as const;
    const what = isFirst ? "up" : this.tape.choose(label, ["up", ...others], 0.75);
    if (what === "up of the next program") this.droppedAfterCrash ||= this.program.change(label) && this.wasKilled;
    this.rival.movesDuring(label);
    const { engine, program } = this;
    if (what === "refresh") await this.execute(label, what, () => engine.refresh());
    else if (what === "destroy") await this.execute(label, what, () => engine.destroy());
    else if (what === "preview") await this.execute(label, what, () => engine.preview(program.source));
    else await this.execute(label, what, () => engine.up(program.source, { refresh: what === "up --refresh" }));
  }

  /** Runs a command to its end, or until its CLI is killed. */
  private async execute(
    label: string,
    what: string,
    run: () => Promise<Result>,
  ): Promise<{ ok: boolean; changes: number; errors: string }> {
    const { service, network, watch } = this;
    const program = this.program.source.resources.map(({ name, inputs }) => ({ [name]: inputs }));
    service.say(`${label}: ${what} ${what.startsWith("up") ? JSON.stringify(program) : ""}`);
    const changesBefore = network.changes;
    this.processes = this.newProcesses();
    watch.commandBegins(what === "destroy");
    const killed = new Promise<undefined>((resolve) => {
      this.killCli = () => {
        resolve(undefined);
      };
    });
    this.cancelsDuring(label);
    const result = await this.clock.until(Promise.race([run(), killed]));
    clearTimeout(this.cancelling);
    if (result === undefined) {
      watch.wasKilled = true;
      // Its providers notice some seconds later.
      setTimeout(this.processes.end.bind(this.processes), 5_000);
    } else this.processes.end();
    const errors = (result?.errors ?? []).map(({ message }) => message).join(" / ");
    service.say(`  ${result === undefined ? "its CLI was killed" : result.ok ? "succeeds" : `fails: ${errors}`}`);
    await this.checkAfterCommand();
    return { ok: result?.ok ?? false, changes: network.changes - changesBefore, errors };
  }

  /** The user may press Ctrl-C at some moment of a command. */
  private cancelsDuring(label: string): void {
    if (this.isOver) return;
    const afterMs = this.tape.pick(`the user cancels ${label} after`, cancelsAfterMs, this.cancelRate);
    if (afterMs === undefined) return;
    this.cancelling = setTimeout(() => {
      this.service.say("CANCELLED the command");
      this.engine.cancel();
    }, afterMs);
  }

  private async checkAfterCommand(): Promise<void> {
    const { watch } = this;
    watch.verdict();
    watch.check("requestsAreBounded", promises.requestsAreBounded(watch.scene));
    watch.check("previousValuesAreTrue", promises.previousValuesAreTrue(watch.scene));
    if (this.wasKilled && promises.nothingIsUnknown(watch.scene) !== undefined) await this.askForOrphans();
    watch.check("nothingIsUnknown", promises.nothingIsUnknown(watch.scene));
    watch.verdict();
  }

  /** The faults stop, and others let go of what is in the way. The program is applied until nothing is left to do, and destroyed. */
  private async end(): Promise<void> {
    const { service, tape, watch, engine } = this;
    service.isCalm = true;
    this.isOver = true;
    const pause = tape.choose("when the faults stop passes", ["10 minutes", "a good minute"]);
    // Without the operation, the provider bears in mind for an hour at most that an object may still appear.
    const isUnsure = service.met.has("deniedList") || service.met.has("forgotten") || service.met.has("shortRetention");
    const pauseMs = isUnsure ? 7_200_000 : pause === "10 minutes" ? 600_000 : 70_000;
    await this.clock.pass(service.operations.leftMs + pauseMs);
    this.rival.letsGo();
    // What a refresh drops can be what a killed run has made.
    for (let round = 0; this.wasKilled && round < 3; round++) if (!(await this.takeSteps()) && round > 0) break;
    // After a crash, the documents name the steps of `orphans` and an `up`.
    const isApplied = tape.choose("the end", ["converges", "is only a destroy"], 0.3) === "converges";
    if (isApplied || this.wasKilled) {
      const ups = [];
      // Only a refresh finds what others have changed.
      for (const refresh of [true, false, false])
        ups.push(await this.execute("at the end", "up", () => engine.up(this.program.source, { refresh })));
      watch.check("upConverges", promises.upConverges(watch.scene, ups));
      watch.verdict();
    }
    let ok = false;
    for (const waitMs of [0, 1, 7_200_000]) {
      await this.clock.pass(waitMs);
      ok ||= (await this.execute("at the end", "destroy", () => engine.destroy())).ok;
    }
    await this.clock.pass(600_000);
    const left = ok ? promises.destroyLeavesNothing(watch.scene) : "destroy fails again and again";
    watch.check("destroyLeavesNothing", left);
    watch.verdict();
  }

  /**
   * What a person does after a crash, as the documents say: the steps of `orphans`, and the engine forgets pending creates.
   *
   * @returns whether there was anything to do
   */
  private async takeSteps(): Promise<boolean> {
    const { service } = this;
    const { objects } = await this.askForOrphans();
    for (const path of objects) {
      const owner = this.program.declared.find(
        ({ kind, inputs }) => kind.holdings !== undefined && kind.pathOf(inputs) === path,
      );
      if (owner !== undefined && owner.kind.differs(service, owner.inputs) === undefined) {
        owner.inputs = { ...owner.inputs, adoptExisting: true };
        // What is taken over has to be described by names.
        owner.spelling = undefined;
      } else {
        service.say(`A person deletes ${path}.`);
        service.objects.put(path, undefined, "world");
      }
    }
    await this.execute("at the end", "refresh --clear-pending-creates", () =>
      this.engine.refresh(undefined, { clearPendingCreates: true }),
    );
    return objects.length > 0;
  }

  private async askForOrphans(): Promise<Recovery> {
    const { service, clock, watch } = this;
    const wasCalm = service.isCalm;
    service.isCalm = true;
    // The service may list an operation up to a minute late.
    await clock.pass(Math.max(service.operations.leftMs, 120_000));
    const recovery = await clock.until(findUnrecorded(this.engine.state, this.network));
    service.isCalm = wasCalm;
    watch.orphans = recovery.paths;
    service.say(`\`orphans\` names ${recovery.paths.join() || "nothing"}. ${recovery.problems.join(" ")}`);
    return recovery;
  }

  private newProcesses(): Processes {
    const { network, watch, isPlugin } = this;
    const processes: Processes = new Processes({
      network,
      isPlugin,
      cancelled: () => {
        // The CLI of an earlier command can be dead, and its calls go on.
        if (this.processes === processes) watch.commandIsCancelled();
      },
      dies: (label) => this.dies(label),
      begun: (kind, method, request) => watch.callBegins(kind, method, request),
      message: (severity, urn, text) => {
        watch.message(severity, urn, text);
      },
    });
    return processes;
  }

  private dies(label: string): Death {
    if (this.isOver) return undefined;
    const fates = ["lives", "is killed before it sends", "is killed after it has sent"] as const;
    const fate = this.tape.choose(`the provider process at ${label}`, fates, this.killRates.provider);
    if (fate === "lives") return undefined;
    this.watch.wasKilled = true;
    return fate === "is killed before it sends" ? "before it sends" : "after it has sent";
  }

  private async point(name: string): Promise<void> {
    if (this.isOver) return;
    const [step = "", op = ""] = name.split(" ");
    const label = `the CLI ${step} ${op} of ${nameOf(name)}`;
    if (this.tape.choose(label, ["lives", "is killed"], this.killRates.cli) === "lives") return;
    this.service.say(`KILLED the CLI ${name}`);
    this.killCli?.();
    await new Promise(() => undefined);
  }
}
