import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { faults } from "../faults/matrix/faults";
import { impossibleCells, promises } from "../faults/matrix/tables";
import { callsOf, registeredKinds } from "../kinds/every";

/** What the page speaks of: the calls of the package itself. */
const calls = registeredKinds.flatMap(callsOf);

const page = readFileSync(new URL("../../provider/docs/reliability.md", import.meta.url), "utf8");

/** Tables without the padding that the formatter gives them. */
const unpadded = (text: string) => text.replaceAll(/ +/g, " ").replaceAll(/-{3,}/g, "---").replaceAll("\\", "");

it("the page on reliability has the promise of every fault, as the matrix tests it", () => {
  for (const line of unpadded(promises(calls)).split("\n")) expect(unpadded(page)).toContain(line);
});

it("the page on reliability names every call of the matrix, and how many cells there are", () => {
  for (const { name } of calls) expect(page).toContain(`\`${name}\``);
  const impossible = impossibleCells(calls).reduce((sum, cell) => sum + cell.calls.length, 0);
  const possible = calls.length * faults.length - impossible;
  expect(page.replaceAll(/\s+/g, " ")).toContain(`${String(possible)} cells; ${String(impossible)} more cannot occur`);
  for (const why of new Set(impossibleCells(calls).map((cell) => cell.why)))
    expect(page.replaceAll(/\s+/g, " ")).toContain(why);
});
