import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The rooms in the order in which they begin: first those with the longest files, of which the last one would run alone at the end,
 * and those that wait for processes, beside which the others compute.
 */
const rooms = ["simulation", "faults", "engine", "package", "browser", "adversary", "protocol", "contract", "unit"];

/** Begins with the longest files, also where no earlier run has left its times. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => rooms.indexOf(project.name);
    // Within a room, the times of an earlier run decide, or the sizes of the files.
    return (await super.sort(files)).sort((left, right) => rank(left) - rank(right));
  }
}
