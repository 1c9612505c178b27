import { describe, expect, it } from "vitest";
import { SeededRandom, seedsOf } from "../support/seededRandom";

const draw = (random: SeededRandom) => Array.from({ length: 200 }, () => random.between(1, 6));

describe("random choices of the fault tests", () => {
  it("are repeated by their seed and purpose, and are others for any other", () => {
    expect(draw(new SeededRandom(7, "a"))).toEqual(draw(new SeededRandom(7, "a")));
    expect(draw(new SeededRandom(7, "a"))).not.toEqual(draw(new SeededRandom(7, "b")));
    expect(draw(new SeededRandom(7, "a"))).not.toEqual(draw(new SeededRandom(8, "a")));
    expect(new Set(draw(new SeededRandom(1)))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  });

  it("have the seeds that the environment names", () => {
    const day = { PULUMI_GCE_SEED: "20000" };
    expect(seedsOf(1, day)).toEqual([1]);
    expect(seedsOf(6, day)).toEqual([1, 2, 3, 4, 20_000_004, 20_000_005]);
    expect(seedsOf(6, { ...day, PULUMI_GCE_LONG: "1" })).toHaveLength(60);
    expect(seedsOf(3, { FAULT_ROUNDS: "5" })).toEqual([1, 2, 3, 4, 5]);
    expect(seedsOf(3, { FAULT_SEED: "42", FAULT_ROUNDS: "5" })).toEqual([42]);
  });
});
