import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resultsFolder } from "./rowFiles";

/** What a tier tells of its rows beside the tests themselves. */
interface TierTable<Rows> {
  /** Of the Markdown in `test-results` that has every cell. */
  readonly file: string;
  readonly clear: () => void;
  readonly read: () => Rows;
  readonly isEmpty: (rows: Rows) => boolean;
  readonly everyCell: (rows: Rows) => string;
  readonly summary: (rows: Rows) => string;
}

/** The global setup of a tier with a table: it is cleared before the first test, and printed and written after the last. */
export function tierReport<Rows>({ file, clear, read, isEmpty, everyCell, summary }: TierTable<Rows>) {
  return {
    setup: clear,
    teardown(): void {
      const rows = read();
      if (isEmpty(rows)) return;
      mkdirSync(resultsFolder, { recursive: true });
      writeFileSync(join(resultsFolder, file), everyCell(rows));
      console.log(`\n${summary(rows)}\n`);
    },
  };
}
