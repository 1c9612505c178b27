import type { VirtualClock } from "./clock";
import { Engine } from "./engine/engine";
import type { Result } from "./engine/run";
import { parseUrn } from "../../provider/src/names/stackUrn";
import { readRate } from "./families";
import type { Network } from "./network";
import { findUnrecorded, type Recovery } from "./orphans";
import { Processes, type Death } from "./processes";
import type { SimulatedProgram } from "./program";
import { promises } from "./promises";
import type { Service } from "./service/service";
import type { Tape } from "./tape";
import type { Watch } from "./watch";

/** When the user presses Ctrl-C in a command. */
const cancelsAfterMs = {
  never: undefined,
  "at once": 0,
  ...{ "20 ms": 20, "100 ms": 100, "500 ms": 500, "3 s": 3_000, "20 s": 20_000, "2 minutes": 120_000 },
};
const clocksAheadMs = { "is right": 0, "is an hour ahead": 3_600_000, "is an hour behind": -3_600_000 };

/** The surroundings of a CLI. */
export interface CliOptions {
  readonly clock: VirtualClock;
  readonly tape: Tape;
  readonly service: Service;
  readonly network: Network;
  readonly program: SimulatedProgram;
  readonly watch: Watch;
}

/** The result of a command. */
export interface Outcome {
  readonly ok: boolean;
  /** How many requests for a change it has sent. */
  readonly changes: number;
  readonly errors: string;
}

/** The commands of a user, on a machine whose clock can be wrong: processes are killed, and the user presses Ctrl-C. */
export class Cli {
  readonly engine: Engine;
  /** True if nothing of that happens. */
  isUndisturbed = false;
  private processes: Processes;
  private readonly killRates: { readonly provider: number; readonly cli: number };
  private readonly cancelRate: number;
  private readonly isPlugin: boolean;
  private cancelling: NodeJS.Timeout | undefined;
  /** Set while a command runs: kills its CLI. */
  private killCli: (() => void) | undefined;

  constructor(private readonly options: CliOptions) {
    const { tape } = options;
    this.killRates = { provider: readRate(tape, "killed"), cli: readRate(tape, "killed CLI") };
    this.cancelRate = readRate(tape, "cancelled");
    this.isPlugin = tape.choose("the resources are of", ["the classes", "the plugin"]) === "the plugin";
    this.processes = this.newProcesses();
    this.engine = new Engine(
      () => this.processes,
      (name) => this.point(name),
    );
  }

  /** Runs a command to its end, or until its CLI is killed. */
  async execute(label: string, what: string, run: () => Promise<Result>): Promise<Outcome> {
    const { clock, service, network, watch } = this.options;
    const program = this.options.program.source.resources.map(({ name, inputs }) => ({ [name]: inputs }));
    service.say(`${label}: ${what} ${what.startsWith("up") ? JSON.stringify(program) : ""}`);
    const changesBefore = network.changes;
    this.setClock(label);
    this.processes = this.newProcesses();
    watch.commandBegins(what);
    const killed = new Promise<undefined>((resolve) => {
      this.killCli = () => {
        resolve(undefined);
      };
    });
    this.cancelsDuring(label);
    const result = await clock.until(Promise.race([run(), killed]));
    clearTimeout(this.cancelling);
    if (result === undefined) {
      this.engine.kill();
      // Its providers notice some seconds later.
      setTimeout(this.processes.end.bind(this.processes), 5_000);
    } else this.processes.end();
    clock.setAhead(0);
    const errors = (result?.errors ?? []).map(({ message }) => message).join(" / ");
    watch.commandEnds(result === undefined, errors);
    service.say(`  ${result === undefined ? "its CLI was killed" : result.ok ? "succeeds" : `fails: ${errors}`}`);
    await this.checkAfterCommand();
    return { ok: result?.ok ?? false, changes: network.changes - changesBefore, errors };
  }

  /** The clock of the machine that runs a command may be wrong. */
  private setClock(label: string): void {
    const { service, clock, tape } = this.options;
    if (this.isUndisturbed) return;
    const aheadMs = tape.pick(`the clock of the machine in ${label}`, clocksAheadMs, service.rate("wrongClock"));
    if (aheadMs === 0) return;
    service.meet("wrongClock");
    clock.setAhead(aheadMs);
  }

  /** The user may press Ctrl-C at some moment of a command. */
  private cancelsDuring(label: string): void {
    if (this.isUndisturbed) return;
    const afterMs = this.options.tape.pick(`the user cancels ${label} after`, cancelsAfterMs, this.cancelRate);
    if (afterMs === undefined) return;
    this.cancelling = setTimeout(() => {
      this.options.service.say("CANCELLED the command");
      this.engine.cancel();
    }, afterMs);
  }

  private async checkAfterCommand(): Promise<void> {
    const { watch } = this.options;
    watch.noteAdopted();
    watch.verdict();
    watch.check("requestsAreBounded", promises.requestsAreBounded(watch.scene));
    watch.check("previousValuesAreTrue", promises.previousValuesAreTrue(watch.scene));
    if (watch.wasKilled && promises.nothingIsUnknown(watch.scene) !== undefined) await this.askForOrphans();
    watch.check("nothingIsUnknown", promises.nothingIsUnknown(watch.scene));
    watch.verdict();
  }

  /** The command `orphans`, which changes nothing. */
  async askForOrphans(): Promise<Recovery> {
    const { service, network, clock, watch } = this.options;
    const wasCalm = service.isCalm;
    service.isCalm = true;
    // The service may list an operation up to a minute late.
    await clock.pass(Math.max(service.operations.leftMs, 120_000));
    const recovery = await clock.until(findUnrecorded(this.engine.state, network));
    service.isCalm = wasCalm;
    watch.orphans = recovery.paths;
    watch.check("orphansAreLeft", promises.orphansAreLeft(watch.scene, recovery.objects));
    service.say(`\`orphans\` names ${recovery.paths.join() || "nothing"}. ${recovery.problems.join(" ")}`);
    return recovery;
  }

  private newProcesses(): Processes {
    const { isPlugin } = this;
    const { network, watch } = this.options;
    const processes: Processes = new Processes({
      network,
      isPlugin,
      losesFirstRequest: !isPlugin && this.options.service.people.nameOddly,
      cancelled: () => {
        // The CLI of an earlier command can be dead, and its calls go on.
        if (this.processes === processes) watch.commandIsCancelled();
      },
      dies: (label) => this.dies(label),
      begun: (...call) => watch.callBegins(...call),
      message: (severity, urn, text) => {
        watch.message(severity, urn, text);
      },
    });
    return processes;
  }

  private dies(label: string): Death {
    if (this.isUndisturbed) return undefined;
    const fates = ["lives", "is killed before it sends", "is killed after it has sent"] as const;
    const fate = this.options.tape.choose(`the provider process at ${label}`, fates, this.killRates.provider);
    if (fate === "lives") return undefined;
    this.options.watch.wasKilled = true;
    return fate === "is killed before it sends" ? "before it sends" : "after it has sent";
  }

  private async point(name: string): Promise<void> {
    if (this.isUndisturbed) return;
    const [step = "", op = ""] = name.split(" ");
    const label = `the CLI ${step} ${op} of ${parseUrn(name).name}`;
    if (this.options.tape.choose(label, ["lives", "is killed"], this.killRates.cli) === "lives") return;
    this.options.service.say(`KILLED the CLI ${name}`);
    this.killCli?.();
    await new Promise(() => undefined);
  }
}
