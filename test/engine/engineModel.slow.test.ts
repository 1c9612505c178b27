import { describe, it } from "vitest";
import { SeededRandom, seedsOf } from "../support/seededRandom";
import { expectSameLife } from "./engineModel/compare";
import { killedLife } from "./engineModel/lives";
import { randomLife } from "./engineModel/randomLife";

describe("the model of Pulumi's engine calls and records what the real one does", () => {
  it("when processes are killed", (context) => expectSameLife(killedLife(), context));

  it.for(seedsOf(1))("in the random life %i", (seed, context) =>
    expectSameLife(randomLife(new SeededRandom(seed, "life of a stack"), 12), context),
  );
});
