import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { startEmulator } from "../../emulator/src/index";
import { buildGoProgram } from "../support/goProgram";

const run = promisify(execFile);
const project = "my-project";

/** The lines that the client prints of an object: after its life, and after its end. */
interface Told {
  readonly collection: string;
  readonly link: string;
  readonly listed: number;
  readonly patched: boolean;
  readonly gone: boolean;
}

it("the official Go client makes, reads, lists, patches and deletes an object of each of thirteen collections", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-gce-go-"));
  const emulator = await startEmulator();
  onTestFinished(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const executable = await buildGoProgram(folder, join(import.meta.dirname, "goClient"));
  const { stdout } = await run(executable, [emulator.url, project]);
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Told);
  const [lives, ends] = [false, true].map((isGone) => lines.filter(({ gone }) => gone === isGone));
  expect(lives?.length).toBeGreaterThanOrEqual(13);
  for (const { collection, link, listed } of lives ?? []) {
    expect(link).toMatch(
      new RegExp(
        `^https://www\\.googleapis\\.com/compute/v1/projects/${project}/(global|(regions|zones)/[^/]+)/${collection}/go$`,
      ),
    );
    expect(listed, `${collection}: objects in the list`).toBe(1);
  }
  expect(lives?.filter(({ patched }) => patched).length).toBeGreaterThanOrEqual(5);
  expect(ends?.map(({ collection }) => collection).sort()).toEqual(lives?.map(({ collection }) => collection).sort());
}, 300_000);
