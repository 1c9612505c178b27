import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as grpc from "@grpc/grpc-js";
import providerServices from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { version } from "../../provider/src/version";
import { packedPackage } from "../support/packedPackage";
import { temporaryFolder } from "../support/pulumiEnvironment";

let extracted: string;
/** The plugin's folder alone, elsewhere: no package is around it. */
let folder: string;
let plugin: string;

beforeAll(async () => {
  extracted = temporaryFolder();
  await promisify(execFile)("tar", ["-xzf", packedPackage(), "-C", extracted]);
  folder = temporaryFolder();
  cpSync(join(extracted, "package/lib/plugin"), folder, { recursive: true });
  plugin = join(folder, "pulumi-resource-gce");
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
  const command = join(extracted, "pulumi-resource-gce");
  symlinkSync(plugin, command);
  const child = spawn(command, [], {
    env: { PATH: process.env.PATH },
    cwd: tmpdir(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  expect(port.toString()).toMatch(/^\d+\n$/);
  const client = new providerServices.ResourceProviderClient(
    `127.0.0.1:${port.toString().trim()}`,
    grpc.credentials.createInsecure(),
  );
  onTestFinished(() => {
    client.close();
  });
  const request = new messages.GetSchemaRequest();
  const schema = await new Promise<string>((resolve, reject) => {
    client.getSchema(request, (error, answer) => {
      if (error === null) resolve(answer.getSchema());
      else reject(error);
    });
  });
  expect(JSON.parse(schema)).toMatchObject({ name: "gce", version });
});
