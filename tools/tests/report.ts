import type { Cost, ProcessCosts } from "./cost/cost";

/** The runner's report, as far as it is read here: what vitest's JSON reporter writes, and what {@link CostReporter} adds. */
export interface Report {
  /** What was started before the first test, for all of a tier. */
  readonly globalSetup?: { readonly wallMs: number; readonly processes: ProcessCosts };
  readonly testResults: readonly ReportedFile[];
}

export interface ReportedFile {
  /** The absolute path of the file. */
  readonly name: string;
  readonly tier?: string;
  /** Absent where nothing of the file ran. */
  readonly cost?: Cost;
  readonly assertionResults: readonly ReportedTest[];
}

export interface ReportedTest {
  readonly fullName: string;
  readonly status: string;
  readonly meta?: { readonly cost?: Cost };
}

export const reportFile = "test-results/vitest.json";
