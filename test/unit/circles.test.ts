import { expect, it } from "vitest";
import { circlesOfImports } from "../support/importGraph";

it("no file of the provider imports, by way of others, itself: types count, too", () => {
  expect(circlesOfImports()).toEqual([]);
});
