import { newestCli, oldestCli } from "../../tools/pulumi/goBuild";

/** The lowest SDK of the peer range; the newest, which needs Node 22; and the newest that runs on Node 20. */
const [lowestSdk, newestSdk, newestSdkOnNode20] = ["3.139.0", "3.276.0", "3.248.0"];

const nodeMajors = [20, 22, 24] as const;

/** What a program is installed and run with. */
export interface Combination {
  /** The index of the kind of program. */
  readonly kind: number;
  readonly node: (typeof nodeMajors)[number];
  readonly sdk: string;
}

/**
 * What test/package/packedProgram.slow.test.ts runs, and installation.md promises: each Node with the lowest SDK and with the newest that it
 * can have, and each kind of program with both.
 */
export const combinations: readonly Combination[] = nodeMajors.flatMap((node, i): Combination[] => [
  { node, kind: i, sdk: lowestSdk },
  { node, kind: (i + 1) % nodeMajors.length, sdk: findNewestSdk(node) },
  // The ES module in TypeScript, which an old Node runs with a loader alone.
  ...(node === 24 ? [] : [{ node, kind: 3, sdk: findNewestSdk(node) }]),
]);

function findNewestSdk(node: Combination["node"]): string {
  return node === 20 ? newestSdkOnNode20 : newestSdk;
}

/** The versions that go together, as installation.md shows them: of each Node the lowest and the newest SDK that run with it. */
export function compatibilityTable(): string {
  const nodesByRange = new Map<string, number[]>();
  for (const node of nodeMajors) {
    const range = formatRange(combinations.filter((each) => each.node === node).map(({ sdk }) => sdk));
    nodesByRange.set(range, [...(nodesByRange.get(range) ?? []), node]);
  }
  const cli = formatRange([oldestCli.version, newestCli.version]);
  const rows = [...nodesByRange].map(([range, nodes]) => `| ${nodes.join(", ")} | ${range} | ${cli} |`);
  return ["| Node | `@pulumi/pulumi` | `pulumi` (CLI) |", "| --- | --- | --- |", ...rows].join("\n");
}

/** From the lowest to the newest of some versions: what is between is not run. */
function formatRange(versions: readonly string[]): string {
  const minors = versions.map((version) => Number(version.split(".")[1]));
  return `3.${String(Math.min(...minors))} to 3.${String(Math.max(...minors))}`;
}
