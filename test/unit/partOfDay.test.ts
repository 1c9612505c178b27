import { expect, it } from "vitest";
import { isTriedToday } from "../support/partOfDay";

const dayMs = 24 * 60 * 60 * 1000;
const cases = Array.from({ length: 20 }, (_none, index) => index);
const triedOn = (day: number, environment = {}) =>
  cases.filter((index) => isTriedToday(index, 3, environment, day * dayMs));

it("tries a third of the cases each day, and each of them once in three days", () => {
  const days = [20_000, 20_001, 20_002].map((day) => triedOn(day));
  for (const tried of days) expect(tried.length).toBeGreaterThanOrEqual(6);
  expect(days.flat().sort((one, other) => one - other)).toEqual(cases);
});

it("tries the same cases again with the seed that a run has printed, and all of them in the long rounds", () => {
  expect(triedOn(1, { PULUMI_GCE_SEED: "20000" })).toEqual(triedOn(20_000));
  expect(triedOn(20_000, { PULUMI_GCE_LONG: "1" })).toEqual(cases);
});
