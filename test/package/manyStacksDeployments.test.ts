import { execFile } from "node:child_process";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { installPackages } from "../support/packageManagers";
import { temporaryFolder } from "../support/pulumiEnvironment";

const run = promisify(execFile);
const example = fileURLToPath(new URL("../../examples/many-stacks", import.meta.url));
const readJson = (file: string) => JSON.parse(readFileSync(join(example, file), "utf8")) as unknown;
const { stacks } = readJson("plan.json") as { stacks: Record<string, string[]> };
const { dependencies } = readJson("deployments/package.json") as { dependencies: Record<string, string> };

/*
 * The plugin of @pulumi/pulumiservice needs an account. So this shows what can be shown without: that the program fits the
 * types of the published package, and what it declares.
 */

/** Runs the compiled program under mocks, and prints the inputs of each resource. */
const underMocks = `
const pulumi = require("@pulumi/pulumi");
const made = [];
void pulumi.runtime
  .setMocks({
    newResource({ type, inputs, name }) {
      made.push({ type, inputs });
      return { id: name, state: inputs };
    },
    call: ({ inputs }) => inputs,
  }, "many-stacks-deployments", "main")
  .then(() => {
    pulumi.runtime.setAllConfig(JSON.parse(process.env.CONFIG));
    require("./index.js");
  });
process.on("exit", () => console.log(JSON.stringify(made)));
`;

interface Made {
  type: string;
  inputs: {
    organization: string;
    project: string;
    stack: string;
    sourceContext: { git: { branch: string; repoDir: string } };
    vcs: { repository: string; paths: string[]; deployCommits: boolean; previewPullRequests: boolean };
    operationContext: { preRunCommands: string[]; oidc: { gcp: Record<string, string> } };
  };
}

const folder = temporaryFolder();
const program = join(folder, "deployments");
let diagnostics: string;

/** The program with one mistake each. One run of the compiler, which takes seconds, reads them all. */
const mistakes = [
  ["a misspelt setting", "misspelt.ts", "preRunCommands:", "preRunCommand:"],
  ["a setting of a wrong type", "wrongType.ts", "deployCommits: true", 'deployCommits: "yes"'],
] as const;

beforeAll(async () => {
  const pulumiservice = `@pulumi/pulumiservice@${dependencies["@pulumi/pulumiservice"] ?? ""}`;
  await installPackages("npm", folder, [pulumiservice, "@pulumi/pulumi@3.245.0", "typescript@5.9", "@types/node@20"]);
  const filter = (path: string) => !path.includes("node_modules");
  for (const part of ["deployments", "fleet/plan.ts", "plan.json", "routes.json"])
    cpSync(join(example, part), join(folder, part), { recursive: true, filter });
  const source = readFileSync(join(program, "index.ts"), "utf8");
  for (const [, file, right, wrong] of mistakes) writeFileSync(join(program, file), source.replace(right, wrong));
  const compiler = [join(folder, "node_modules/typescript/bin/tsc"), "-p", ".", "--noEmit", "false"];
  diagnostics = await run(process.execPath, compiler, { cwd: program }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it("declares the settings of each stack of the plan, and fits the types of the published package", async () => {
  expect(diagnostics).not.toMatch(/^(index|\.\.)/m);
  writeFileSync(join(program, "mocks.js"), underMocks);
  const { config } = parse(readFileSync(join(example, "deployments/Pulumi.main.yaml"), "utf8")) as { config: object };
  const env = { ...process.env, CONFIG: JSON.stringify(config) };
  const { stdout } = await run(process.execPath, ["mocks.js"], { cwd: program, env });

  const made = (JSON.parse(stdout) as Made[]).filter(({ type }) => type !== "pulumi:pulumi:Stack");
  expect(new Set(made.map(({ type }) => type))).toEqual(new Set(["pulumiservice:index:DeploymentSettings"]));
  expect(made.map(({ inputs }) => inputs.stack).sort()).toEqual(Object.keys(stacks).sort());
  for (const { inputs } of made) {
    expect(inputs).toMatchObject({ organization: "my-organization", project: "many-stacks" });
    expect(inputs.sourceContext.git).toEqual({ branch: "refs/heads/main", repoDir: "." });
    expect(inputs.vcs).toMatchObject({ deployCommits: true, previewPullRequests: true });
    const missing = inputs.vcs.paths.filter((path) => !existsSync(join(example, path)));
    // The user makes it, with npm install.
    expect(missing).toEqual(["package-lock.json"]);
    expect(inputs.operationContext.preRunCommands).toEqual(["npm ci --ignore-scripts"]);
    expect(inputs.operationContext.oidc.gcp).toMatchObject({ projectId: "123456789012", workloadPoolId: "pulumi" });
  }
});

it.each(mistakes)("%s does not compile", (_what, file) => {
  expect(diagnostics.split("\n").filter((line) => line.startsWith(`${file}(`))).toEqual([
    expect.stringMatching(/error TS2\d+: /),
  ]);
});
