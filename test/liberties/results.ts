import { RowFiles, whyOf } from "../support/rowFiles";

/** What became of one cell. */
export interface Row {
  readonly family: string;
  readonly liberty: string;
  readonly kind: string;
  readonly result: "settled" | "lost";
  /** Why it is lost: the first line. */
  readonly why: string;
  readonly tookMs: number;
}

const files = new RowFiles<Row>("liberties");

/** The rows of one run. */
export class LibertyRows {
  private readonly rows: Row[] = [];

  /** Runs a cell and notes how it ended. */
  async cell(of: Pick<Row, "family" | "liberty" | "kind">, run: () => Promise<void>): Promise<void> {
    const beganMs = performance.now();
    const note = (result: Row["result"], why: string) =>
      this.rows.push({ ...of, result, why, tookMs: Math.round(performance.now() - beganMs) });
    try {
      await run();
      note("settled", "");
    } catch (error) {
      note("lost", whyOf(error));
      throw error;
    }
  }

  write(): void {
    files.write("provider process", this.rows);
  }
}

/** Forgets the rows of an earlier run. */
export function clearRows(): void {
  files.clear();
}

export function readRows(): Row[] {
  return Object.values(files.read()).flat();
}
