import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Folders and files of the tests, in the order in which they start. What takes long goes first, so that it does not go
 * last, and what mostly waits runs beside what mostly computes. Files of one tier stay together: they share a process.
 */
export const startOrder = [
  "test/faults/cli.test.ts",
  "test/package/programs.test.ts",
  "test/faults/crashes/cli.test.ts",
  "test/package/documentedCommands.test.ts",
  "test/faults/crashes/provider.test.ts",
  "test/faults/crashes/languageHost.test.ts",
  "test/protocol",
  "test/package",
  "test/engine/ambiguous.test.ts",
  "test/engine/acceptance.test.ts",
  "test/engine/examples",
  "test/engine",
  "test/faults",
  "test/contract",
  "test/browser",
  "test/adversary",
  "test/unit",
] as const;

/** The place of a file in {@link startOrder}: that of the entry that says most about it. What has none goes last. */
export function placeOf(file: string): number {
  const entries = startOrder.filter((entry) => file === entry || file.startsWith(`${entry}/`));
  const [closest] = entries.sort((one, other) => other.length - one.length);
  return closest === undefined ? startOrder.length : startOrder.indexOf(closest);
}

/** The order in which vitest runs the files; those of one place as vitest itself orders them. */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      placeOf(relative(this.ctx.config.root, moduleId).replaceAll("\\", "/"));
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}
