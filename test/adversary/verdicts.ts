import { RowFiles, whyOf } from "../support/rowFiles";

/** What became of one attack in one place. */
export interface Verdict {
  /** What the package promises: "identity", "secrets", and so on. */
  readonly promise: string;
  readonly attack: string;
  /** Where the attack happens: a member, a message, a header, a kind, a function or a command. */
  readonly place: string;
  readonly verdict: "held" | "failed";
  /** Why the promise did not hold: the first line. */
  readonly why: string;
}

const files = new RowFiles<Verdict>("adversary");

/** The verdicts of one test file. */
export class Verdicts {
  private readonly rows: Verdict[] = [];

  constructor(private readonly promise: string) {}

  /** Runs one attack and notes whether the promise held. */
  async attack(attack: string, place: string, run: () => Promise<void> | void): Promise<void> {
    const note = (verdict: Verdict["verdict"], why: string) =>
      this.rows.push({ promise: this.promise, attack, place, verdict, why });
    try {
      await run();
      note("held", "");
    } catch (error) {
      note("failed", whyOf(error));
      throw error;
    }
  }

  /** Call this in `afterAll`. */
  write(): void {
    files.write(this.promise, this.rows);
  }
}

/** Forgets the verdicts of an earlier run. */
export function clearVerdicts(): void {
  files.clear();
}

export function readVerdicts(): Verdict[] {
  return Object.values(files.read()).flat();
}
