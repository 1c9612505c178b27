import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of what a run of the tests writes. */
export const resultsFolder = fileURLToPath(new URL("../../test-results", import.meta.url));

/** The first line of what a person is told. */
export function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

/** Why something ended in an error: the first line. */
export function whyOf(error: unknown): string {
  return firstLine(error instanceof Error ? error.message : String(error));
}

/** The rows of a table that several test files fill, each in a process of its own: a file of rows for each. */
export class RowFiles<Row> {
  private readonly folder: string;

  /** @param name of the table, and of its folder */
  constructor(name: string) {
    this.folder = join(resultsFolder, name);
  }

  /** Forgets the rows of an earlier run. */
  clear(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  write(testFile: string, rows: readonly Row[]): void {
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(join(this.folder, `${testFile}.json`), JSON.stringify(rows));
  }

  /** The rows of a run, by the name of the test file. */
  read(): Record<string, Row[]> {
    mkdirSync(this.folder, { recursive: true });
    return Object.fromEntries(
      readdirSync(this.folder)
        .sort()
        .map((file) => [
          file.replace(/\.json$/, ""),
          JSON.parse(readFileSync(join(this.folder, file), "utf8")) as Row[],
        ]),
    );
  }
}
