import { DefaultReporter, type TestModule, type TestRunEndReason, type TestSpecification } from "vitest/node";
import type { UserConsoleLog } from "vitest";
import type { SerializedError } from "@vitest/utils";
import { spoken, timeLeftMs } from "./estimate";
import { readTimes, recordedTimesFile, recordTimes } from "./recordedTimes";
import { seedOfRun, seedVariable, spokenSeed } from "./seed";
import { countsOf, spokenCounts, summaryLines, type Outcome } from "./summary";

interface Tier {
  readonly files: Set<string>;
  readonly ended: TestModule[];
  firstMs: number | undefined;
}

/**
 * What `npm test` shows: each tier when it ends, how much time is left, every failure in full, and at last what passed
 * and what was skipped and why. A terminal has one line that is kept up to date; a log, a line every half minute.
 * vitest takes a reporter of its own by the default export of a module.
 */
export default class TierReporter extends DefaultReporter {
  private readonly tiers = new Map<string, Tier>();
  private readonly recordFile = recordedTimesFile(process.env);
  private readonly recordedMs = readTimes(this.recordFile);
  private readonly startMs = new Map<string, number>();
  private readonly tookMs = new Map<string, number>();
  private readonly modules: TestModule[] = [];
  private timer: NodeJS.Timeout | undefined;
  private lineIsOpen = false;

  constructor() {
    super({ summary: false });
    // One for the whole run, also when it goes on after midnight: the workers inherit it.
    process.env[seedVariable] ??= String(seedOfRun(process.env));
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications);
    for (const { project, moduleId } of specifications) {
      const tier = this.tiers.get(project.name) ?? { files: new Set(), ended: [], firstMs: undefined };
      tier.files.add(moduleId);
      this.tiers.set(project.name, tier);
    }
    this.log(
      this.recordedMs.size === 0
        ? `${this.fileCount()} files. How long that takes is not known: no run has been recorded here.`
        : `${this.fileCount()} files, which take ${this.timeLeft()} if they take what they took last time.`,
    );
    this.timer = setInterval(this.showProgress.bind(this), this.isTTY ? 1_000 : 30_000).unref();
  }

  override onTestModuleQueued(module: TestModule): void {
    super.onTestModuleQueued(module);
    const now = performance.now();
    this.startMs.set(module.moduleId, now);
    const tier = this.tiers.get(module.project.name);
    if (tier !== undefined) tier.firstMs ??= now;
  }

  override onTestModuleEnd(module: TestModule): void {
    this.tookMs.set(module.moduleId, performance.now() - (this.startMs.get(module.moduleId) ?? performance.now()));
    this.modules.push(module);
    super.onTestModuleEnd(module);
    const tier = this.tiers.get(module.project.name);
    if (tier === undefined) return;
    tier.ended.push(module);
    if (tier.ended.length === tier.files.size) this.showTier(module.project.name, tier);
  }

  override onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): void {
    clearInterval(this.timer);
    super.onTestRunEnd(modules, errors, reason);
    const whole = new Map([...this.tookMs].map(([file, ms]) => [this.relative(file), ms]));
    // Long rounds take longer by design: they would spoil the next estimate.
    if (process.env.PULUMI_GCE_LONG !== "1") recordTimes(this.recordFile, whole);
    for (const line of summaryLines(modules.flatMap(outcomesOf), this.end - this.start)) this.log(line);
    const without = modules.filter(
      (module) => module.state() === "failed" && countsOf(outcomesOf(module)).failed === 0,
    );
    for (const module of without) this.log(`Failed outside its tests: ${module.relativeModuleId}`);
    this.log(spokenSeed(process.env));
  }

  /** A file that passed is a number in its tier. */
  protected override printTestModule(module: TestModule): void {
    if (module.state() === "failed") super.printTestModule(module);
  }

  override log(...messages: unknown[]): void {
    this.closeLine();
    super.log(...messages);
  }

  override error(...messages: unknown[]): void {
    this.closeLine();
    super.error(...messages);
  }

  override onUserConsoleLog(log: UserConsoleLog, state?: "passed" | "failed" | "skipped" | "pending"): void {
    this.closeLine();
    super.onUserConsoleLog(log, state);
  }

  private showTier(name: string, { ended, firstMs = 0 }: Tier): void {
    const counts = spokenCounts(countsOf(ended.flatMap(outcomesOf)));
    const workMs = ended.reduce((all, { moduleId }) => all + (this.tookMs.get(moduleId) ?? 0), 0);
    const times = `in ${spoken(performance.now() - firstMs)}, ${spoken(workMs)} of files`;
    const left = this.tookMs.size === this.fileCount() ? "" : `; ${this.timeLeft()} left`;
    this.log(`${name}: ${counts}, ${times}${left}`);
  }

  private showProgress(): void {
    const { failed } = countsOf(this.modules.flatMap(outcomesOf));
    const text = `${String(this.tookMs.size)} of ${String(this.fileCount())} files, ${String(failed)} failed, ${this.timeLeft()} left`;
    if (!this.isTTY) {
      this.log(text);
      return;
    }
    process.stdout.write(`\r\u001b[2K${text}`);
    this.lineIsOpen = true;
  }

  private closeLine(): void {
    if (this.lineIsOpen) process.stdout.write("\r\u001b[2K");
    this.lineIsOpen = false;
  }

  private timeLeft(): string {
    const now = performance.now();
    const files = [...this.tiers.values()].flatMap((tier) => [...tier.files]);
    const isRunning = (file: string) => this.startMs.has(file) && !this.tookMs.has(file);
    const named = (entries: Iterable<[string, number]>) =>
      new Map([...entries].map(([file, ms]) => [this.relative(file), ms] as const));
    const leftMs = timeLeftMs({
      recordedMs: this.recordedMs,
      endedMs: named(this.tookMs),
      runningMs: named([...this.startMs].filter(([file]) => isRunning(file)).map(([file, ms]) => [file, now - ms])),
      waiting: files.filter((file) => !this.startMs.has(file)).map((file) => this.relative(file)),
      workers: Number(this.ctx.config.maxWorkers) || 1,
    });
    return leftMs === undefined ? "an unknown time" : `about ${spoken(leftMs)}`;
  }

  private fileCount(): number {
    return [...this.tiers.values()].reduce((all, { files }) => all + files.size, 0);
  }
}

function outcomesOf(module: TestModule): Outcome[] {
  return [...module.children.allTests()].map((test) => {
    const result = test.result();
    return {
      tier: module.project.name,
      name: test.fullName,
      state: result.state,
      reason: result.state === "skipped" ? result.note : undefined,
    };
  });
}
