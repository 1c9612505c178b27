import { readdirSync } from "node:fs";
import { join } from "node:path";

/** A part of the provider whose tests are tested. */
export interface Room {
  readonly name: string;
  /** Files, and folders with all below them. */
  readonly sources: readonly string[];
  /** The protocol tests that run for a mutant that no unit test finds. With `--all` every one of them does. */
  readonly protocolTests: readonly string[];
}

const source = "provider/src";

export const rooms: readonly Room[] = [
  {
    name: "lifecycle",
    sources: [
      "check",
      "create",
      "diff",
      "failure",
      "insert",
      "job",
      "ledger",
      "outcome",
      "pending",
      "readModifyWrite",
      "read",
      "recorded",
      "remove",
      "resume",
      "settle",
      "update",
    ].map((file) => `${source}/lifecycle/${file}.ts`),
    protocolTests: [
      "test/protocol/create.test.ts",
      "test/protocol/existing.test.ts",
      "test/protocol/snapshotFailures.test.ts",
      "test/protocol/vanishedOperations.test.ts",
      "test/protocol/ambiguous.test.ts",
      "test/protocol/check-diff.test.ts",
      "test/protocol/firewallPolicyIam.test.ts",
      "test/protocol/snapshot.test.ts",
    ],
  },
  {
    name: "fields",
    sources: [`${source}/fields`, `${source}/lifecycle/fieldTable.ts`],
    protocolTests: ["test/protocol/check-diff.test.ts"],
  },
  {
    name: "http",
    sources: [`${source}/http`],
    protocolTests: ["test/protocol/requestHeaders.test.ts", "test/protocol/messages.test.ts"],
  },
];

/** The source files of a room; each of its sources has to be there. */
export function filesOf({ sources }: Room, root: string): string[] {
  return sources.flatMap((path) =>
    path.endsWith(".ts") ? [path] : tree(join(root, path)).map((name) => `${path}/${name}`),
  );
}

function tree(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .sort();
}
