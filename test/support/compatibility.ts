import { cliVersion } from "../../tools/pulumi/toolchain";
import { packageManagers } from "./packageManagers";

/** The lowest SDK of the peer range; the newest, which needs Node 22; and the newest that runs on Node 20. */
const [lowestSdk, newestSdk, newestSdkOnNode20] = ["3.139.0", "3.270.0", "3.248.0"];

const nodeMajors = [20, 22, 24] as const;

/** What a program is installed and run with. */
export interface Combination {
  readonly manager: (typeof packageManagers)[number];
  /** The index of the kind of program. */
  readonly kind: number;
  readonly node: (typeof nodeMajors)[number];
  readonly sdk: string;
}

/**
 * What test/package/packedProgram.slow.test.ts runs, and README.md promises. Every two of package manager, kind of program and Node
 * meet; the lowest SDK runs on every Node, and so does the newest that it can have. Each manager installs two SDKs.
 */
export const combinations: readonly Combination[] = packageManagers.flatMap((manager, i) =>
  nodeMajors.map((_, j) => ({
    manager,
    kind: j,
    node: nodeMajors[(i + j) % nodeMajors.length] ?? 20,
    sdk: i === j ? lowestSdk : manager === "npm" ? newestSdk : newestSdkOnNode20,
  })),
);

/** The versions that go together, as README.md shows them: of each Node the lowest and the newest SDK that run with it. */
export function compatibilityTable(): string {
  const nodesByRange = new Map<string, number[]>();
  for (const node of nodeMajors) {
    const sdks = combinations.filter((each) => each.node === node).map(({ sdk }) => Number(sdk.split(".")[1]));
    const range = `3.${String(Math.min(...sdks))} to 3.${String(Math.max(...sdks))}`;
    nodesByRange.set(range, [...(nodesByRange.get(range) ?? []), node]);
  }
  const cli = cliVersion.replace(/\.\d+$/, "");
  const rows = [...nodesByRange].map(([range, nodes]) => `| ${nodes.join(", ")} | ${range} | ${cli} |`);
  return ["| Node | `@pulumi/pulumi` | `pulumi` (CLI) |", "| --- | --- | --- |", ...rows].join("\n");
}
