import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

const folder = "test-results";

/** The seconds of one file, the dearest first. */
interface Row {
  readonly room: string;
  readonly file: string;
  readonly own: number;
  readonly children: number;
}

/** Writes `test-results/processorSeconds.tsv`, and prints what each room of the tests takes of the processor. */
export class ProcessorReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules.map(readRow).sort((left, right) => total(right) - total(left));
    const lines = rows.map(({ room, file, own, children }) =>
      [room, file, own.toFixed(1), children.toFixed(1)].join("\t"),
    );
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "processorSeconds.tsv"), ["room\tfile\town\tchildren", ...lines, ""].join("\n"));
    const names = [...new Set(rows.map(({ room }) => room))];
    const rooms = names.map((name) => `${name} ${sum(rows.filter(({ room }) => room === name).map(total)).toFixed(0)}`);
    console.log(
      `\nProcessor seconds: ${sum(rows.map(total)).toFixed(0)} (${rooms.join(", ")}), by file in ${folder}/processorSeconds.tsv.`,
    );
  }
}

function readRow(module: TestModule): Row {
  const { own = 0, children = 0 } = module.meta().processorSeconds ?? {};
  return { room: module.project.name, file: relative(process.cwd(), module.moduleId), own, children };
}

const total = ({ own, children }: Row) => own + children;
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
