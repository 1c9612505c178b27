import { execFile } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { schemaFile } from "../../tools/docs/schema";
import { pulumiToolchain } from "../../tools/pulumi/toolchain";
import { isolatedEnvironment, temporaryFolder } from "../support/pulumiEnvironment";

let folder: string;

beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What the CLI says of a schema; it binds every reference in it, as the generators of SDKs do. */
async function check(file: string): Promise<string> {
  const { command } = await pulumiToolchain();
  const env = await isolatedEnvironment(folder);
  const { stdout, stderr } = await promisify(execFile)(command, ["schema", "check", file], { env });
  return stdout + stderr;
}

it("is a schema that the Pulumi CLI takes without a warning", async () => {
  expect(await check(schemaFile)).toBe("");
});

it("is checked by a CLI that sees what is wrong", async () => {
  const broken = join(folder, "broken.json");
  const text = readFileSync(schemaFile, "utf8");
  writeFileSync(broken, text.replaceAll("#/types/gce:index:RouteParams", "#/types/gce:index:Nothing"));
  await expect(check(broken)).rejects.toThrow(/type gce:index:Nothing not found/);
});
