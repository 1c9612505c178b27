import { describe, expect, it } from "vitest";
import { cover } from "../../simulation/corpus/cover";
import { findUnmet } from "../../simulation/corpus/features";
import { fc } from "../../support/property";

describe("the choice of lives", () => {
  it("has every feature of all, and needs each life", () => {
    const pools = fc.array(
      fc.record({ cost: fc.integer({ min: 1, max: 9 }), features: fc.uniqueArray(fc.nat({ max: 20 })) }),
    );
    const listFeatures = (lives: readonly { features: readonly number[] }[]) =>
      new Set(lives.flatMap(({ features }) => features));
    fc.assert(
      fc.property(pools, (pool) => {
        const chosen = cover(pool);
        expect(listFeatures(chosen)).toEqual(listFeatures(pool));
        for (const one of chosen)
          expect(listFeatures(chosen.filter((other) => other !== one))).not.toEqual(listFeatures(pool));
      }),
    );
  });
});

describe("the check of the chosen lives", () => {
  it("names each liberty, program, family and promise that they do not meet", () => {
    const unmet = findUnmet(new Set(["requestLost @ a route", "late reads @ a route", "a route @ a route"]));
    expect(unmet).toEqual(expect.arrayContaining(["answerLost", "a snapshot", "a wrong clock", "upConverges"]));
    for (const met of ["requestLost", "late reads", "a route"]) expect(unmet).not.toContain(met);
  });
});
