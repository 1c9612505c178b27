import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTypeScript, type DeclaredResource } from "../support/adoptedProgram";
import { project, run } from "../support/cli";
import { buildGoProgram } from "../support/goProgram";
import { anyLists, everything, oddTexts, startLists } from "../support/listedObjects";
import { fc, runs } from "../support/property";
import { folderForTest } from "../support/untilTestEnds";

/* Random programs that `pulumi-gce adopt` writes, as Pulumi's own YAML host reads them, with the parser of Go. */

interface ReadProgram {
  readonly problems: readonly string[];
  readonly resources: readonly DeclaredResource[];
}

/** Builds what reads programs as the host does. */
async function buildReader(): Promise<(programs: readonly string[]) => ReadProgram[]> {
  const host = join(import.meta.dirname, "../../tools/pulumi/go/yaml-language-host");
  const reader = await buildGoProgram(folderForTest(), host, join(import.meta.dirname, "yamlReader/main.go"));
  return (programs) => {
    const [input, maxBuffer] = [JSON.stringify(programs), 1024 * 1024 * 1024];
    return JSON.parse(execFileSync(reader, { input, encoding: "utf8", maxBuffer })) as ReadProgram[];
  };
}

describe("the YAML host of Pulumi", () => {
  it("refuses a program with half of a character or a key that is there twice", async () => {
    const readAsHost = await buildReader();
    const halves = 'name: a\nruntime: yaml\nvariables:\n  a: "\\udb40\\udc67"\n';
    const twice = "name: a\nruntime: yaml\nvariables:\n  a: x\n  a: y\n";
    expect(readAsHost([halves, twice]).map(({ problems }) => problems.length)).toEqual([1, 1]);
  });

  it("reads any program that adopt writes as the one in TypeScript", async () => {
    const readAsHost = await buildReader();
    const { serve } = await startLists();
    const written: { yaml: string; resources: DeclaredResource[] }[] = [];
    const write = async () => {
      const [typeScript, yaml] = [await run(...everything), await run(...everything, "--yaml")];
      if (typeScript.out !== "") written.push({ yaml: yaml.out, resources: readTypeScript(typeScript.out) });
    };
    serve({
      snapshots: oddTexts.map((description, index) => ({
        name: `s${String(index)}`,
        description,
        sourceDisk: `https://www.googleapis.com/compute/v1/projects/${project}/zones/us-central1-a/disks/d`,
        labels: {},
        status: "READY",
        selfLink: "",
      })),
    });
    await write();
    await fc.assert(
      fc.asyncProperty(anyLists, async (lists) => {
        serve(lists);
        await write();
      }),
      { numRuns: runs(200) },
    );
    const read = readAsHost(written.map(({ yaml }) => yaml));
    for (const [index, { yaml, resources }] of written.entries())
      expect(read[index], yaml).toEqual({ problems: [], resources });
  });
});
