import { execFile } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { installPackages } from "../support/packageManagers";
import { packedPackage } from "../support/packedPackage";
import { folderForTest } from "../support/untilTestEnds";

const run = promisify(execFile);
const example = fileURLToPath(new URL("../../examples/beside-pulumi-gcp/index.ts", import.meta.url));

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

// The plugin of @pulumi/gcp does not come from the npm registry, so the program cannot be applied.
it("links of @pulumi/gcp and of this package go both ways in one program", async () => {
  const folder = folderForTest();
  const packages = ["@pulumi/gcp@9.37.0", "@pulumi/pulumi@3.245.0", "typescript@5.9", "@types/node@20"];
  await installPackages("npm", folder, [packedPackage(), ...packages]);
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
