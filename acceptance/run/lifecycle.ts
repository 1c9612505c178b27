import { isDeepStrictEqual } from "node:util";
import { setTimeout as pause } from "node:timers/promises";
import { kinds } from "../kinds/every";
import { functions } from "../kinds/functions";
import type { AcceptanceKind, Context, Observed, Stage } from "../kinds/kind";
import { functionNames, subjects, type FunctionName, type SubjectName } from "../plan/names";
import type { Engine, Ran } from "./engine";
import { listSteps, type StepName, type Verdicts } from "./verdict";

/** What a run tries, and with what. */
export interface Trial {
  readonly engine: Pick<Engine, "up" | "refresh" | "destroy">;
  readonly context: Context;
  readonly tried: readonly SubjectName[];
  readonly verdicts: Verdicts;
  readonly say: (line: string) => void;
}

/** A step of all lives, by one command. */
interface LifeStep {
  readonly name: StepName;
  readonly what: string;
  run(): Promise<Ran>;
  /** What the engine may do with the resource. */
  wanted(kind: AcceptanceKind): readonly string[];
  /** What has to be seen from outside afterwards; without it nobody looks. */
  expected?(kind: AcceptanceKind): Observed;
}

/** Takes all resources through their lives at once, by one program, and calls the functions from it. */
export async function live(trial: Trial): Promise<void> {
  const { context, tried, verdicts, say } = trial;
  for (const name of tried) {
    const missing = subjects[name].fixtures.find((fixture) => context.made.failures.has(fixture));
    const why = `${String(missing)} could not be made: ${context.made.failures.get(missing ?? "network") ?? ""}`;
    if (missing !== undefined) verdicts.judge(name, listSteps(name)[0] ?? "call", why);
  }
  const isReady = (name: SubjectName) => tried.includes(name) && verdicts.findFailure(name) === undefined;
  const declared = kinds.filter(({ name }) => isReady(name));
  const called = functionNames.filter(isReady);
  for (const step of lifeSteps(trial, declared, called)) {
    // What is not there has no further life, and what a failure has left is destroyed.
    const alive = declared.filter(({ name }) => isReady(name));
    const isDue = step.name === "destroy" ? declared.length > 0 : alive.length > 0;
    if (!isDue && !(step.name === "second up" && called.length > 0)) continue;
    say(`${step.name}: ${step.what}`);
    const ran = await step.run();
    for (const kind of alive.filter(({ name }) => isReady(name)))
      verdicts.judge(kind.name, step.name, await whyNot(kind, step, ran, context).catch(toMessage));
  }
}

function lifeSteps(
  { engine, context, verdicts }: Trial,
  declared: readonly AcceptanceKind[],
  called: readonly FunctionName[],
): LifeStep[] {
  const declaring = (stage: Stage) => () => {
    for (const kind of declared) kind.declare(context, stage);
    return Promise.resolve();
  };
  const at = (stage: Stage) => (kind: AcceptanceKind) => kind.expected(context, stage);
  return [
    {
      name: "create",
      what: "one up makes everything",
      run: () => engine.up(declaring("made")),
      wanted: () => ["create"],
      expected: at("made"),
    },
    {
      name: "second up",
      what: "nothing to do, and the functions are called",
      async run() {
        const ran = await engine.up(async () => {
          await declaring("made")();
          for (const name of called) verdicts.judge(name, "call", await functions[name](context).catch(toMessage));
        });
        for (const name of called.filter((each) => verdicts.find(each, "call") === "not run"))
          verdicts.judge(name, "call", ran.error ?? "the program did not come to it");
        return ran;
      },
      wanted: () => ["same"],
    },
    { name: "refresh", what: "nothing has changed", run: () => engine.refresh(), wanted: () => ["same"] },
    {
      name: "change",
      what: "another up",
      run: () => engine.up(declaring("changed")),
      wanted: ({ change }) => change,
      expected: at("changed"),
    },
    {
      name: "drift",
      what: "somebody else changes what the resources manage, and an up with a refresh repairs it",
      async run() {
        // One after the other: two of them may be about one policy.
        for (const kind of declared.filter(({ name }) => verdicts.findFailure(name) === undefined))
          await kind.drift(context).catch((error: unknown) => {
            verdicts.judge(kind.name, "drift", `the drift could not be made: ${toMessage(error)}`);
          });
        return engine.up(declaring("changed"), { refresh: true });
      },
      wanted: () => ["create", "update", "replace"],
      expected: at("changed"),
    },
    {
      name: "destroy",
      what: "nothing of the resources is left",
      run: () => engine.destroy(),
      wanted: () => ["delete"],
      expected: (kind) => kind.afterDestroy?.(context),
    },
  ];
}

/** An error of a resource decides; without one, what its step was and what is seen from outside. */
async function whyNot(kind: AcceptanceKind, step: LifeStep, ran: Ran, context: Context): Promise<string | undefined> {
  const { error = ran.error, step: done = "none" } = ran.resources.get(kind.name) ?? {};
  if (error !== undefined) return error;
  const wanted = step.wanted(kind);
  if (!wanted.includes(done)) return `the engine's step is ${done}, and ${wanted.join(" or ")} is expected`;
  if (step.expected === undefined) return undefined;
  const expected = step.expected(kind);
  let observed = await kind.look(context);
  // The service may take a moment to show a change everywhere.
  for (let waitMs = 250; !isDeepStrictEqual(observed, expected) && waitMs <= 4_000; waitMs *= 2) {
    await pause(waitMs);
    observed = await kind.look(context);
  }
  if (isDeepStrictEqual(observed, expected)) return undefined;
  return `the service shows ${toText(observed)}, and ${toText(expected)} is expected`;
}

function toText(observed: Observed): string {
  return observed === undefined ? "nothing" : JSON.stringify(observed);
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
