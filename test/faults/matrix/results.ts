import { RowFiles, whyOf } from "../../support/rowFiles";

/** What became of one cell. */
export interface Row {
  readonly call: string;
  readonly fault: string;
  /** `lost`: a change was made twice, forgotten, or not told; `leaked`: a secret was seen. */
  readonly result: "survived" | "lost" | "leaked";
  /** The first line of what the user saw, once for each way to go on. */
  readonly saw: string;
}

/** A secret was found where it must not be. */
export class SecretSeen extends Error {}

const files = new RowFiles<Row>("fault-matrix");

/** The rows of one test file; each file has its own, because they run in processes of their own. */
export class Rows {
  private readonly rows: Row[] = [];

  constructor(private readonly name: string) {}

  /** Runs a cell and notes how it ended. */
  async cell(call: string, fault: string, run: () => Promise<string>): Promise<void> {
    try {
      this.rows.push({ call, fault, result: "survived", saw: await run() });
    } catch (error) {
      const result = error instanceof SecretSeen ? "leaked" : "lost";
      this.rows.push({ call, fault, result, saw: whyOf(error) });
      throw error;
    }
  }

  write(): void {
    files.write(this.name, this.rows);
  }
}

/** Forgets the rows of an earlier run. */
export function clearRows(): void {
  files.clear();
}

/** The rows of a run, by the name of the test file. */
export function readRows(): Record<string, Row[]> {
  return files.read();
}
