import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { schemaFile } from "../../tools/docs/schema";
import { pulumiToolchain } from "../../tools/pulumi/toolchain";
import { isolatedEnvironment } from "../support/pulumiEnvironment";
import { folderForTest } from "../support/untilTestEnds";

it("is a schema that the Pulumi CLI takes without a warning, unless something is wrong with it", async () => {
  const folder = folderForTest();
  const { command } = await pulumiToolchain();
  const env = await isolatedEnvironment(folder);
  // It binds every reference in it, as the generators of SDKs do.
  const check = (file: string) => promisify(execFile)(command, ["schema", "check", file], { env });
  expect(await check(schemaFile)).toEqual({ stdout: "", stderr: "" });
  const broken = join(folder, "broken.json");
  const text = readFileSync(schemaFile, "utf8");
  writeFileSync(broken, text.replaceAll("#/types/gce:index:RouteParams", "#/types/gce:index:Nothing"));
  await expect(check(broken)).rejects.toThrow(/type gce:index:Nothing not found/);
});
