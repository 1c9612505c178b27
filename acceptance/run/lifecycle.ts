import { isDeepStrictEqual } from "node:util";
import { setTimeout as pause } from "node:timers/promises";
import { kinds } from "../kinds/every";
import { functions } from "../kinds/functions";
import type { AcceptanceKind, Context, Seen, Stage } from "../kinds/kind";
import { fixturesOf, functionNames, type FunctionName, type SubjectName } from "../plan/names";
import type { Engine, Ran } from "./engine";
import { steps, type StepName, type Verdicts } from "./verdict";

/** What a run tries, and with what. */
export interface Trial {
  readonly engine: Pick<Engine, "up" | "refresh" | "destroy">;
  readonly context: Context;
  readonly subjects: readonly SubjectName[];
  readonly verdicts: Verdicts;
  readonly say: (line: string) => void;
}

/** Takes all resources through their lives at once, by one program, and calls the functions from it. */
export async function live(trial: Trial): Promise<void> {
  const { subjects, context, verdicts } = trial;
  const ready = subjects.filter((name) => !standsOnNothing(name, context, verdicts));
  const tried = kinds.filter(({ name }) => ready.includes(name));
  const called = functionNames.filter((name) => ready.includes(name));
  const lives = new Lives(trial, tried);
  if (tried.length > 0) await lives.create();
  // What is not there has no further life.
  const isAnyAlive = () => tried.some(({ name }) => !verdicts.hasFailed(name));
  if (isAnyAlive() || called.length > 0) await lives.secondUp(called);
  if (isAnyAlive()) {
    await lives.refresh();
    await lives.change();
    await lives.drift();
  }
  if (tried.length > 0) await lives.destroy();
  for (const kind of tried) for (const step of steps) verdicts.complete(kind.name, step);
}

/** The steps of all lives, each by one command. */
class Lives {
  constructor(
    private readonly trial: Trial,
    private readonly tried: readonly AcceptanceKind[],
  ) {}

  async create(): Promise<void> {
    const { engine, context, say } = this.trial;
    say("create: one up makes everything");
    const ran = await engine.up(this.#declaring("made"));
    await this.#judge(
      "create",
      ran,
      async (kind, done) => unlike(done, ["create"]) ?? notSeen(kind, context, kind.expected(context, "made")),
    );
  }

  async secondUp(called: readonly FunctionName[]): Promise<void> {
    const { engine, context, verdicts, say } = this.trial;
    say("second up: nothing to do, and the functions are called");
    const ran = await engine.up(async () => {
      await this.#declaring("made")();
      for (const name of called) verdicts.judge(name, "call", await functions[name](context).catch(messageOf));
    });
    await this.#judge("second up", ran, (_kind, done) => unlike(done, ["same"]));
    for (const name of called)
      if (verdicts.of(name).size === 0) verdicts.judge(name, "call", ran.error ?? "the program did not come to it");
  }

  async refresh(): Promise<void> {
    const { engine, say } = this.trial;
    say("refresh: nothing has changed");
    await this.#judge("refresh", await engine.refresh(), (_kind, done) => unlike(done, ["same"]));
  }

  async change(): Promise<void> {
    const { engine, context, say } = this.trial;
    say("change: another up");
    await this.#judge(
      "change",
      await engine.up(this.#declaring("changed")),
      async (kind, done) => unlike(done, kind.change) ?? notSeen(kind, context, kind.expected(context, "changed")),
    );
  }

  async drift(): Promise<void> {
    const { engine, context, verdicts, say } = this.trial;
    say("drift: the official client changes what the resources manage, and an up with a refresh repairs it");
    const obstacles = new Map<string, string>();
    // One after the other: two of them may be about one policy.
    for (const kind of this.tried.filter(({ name }) => !verdicts.hasFailed(name)))
      await kind.drift(context).catch((error: unknown) => {
        obstacles.set(kind.name, `the drift could not be made: ${messageOf(error)}`);
      });
    const ran = await engine.up(this.#declaring("changed"), { refresh: true });
    await this.#judge(
      "drift",
      ran,
      async (kind, done) =>
        obstacles.get(kind.name) ??
        unlike(done, ["create", "update", "replace"]) ??
        notSeen(kind, context, kind.expected(context, "changed")),
    );
  }

  async destroy(): Promise<void> {
    const { engine, context, say } = this.trial;
    say("destroy: nothing of the resources is left");
    await this.#judge(
      "destroy",
      await engine.destroy(),
      async (kind, done) => unlike(done, ["delete"]) ?? notSeen(kind, context, kind.afterDestroy?.(context)),
    );
  }

  #declaring(stage: Stage): () => Promise<void> {
    return () => {
      for (const kind of this.tried) kind.declare(this.trial.context, stage);
      return Promise.resolve();
    };
  }

  /** An error of a resource decides; without one, what its step was and what is seen from outside. */
  async #judge(
    step: StepName,
    ran: Ran,
    why: (kind: AcceptanceKind, done: string) => string | undefined | Promise<string | undefined>,
  ): Promise<void> {
    const { verdicts } = this.trial;
    for (const kind of this.tried) {
      if (verdicts.hasFailed(kind.name)) {
        verdicts.set(kind.name, step, { outcome: "not run", why: "an earlier step failed" });
        continue;
      }
      const { error = ran.error, step: done = "none" } = ran.resources.get(kind.name) ?? {};
      verdicts.judge(kind.name, step, error ?? (await Promise.resolve(why(kind, done)).catch(messageOf)));
    }
  }
}

/** Notes of a subject whose fixtures could not be made that it is not tried. */
function standsOnNothing(name: SubjectName, { made }: Context, verdicts: Verdicts): boolean {
  const missing = fixturesOf[name].find((fixture) => made.failures.has(fixture));
  if (missing === undefined) return false;
  const [first = "call", ...rest]: StepName[] = (functionNames as readonly string[]).includes(name)
    ? ["call"]
    : [...steps];
  verdicts.judge(name, first, `${missing} could not be made: ${made.failures.get(missing) ?? ""}`);
  for (const step of rest) verdicts.set(name, step, { outcome: "not run", why: "an earlier step failed" });
  return true;
}

function unlike(done: string, wanted: readonly string[]): string | undefined {
  return wanted.includes(done) ? undefined : `the engine's step is ${done}, and ${wanted.join(" or ")} is expected`;
}

/** What is seen from outside, when it is not what is expected. The service may take a moment to show a change everywhere. */
async function notSeen(kind: AcceptanceKind, context: Context, expected: Seen): Promise<string | undefined> {
  let seen = await kind.look(context);
  for (let waitMs = 250; !isDeepStrictEqual(plain(seen), plain(expected)) && waitMs <= 4_000; waitMs *= 2) {
    await pause(waitMs);
    seen = await kind.look(context);
  }
  return isDeepStrictEqual(plain(seen), plain(expected))
    ? undefined
    : `the official client sees ${text(seen)}, and ${text(expected)} is expected`;
}

/** The official client gives 64-bit numbers and maps as objects of classes. */
function plain(seen: Seen): unknown {
  return seen === undefined ? undefined : (JSON.parse(JSON.stringify(seen)) as unknown);
}

function text(seen: Seen): string {
  return seen === undefined ? "nothing" : JSON.stringify(seen);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
