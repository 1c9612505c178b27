import { describe, expect, it } from "vitest";
import { sources } from "../../provider/src/cli/adopt/sources";
import { checkTypeScript, readTypeScript, readYaml, type DeclaredResource } from "../support/adoptedProgram";
import { project, run } from "../support/cli";
import { anyLists, everything, oddTexts, startLists, type Lists } from "../support/listedObjects";
import { fc, runs } from "../support/property";

/*
 * Names and texts of a service in the files that `pulumi-gce adopt` writes. Whatever they are, the parsers of TypeScript, YAML
 * and JSON find the same resources in the three forms, each once, with the texts that the service has. The parser of Go has
 * a slow test of its own.
 */

/** The kinds that are listed where the stack has nothing yet. */
const kinds = Object.entries(sources).flatMap(([kind, { isBesideOthers }]) => (isBesideOthers ? [] : [kind]));

const unseen = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\p{NChar}\u2800]/u;

/** An escape that only a pair of which has a meaning: no parser but those of JavaScript puts it together. */
const half = /(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/;

/** Runs the command in each of its forms, and expects that they say the same. */
async function expectSame(): Promise<{ resources: DeclaredResource[]; error: string }> {
  const typeScript = await run(...everything);
  const yaml = await run(...everything, "--yaml");
  const imported = await run(...everything, "--import-file");
  for (const { code, out, error } of [typeScript, yaml, imported]) {
    expect(code, error).toBe(0);
    expect(out).not.toMatch(unseen);
    expect(error).not.toMatch(unseen);
  }
  const { out, error } = typeScript;
  if (out === "") return { resources: [], error };
  expect(checkTypeScript(out), out).toEqual([]);
  const resources = readTypeScript(out);
  for (const version of ["1.1", "1.2"] as const)
    expect(JSON.stringify(readYaml(yaml.out, version)), yaml.out).toBe(JSON.stringify(resources));
  expect(yaml.out).not.toMatch(half);
  const { resources: entries } = JSON.parse(imported.out) as {
    resources: { name: string; logicalName: string; id: string }[];
  };
  expect(entries.map(({ name, logicalName }) => [name, logicalName])).toEqual(
    resources.map(({ variable, name }) => [variable, name]),
  );
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  const counts = [...error.matchAll(/^(\w+): (\d+) to adopt\.$/gm)].map(([, kind, count]) => [kind, Number(count)]);
  expect(counts).toEqual(kinds.map((kind) => [kind, resources.filter((one) => one.kind === kind).length]));
  return { resources, error };
}

const snapshot = {
  sourceDisk: `https://www.googleapis.com/compute/v1/projects/${project}/zones/us-central1-a/disks/d`,
  description: "",
  labels: {},
  status: "READY",
  selfLink: "",
};

/** The objects of a list, each name once, as it stands last. */
function lastOf<T extends { name: string }>(objects: readonly T[]): T[] {
  return [...new Map(objects.map((one) => [one.name, one])).values()];
}

function expectTexts(resources: readonly DeclaredResource[], { routes, snapshots }: Lists): void {
  const byKind = (kind: string) => resources.filter((one) => one.kind === kind).map(({ args }) => args);
  for (const [kind, listed] of [
    ["Route", lastOf(routes)],
    ["Snapshot", lastOf(snapshots)],
  ] as const) {
    expect(new Map(byKind(kind).map(({ name, description }) => [name, description]))).toEqual(
      new Map(listed.map(({ name, description }) => [name, description.toWellFormed()])),
    );
  }
}

describe("a program that adopt writes", () => {
  it("is the same in each form, whatever the names and texts of a service are", async () => {
    const service = await startLists();
    await fc.assert(
      fc.asyncProperty(anyLists, async (lists) => {
        service.serve(lists);
        expectTexts((await expectSame()).resources, lists);
      }),
      { numRuns: runs(10) },
    );
  });

  it("has every odd text as a description", async () => {
    const { serve } = await startLists();
    const texts = oddTexts.map((text) => text.toWellFormed());
    serve({ snapshots: texts.map((text, index) => ({ ...snapshot, name: `s${String(index)}`, description: text })) });
    const described = (await expectSame()).resources.map(({ args }) => args.description);
    expect(described.sort()).toEqual(texts.sort());
  });

  it.each([
    ["..", "whose answer names no object (..)"],
    ["a\nRoute: 99 to adopt.", "(a\\nRoute: 99 to adopt.)"],
    ["a\r\u001b[2K\u2028\u202eb", "(a\\r\\u001b[2K\\u2028\\u202eb)"],
  ])("leaves out a proxy of the name %j on one line, and goes on", async (name, line) => {
    const { serve } = await startLists();
    serve({ targetSslProxies: [{ name, certificateMap: "//x", selfLink: "" }] });
    expect((await expectSame()).error).toContain(`${line}\n`);
  });
});
