import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resultsFolder } from "../support/rowFiles";
import { clearRows, readRows } from "./results";
import { everyCell, summary } from "./tables";

/** Before the first test of the tier. */
export function setup(): void {
  clearRows();
}

/** After the last one: prints the table, and writes every cell to `test-results/liberties.md`. */
export function teardown(): void {
  const rows = readRows();
  if (rows.length === 0) return;
  mkdirSync(resultsFolder, { recursive: true });
  writeFileSync(join(resultsFolder, "liberties.md"), everyCell(rows));
  console.log(`\n${summary(rows)}\n`);
}
