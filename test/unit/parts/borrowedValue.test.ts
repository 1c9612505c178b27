import { expect, it } from "vitest";
import {
  decideRestore,
  isNewlyOwned,
  withNewest,
  type BorrowedValue,
  type RestoreDecision,
} from "../../../provider/src/parts/borrowedValue";

const theirs: BorrowedValue<string>["previous"] = { value: "theirs" };
const absent: BorrowedValue<string>["previous"] = { value: undefined };
const undetermined: BorrowedValue<string>["previous"] = undefined;

it.each<
  [
    decision: RestoreDecision,
    actual: string | undefined,
    applied: readonly string[],
    previous: BorrowedValue<string>["previous"],
  ]
>([
  ["restore", "ours", ["ours"], theirs],
  ["restore", "ours", ["ours"], absent],
  // The newest may not be applied.
  ["restore", "older", ["ours", "older"], theirs],
  ["unchanged", "theirs", ["theirs"], theirs],
  ["restoredByOthers", "theirs", ["ours"], theirs],
  ["restoredByOthers", undefined, ["ours"], absent],
  ["restoredByOthers", "theirs", [], theirs],
  ["changedByOthers", "third", ["ours"], theirs],
  ["changedByOthers", undefined, ["ours"], theirs],
  ["changedByOthers", "third", ["ours"], undetermined],
  ["changedByOthers", "ours", [], undetermined],
  ["undetermined", "ours", ["ours"], undetermined],
])("%s: %s is there, of %j, and before it was %j", (decision, actual, applied, previous) => {
  expect(decideRestore({ actual, applied, previous }, Object.is)).toBe(decision);
});

it("two comparisons decide: what is there can show what was set, and not be as it was before", () => {
  const value = { actual: "Theirs", applied: ["theirs"], previous: theirs };
  const isAlike = (one: string | undefined, other: string | undefined) => one?.toLowerCase() === other;
  expect(decideRestore(value, isAlike, Object.is)).toBe("restore");
  expect(decideRestore(value, isAlike)).toBe("unchanged");
});

it("an applied value is recorded once, the newest first", () => {
  expect(withNewest({ a: 1 }, [{ b: 1 }, { a: 1 }])).toEqual([{ a: 1 }, { b: 1 }]);
});

it.each([
  [false, "new", []],
  [false, "ours", ["other", "ours"]],
  [true, "new", ["ours"]],
])("newly owned is %s for %s of %j", (isNew, declared, applied) => {
  expect(isNewlyOwned(declared, applied, Object.is)).toBe(isNew);
});
