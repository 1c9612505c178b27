import { describe, expect, it } from "vitest";
import { describeValues, readIntroduction, valueName } from "../../../tools/docs/enumWords";

it.each([
  ["DO_NOTHING", "DoNothing"],
  ["INTERVAL_5_SEC", "Interval5Sec"],
  ["name", "Name"],
  ["creationTimestamp desc", "CreationTimestampDesc"],
])("the name of the value %s is %s", (value, name) => {
  expect(valueName(value)).toBe(name);
});

describe("a text of values", () => {
  const values = ["KEEP", "DROP"];

  it.each([
    ["The end: `KEEP` keeps it. `DROP` lets it go. Default: `KEEP`.", ["Keeps it.", "Lets it go."]],
    ["The end. `KEEP`: it stays; `DROP`: it goes.", ["It stays.", "It goes."]],
    ["The end. `KEEP` or `true` keeps it. Default: `DROP` (or `false`).", ["Keeps it."]],
    ["The end. `KEEP` keeps it. `KEEP`: it stays. `OTHER` does more.", ["It stays."]],
    ["Says whether it stays (`KEEP`).", []],
  ])("has in %j of each value %j", (text, described) => {
    expect([...describeValues(text, values).values()]).toEqual(described);
  });

  it.each([
    ["The end: `KEEP` keeps it.", "The end."],
    ["The end; another word. `KEEP` keeps it.", "The end; another word."],
    ["The end of it. It has another sentence.", "The end of it."],
  ])("says in %j of all of them %j", (text, introduction) => {
    expect(readIntroduction(text, values)).toBe(introduction);
  });

  it("is refused if it says of all of them nothing", () => {
    expect(() => readIntroduction("`KEEP` keeps it.", values)).toThrow(/begins with the first of them: `KEEP`/);
  });
});
