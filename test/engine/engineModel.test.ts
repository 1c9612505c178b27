import { describe, it, type TestContext } from "vitest";
import { SeededRandom, seedsOf } from "../support/seededRandom";
import { comparableOf, unsaid } from "./engineModel/compare";
import type { Step } from "./engineModel/life";
import { lives } from "./engineModel/lives";
import { ModelPlayer } from "./engineModel/modelPlayer";
import { randomLife } from "./engineModel/randomLife";
import { RealPlayer } from "./engineModel/realPlayer";

/** Plays a life through Pulumi's CLI and through the model, and compares their calls and states after each step. */
async function compare(steps: readonly Step[], { expect, onTestFinished }: TestContext): Promise<void> {
  const real = await RealPlayer.create();
  onTestFinished(() => {
    real.stack.remove();
  });
  const model = new ModelPlayer();
  for (const [index, step] of steps.entries()) {
    const [inReality, inTheModel] = [await real.play(step), await model.play(step)];
    const said = `step ${String(index + 1)} of ${JSON.stringify(steps, undefined, 2)}\n${real.stack.printed.at(-1) ?? ""}`;
    expect(comparableOf(inTheModel, step), said).toEqual(comparableOf(inReality, step));
    expect(unsaid(inReality.entries, inTheModel.entries), said).toEqual([]);
  }
}

describe("the model of Pulumi's engine calls and records what the real one does", () => {
  it.concurrent.for(Object.entries(lives))("in %s", ([, steps], context) => compare(steps(), context));

  it.concurrent.for(seedsOf(1))("in the random life %i", (seed, context) =>
    compare(randomLife(new SeededRandom(seed, "life of a stack"), 12), context),
  );
});
