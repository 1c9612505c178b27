import { Session, type Profiler } from "node:inspector";
import { setFlagsFromString } from "node:v8";

/** The blocks of code of the package that a life has run, as V8 counts them: a number for each. */
export class Blocks {
  private readonly session = new Session();
  /** The reports of a function that differ, each once: most lives share them. */
  private readonly reports = new Map<string, Report>();
  private readonly starts = new Map<string, Set<number>>();

  constructor() {
    // Optimized code counts no calls.
    setFlagsFromString("--no-opt");
    this.session.connect();
    this.session.post("Profiler.enable");
    this.session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  /** The reports of the functions that have run since the last time. */
  take(): readonly Report[] {
    let scripts: Profiler.ScriptCoverage[] = [];
    this.session.post("Profiler.takePreciseCoverage", (error, taken) => {
      if (error !== null) throw error;
      scripts = taken.result;
    });
    const inPackage = scripts.filter(({ url }) => url.includes("/provider/src/"));
    return inPackage.flatMap(({ url, functions }) =>
      functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).map(({ ranges }) => this.report(url, ranges)),
    );
  }

  /** The places, as file and offset, that ran by these reports. Every start of a block that any report knows is one. */
  list(reports: readonly Report[]): string[] {
    return reports.flatMap(
      (report) =>
        (report.ran ??= [...(this.starts.get(report.key) ?? [])]
          .filter((start) => hasRun(report.ranges, start))
          .map((start) => `${report.key} ${String(start)}`)),
    );
  }

  private report(url: string, ranges: readonly Profiler.CoverageRange[]): Report {
    const [whole] = ranges;
    const key = `${url.slice(url.indexOf("/provider/src/") + 14)} ${String(whole?.startOffset)}`;
    const text = `${key} ${ranges.map(({ startOffset, endOffset, count }) => `${String(startOffset)}-${String(endOffset)}${count > 0 ? "+" : ""}`).join()}`;
    const starts = this.starts.get(key) ?? new Set();
    this.starts.set(key, starts);
    for (const { startOffset } of ranges) starts.add(startOffset);
    const report = this.reports.get(text) ?? { key, ranges };
    this.reports.set(text, report);
    return report;
  }
}

/** The parts of a function that have run. */
export interface Report {
  readonly key: string;
  readonly ranges: readonly Profiler.CoverageRange[];
  ran?: readonly string[];
}

/** The ranges are nested, and an inner one comes after the outer one. */
function hasRun(ranges: readonly Profiler.CoverageRange[], offset: number): boolean {
  return (ranges.findLast(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)?.count ?? 0) > 0;
}
