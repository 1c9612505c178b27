import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resultsFolder } from "../../support/rowFiles";
import { clearRows, readRows } from "./results";
import { everyCell, summary } from "./tables";

/** Before the first test of the tier. */
export function setup(): void {
  clearRows();
}

/** After the last one: prints the matrix, and writes every cell to `test-results/fault-matrix.md`. */
export function teardown(): void {
  const rows = readRows();
  if (Object.keys(rows).length === 0) return;
  mkdirSync(resultsFolder, { recursive: true });
  writeFileSync(join(resultsFolder, "fault-matrix.md"), everyCell(rows));
  console.log(`\n${summary(rows)}\n`);
}
