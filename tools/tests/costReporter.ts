import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { JsonReporter, type TestModule, type Vitest } from "vitest/node";
import { ProcessMeter } from "./cost/processMeter";
import { reportFile, type Report, type ReportedFile } from "./report";

/**
 * vitest's JSON report, with what each file and the global set-up took: the report itself has the tests' alone.
 * vitest takes a reporter of its own by the default export of a module.
 */
export default class CostReporter extends JsonReporter {
  private readonly meter = ProcessMeter.install();
  private startMs = 0;
  private globalSetup: Report["globalSetup"];
  private modules: readonly TestModule[] = [];

  constructor() {
    super({ outputFile: reportFile });
  }

  override onInit(vitest: Vitest): void {
    super.onInit(vitest);
    this.startMs = performance.now();
  }

  onTestModuleQueued(): void {
    if (this.globalSetup !== undefined) return;
    const processes = this.meter.since(0);
    // vitest's own, for the first files.
    delete processes.worker;
    this.globalSetup = { wallMs: Math.round(performance.now() - this.startMs), processes };
  }

  override async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    this.modules = modules;
    await super.onTestRunEnd(modules);
  }

  override async writeReport(text: string): Promise<void> {
    const report = JSON.parse(text) as Report;
    const byPath = new Map(this.modules.map((module) => [module.moduleId, module]));
    const testResults = report.testResults.map((file): ReportedFile => {
      const module = byPath.get(file.name);
      const cost = module?.meta().cost;
      return { ...file, ...(module && { tier: module.project.name }), ...(cost && { cost }) };
    });
    const globalSetup = this.globalSetup;
    await mkdir(dirname(reportFile), { recursive: true });
    // vitest's own would say so, below what `npm test` says last.
    await writeFile(reportFile, JSON.stringify({ ...report, testResults, ...(globalSetup && { globalSetup }) }));
  }
}
