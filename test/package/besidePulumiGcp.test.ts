import { execFile } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installPackages } from "../support/packageManagers";
import { packedPackage } from "../support/packedPackage";
import { gcpResources } from "../support/pulumiGcp/state";
import { temporaryFolder } from "../support/pulumiEnvironment";

const run = promisify(execFile);
const example = fileURLToPath(new URL("../../examples/beside-pulumi-gcp/index.ts", import.meta.url));

/*
 * @pulumi/gcp cannot be applied without its plugin, which does not come from the npm registry. So this shows what can be
 * shown without: that the types fit, and what each package is given by the other.
 */

/** Runs the compiled program under mocks, and prints the inputs of each resource in the order of their registration. */
const underMocks = `
const pulumi = require("@pulumi/pulumi");
const made = [];
void pulumi.runtime
  .setMocks({
    newResource({ type, name, inputs }) {
      made.push({ type, name, inputs });
      const path = "projects/p/things/" + name;
      return { id: path, state: { ...inputs, selfLink: "https://www.googleapis.com/compute/v1/" + path } };
    },
    call: ({ inputs }) => inputs,
  })
  .then(async () => {
    const { webLink, snapshotLink } = require("./index.js");
    await new Promise((resolve) => pulumi.all([webLink, snapshotLink]).apply(resolve));
    console.log(JSON.stringify(made));
  });
`;

interface Made {
  type: string;
  name: string;
  inputs: Record<string, unknown>;
}

const folder = temporaryFolder();

beforeAll(async () => {
  const packages = ["@pulumi/gcp@9.37.0", "@pulumi/pulumi@3.245.0", "typescript@5.9", "@types/node@20"];
  await installPackages("npm", folder, [packedPackage(), ...packages]);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it.each(gcpResources)("the recorded $type has only properties that the class has", ({ classFile, inputs, outputs }) => {
  const file = join(folder, "node_modules/@pulumi/gcp", classFile);
  const members = new Set(
    [...readFileSync(file, "utf8").matchAll(/^ {4}(?:readonly )?(\w+)\??: /gm)].map(([, name]) => name),
  );
  expect(Object.keys({ ...inputs, ...outputs }).filter((name) => !members.has(name))).toEqual([]);
});

it("links of @pulumi/gcp and of this package go both ways in one program", async () => {
  copyFileSync(example, join(folder, "index.ts"));
  writeFileSync(join(folder, "mocks.js"), underMocks);
  const flags = ["--strict", "--skipLibCheck", "--target", "es2022", "--module", "node16"];
  await run(process.execPath, [join(folder, "node_modules/typescript/bin/tsc"), ...flags, "index.ts"], { cwd: folder });
  const { stdout } = await run(process.execPath, ["mocks.js"], { cwd: folder });

  const made = JSON.parse(stdout) as Made[];
  const inputsOf = (wanted: string) => made.find(({ name }) => name === wanted)?.inputs;
  const root = "https://www.googleapis.com/compute/v1/";
  expect(inputsOf("egress")).toMatchObject({ network: "projects/p/things/hub" });
  expect(inputsOf("before-migration")).toMatchObject({ sourceDisk: `${root}projects/p/things/database` });
  expect(inputsOf("restored")).toMatchObject({ snapshot: `${root}projects/p/things/before-migration` });
  const order = made.map(({ name }) => name);
  expect(order.indexOf("web")).toBeGreaterThan(order.indexOf("egress"));
  expect(made.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["gcp:compute/network:Network", "pulumi-nodejs:dynamic/gce:Route"]),
  );
});
