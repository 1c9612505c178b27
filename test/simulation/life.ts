import { Cli } from "./cli";
import type { VirtualClock } from "./clock";
import { end, type Stage } from "./ending";
import { chooseFamily, chooseItems, chooseRollout, families, readRate, type Rate } from "./families";
import { callFunction, functionNames, isFunction, type FunctionName, type FunctionPromiseName } from "./functions";
import { gaps, type Past } from "./gaps";
import { Habits, isHabit } from "./habits";
import { Hands } from "./hands";
import { casts, ordinaryCasts, served, type Cast } from "./kinds/every";
import type { SimulatedKind } from "./kinds/kind";
import type { LibertyName } from "./liberties";
import { Network } from "./network";
import { OtherStack } from "./otherStack";
import { isUnnamed, toDeclaration, SimulatedProgram } from "./program";
import type { PromiseName } from "./promises";
import { Rival } from "./rival";
import { Service } from "./service/service";
import type { Decision, Tape } from "./tape";
import { Broken, Watch } from "./watch";

export interface LifeOptions {
  /** Programs to choose from. Default: all. */
  readonly casts?: readonly (Cast | FunctionName)[];
  /** These are as probable as they get, in two lives of three. */
  readonly raised?: readonly Rate[];
}

/** The result of a life. */
export interface Lived {
  readonly cast: Cast | FunctionName;
  readonly family: string | undefined;
  /** The promises that had an occasion to break, and the ends of the steps. */
  readonly judged: ReadonlySet<string>;
  readonly broken:
    | { readonly promise: PromiseName | FunctionPromiseName | "the simulator itself"; readonly detail: string }
    | undefined;
  /** Why a broken promise is none: the documents do not give it there. */
  readonly gap: string | undefined;
  /** The events, in order. */
  readonly lines: readonly string[];
  readonly decided: readonly Decision[];
  readonly met: ReadonlyMap<LibertyName, number>;
  readonly requests: number;
  readonly virtualMs: number;
}

const passesMs = { "a second": 1_000, nothing: 1, "20 s": 20_000, "3 minutes": 180_000, "2 hours": 7_200_000 };

/** A stack from its first `up` to its end, against a service that takes its liberties. */
export async function live(clock: VirtualClock, tape: Tape, options: LifeOptions = {}): Promise<Lived> {
  clock.forgetTimers();
  const beganMs = clock.nowMs;
  Math.random = sameRandom();
  if (tape.draw("raises", [true, true, false]) === true) tape.raise(options.raised ?? []);
  const { casts: names = [...ordinaryCasts, ...functionNames] } = options;
  const family = chooseFamily(tape);
  const familyCasts = families[family ?? ""]?.casts.filter((name) => names.includes(name)) ?? [];
  const drawn: readonly (Cast | FunctionName)[] = familyCasts.length > 0 ? familyCasts : names;
  const [ordinary = "a route", ...otherNames] = names;
  const declared = tape.weigh(
    "the program declares",
    ordinary,
    otherNames.map((name) => [name, drawn.includes(name) ? 1 / drawn.length : 0]),
  );
  const chosen = chooseItems(tape, declared) ?? chooseRollout(tape, declared) ?? declared;
  const lived = ({ service, network }: { service: Service; network: Network }) => ({
    cast: chosen,
    family: familyCasts.length > 0 ? family : undefined,
    lines: service.lines,
    decided: tape.decided,
    met: service.met,
    requests: network.sentAtMs.length,
    virtualMs: clock.nowMs - beganMs,
  });
  if (isFunction(chosen)) {
    const called = await callFunction(clock, tape, chosen);
    const { broken } = called;
    const judged = new Set(called.judged);
    return { ...lived(called), judged, broken: broken && { promise: broken[0], detail: broken[1] }, gap: undefined };
  }
  const life = new Life(clock, tape, chosen);
  let broken: Lived["broken"];
  try {
    await life.run();
  } catch (error) {
    const isPromise = error instanceof Broken;
    const detail = isPromise ? error.message : ((error as Error).stack ?? String(error));
    broken = { promise: isPromise ? error.promise : "the simulator itself", detail };
    life.service.say(`BROKEN ${broken.promise}: ${detail}`);
  }
  const gap = gaps.find(
    ({ promises: its, applies }) => its.some((name) => name === broken?.promise) && applies(life.past),
  );
  return { ...lived(life), judged: life.judged, broken: gap === undefined ? broken : undefined, gap: gap?.says };
}

/** Jitter that is the same in every life: no promise may depend on it, and a life can be played again. */
function sameRandom(): () => number {
  let state = 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Three of a kind of objects have names that can go round. */
function thrice(kinds: readonly SimulatedKind[]): readonly SimulatedKind[] {
  const [first] = kinds;
  return first?.isOwned === true && kinds.every((kind) => kind === first) ? [first, first, first] : kinds;
}

class Life {
  readonly service: Service;
  readonly network: Network;
  /** True if a program has changed a resource after a crash, so that no `up` makes it as the killed run did. */
  private droppedAfterCrash = false;
  private readonly stage: Stage;
  private readonly otherStack: OtherStack;
  private readonly hands: Hands;
  private readonly habits: Habits;
  private readonly nextProgramRate: number;
  private readonly forcedRate: number;

  constructor(
    clock: VirtualClock,
    tape: Tape,
    readonly cast: Cast,
  ) {
    const service = (this.service = new Service(tape));
    const kinds = service.people.rotateNames ? thrice(casts[this.cast]) : casts[this.cast];
    const network = (this.network = new Network(service));
    for (const { serve } of served) serve(service);
    this.nextProgramRate = readRate(tape, "next program");
    this.forcedRate = readRate(tape, "forced");
    const program = new SimulatedProgram(tape, service, kinds);
    const rival = new Rival(tape, service, program);
    this.hands = new Hands(tape, service, program);
    network.changeArrives = (label) => {
      rival.movesJustBefore(label);
    };
    const watch: Watch = new Watch({ service, network, program, kinds, state: () => cli.engine.state });
    const cli: Cli = new Cli({ clock, tape, service, network, program, watch });
    this.otherStack = new OtherStack(clock, tape, service, program);
    this.stage = { clock, tape, service, network, program, watch, cli, rival };
    this.habits = new Habits(this.stage);
  }

  get judged(): ReadonlySet<string> {
    return this.stage.watch.judged;
  }

  get past(): Past {
    const { service, network, cast, droppedAfterCrash } = this;
    const { watch, program, rival } = this.stage;
    const { met, misled, blind } = service;
    const { wasKilled, wasReplacedFirst } = watch;
    const { hasMoved, wasRenamed } = program;
    const adopts = program.characters.some(({ inputs }) => inputs.adoptExisting === true);
    const requests = { hasAbandoned: network.hasAbandoned, hasLostInsert: network.lostInserts > 0 };
    const objects = { adopts, hasMoved, wasRenamed, wasReplacedFirst, wasRemade: rival.hasRemade };
    return { cast, met, misled, blind, wasKilled, droppedAfterCrash, ...requests, ...objects };
  }

  async run(): Promise<void> {
    const { clock, tape, rival } = this.stage;
    const isImported = await this.importAll();
    if (!isImported) await this.findMadeBefore();
    const commands = tape.amount("the number of commands", 2, 6);
    for (let number = 1; number <= commands; number++) {
      rival.moves(`before command ${String(number)}, a rival`);
      await this.otherStackActs(`before command ${String(number)}, the other stack`);
      await this.command(`command ${String(number)}`, number === 1 && !isImported);
      rival.moves(`after command ${String(number)}, a rival`);
      await clock.pass(tape.pick(`after command ${String(number)} passes`, passesMs));
    }
    await end(this.stage);
  }

  /** Somebody else may have made what the program adopts, before everything. */
  private async findMadeBefore(): Promise<void> {
    const { service, clock, tape, program, rival } = this.stage;
    for (const { kind, number, inputs } of program.characters) {
      if (inputs.adoptExisting !== true) continue;
      const ages = { "no one": 0, "others, a minute before": 60_000, "others, three hours before": 10_800_000 };
      const ageMs = tape.pick(`what resource ${String(number)} adopts was made by`, ages);
      if (ageMs === 0) continue;
      const make = kind.rival(service, number, inputs).find(({ name }) => name.includes("what the program declares"));
      make?.make();
      rival.remakes();
      await clock.pass(ageMs);
    }
  }

  private async otherStackActs(label: string): Promise<void> {
    const { program, rival } = this.stage;
    if (!program.characters.every(({ kind }) => kind.isOwned)) return;
    const madeAtMs = await this.otherStack.acts(label);
    if (madeAtMs !== undefined) rival.remakes();
  }

  /** Where it has objects that others have made, the life begins with an import of them. */
  private async importAll(): Promise<boolean> {
    const { service, clock, cli, program } = this.stage;
    if (service.meets("the life", ["imports"]) === undefined) return false;
    // An import that fails has recorded nothing, and its user repeats it.
    service.isCalm = cli.isUndisturbed = true;
    for (const { kind, inputs, ...character } of program.characters) {
      if (kind.makeByOthers === undefined || kind.toId === undefined || isUnnamed({ kind, inputs })) continue;
      kind.makeByOthers(service, inputs);
      await clock.pass(60_000);
      const id = kind.toId(inputs);
      await cli.execute("before command 1", `import of ${id}`, () =>
        cli.engine.import(toDeclaration({ kind, inputs, ...character }), id),
      );
      if (kind.holdings !== undefined) service.objects.handOver(kind.toPath(inputs));
    }
    service.isCalm = cli.isUndisturbed = false;
    return true;
  }

  private async command(label: string, isFirst: boolean): Promise<void> {
    const { tape, cli, program, rival } = this.stage;
    const { engine } = cli;
    const others = ["refresh", "up --refresh", "destroy", "preview", "get"] as const;
    const forced = ["up --replace", "up of tainted resources", "up with another replacementTrigger"] as const;
    const what = isFirst
      ? "up"
      : tape.weigh(label, "up", [
          ["up of the next program", this.nextProgramRate],
          ...others.map((other) => [other, other === "get" ? 0.05 : 0.15] as const),
          ...forced.map((one) => [one, this.forcedRate / forced.length] as const),
          ...this.habits.list(),
        ]);
    if (what === "up of the next program")
      this.droppedAfterCrash ||= program.change(label) && this.stage.watch.wasKilled;
    rival.movesDuring(label);
    this.hands.actDuring(label);
    const isForced = forced.some((one) => one === what);
    if (isForced) await this.replaceAll(label, what);
    else if (what === "refresh") await cli.execute(label, what, () => engine.refresh());
    else if (isHabit(what)) await this.habits.follow(what, label);
    else if (what === "destroy") await cli.execute(label, what, () => engine.destroy());
    else if (what === "get") await this.getAll(label);
    else if (what === "preview") await cli.execute(label, what, () => engine.preview(program.source));
    else await cli.execute(label, what, () => engine.up(program.source, { refresh: what === "up --refresh" }));
  }

  /** A user replaces everything, whatever the provider says. */
  private async replaceAll(label: string, what: string): Promise<void> {
    const { cli, program, watch } = this.stage;
    const { engine } = cli;
    watch.replacesFirst(program.orderReplacements(label, true).map(({ kind }) => kind));
    if (what === "up of tainted resources") engine.setTaint(true);
    if (what === "up with another replacementTrigger") program.triggerReplacements();
    const replaces = what === "up --replace" ? engine.urns : [];
    await cli.execute(label, what, () => engine.up(program.source, { replaces }));
  }

  private async getAll(label: string): Promise<void> {
    const { cli, program } = this.stage;
    for (const character of program.declared) {
      const id = character.kind.toId?.(character.inputs);
      if (id === undefined || isUnnamed(character)) continue;
      await cli.execute(label, `get of ${id}`, () => cli.engine.get(toDeclaration(character), id));
    }
  }
}
