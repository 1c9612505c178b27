import { execFile } from "node:child_process";
import { cpSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { version } from "../../provider/src/version";
import { packedPackage } from "../support/packedPackage";
import { ProviderProcess } from "../support/providerProcess";
import { temporaryFolder } from "../support/pulumiEnvironment";

let extracted: string;
/** A project of ES modules with a copy of the plugin's folder: no package of ours is around it. */
let folder: string;
let plugin: string;

beforeAll(async () => {
  extracted = temporaryFolder();
  await promisify(execFile)("tar", ["-xzf", packedPackage(), "-C", extracted]);
  folder = temporaryFolder();
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  cpSync(join(extracted, "package/lib/plugin"), join(folder, "plugin"), { recursive: true });
  plugin = join(folder, "plugin/pulumi-resource-gce");
});
afterAll(() => {
  for (const each of [extracted, folder]) rmSync(each, { recursive: true, force: true });
});

it("is one program that the system starts", () => {
  expect(readFileSync(plugin, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect((statSync(plugin).mode & 0o777).toString(8)).toBe("755");
  // On Windows the engine starts the script, which starts the program that it names.
  const [, started] = /^node "%~dp0([^"]+)" %\*\r$/m.exec(readFileSync(`${plugin}.cmd`, "utf8")) ?? [];
  expect(started).toBe("pulumi-resource-gce");
});

it("requires nothing but what Node has", () => {
  const required = [...readFileSync(plugin, "utf8").matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = ""]) => name);
  expect(required).toContain("node:crypto");
  expect(required.filter((name) => !name.startsWith("node:") && !builtinModules.includes(name))).toEqual([]);
});

it("has the licences of all that is inside, and no more inside than it needs", () => {
  const licences = readFileSync(join(extracted, "package/lib/licenses.txt"), "utf8");
  for (const name of ["@grpc/grpc-js", "@pulumi/pulumi", "google-auth-library", "google-protobuf", "undici"])
    expect(licences).toContain(`\n${name} `);
  // Of the SDK the messages are inside, and not what it does in programs, which is ten times as much.
  expect(licences).not.toMatch(/^(typescript|ts-node|@npmcli\S*|@opentelemetry\S*) \d/m);
  expect(statSync(plugin).size).toBeLessThan(2_750_000);
});

it("serves from its folder alone", async () => {
  // npm puts a command on PATH by a link to it.
  const script = join(extracted, "pulumi-resource-gce");
  symlinkSync(plugin, script);
  const provider = await ProviderProcess.start({ script, folder: tmpdir() });
  onTestFinished(() => provider.stop());
  const answer = (await provider.call("getSchema", new messages.GetSchemaRequest())) as messages.GetSchemaResponse;
  expect(JSON.parse(answer.getSchema())).toMatchObject({ name: "gce", version });
});
