import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);
const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** A service that nobody offers. */
const env = {
  ...process.env,
  GOOGLE_COMPUTE_CUSTOM_ENDPOINT: "http://127.0.0.1:1/compute/v1",
  GOOGLE_OAUTH_ACCESS_TOKEN: "token",
};

/** Which packages a program has loaded, beside Pulumi's own, after each of its steps. */
async function loadedAfter(...steps: string[]): Promise<string[][]> {
  const script = `
    require("@pulumi/pulumi");
    const before = new Set(Object.keys(require.cache));
    const gce = require("pulumi-gce");
    const after = [];
    for (const step of [${steps.map((step) => `async () => {${step}}`).join()}]) {
      await step();
      const names = Object.keys(require.cache).filter((file) => !before.has(file))
        .map((file) => /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(file)?.[1]).filter(Boolean);
      after.push([...new Set(names)].sort());
    }
    console.log(JSON.stringify(after));`;
  const { stdout } = await run(process.execPath, ["-e", `(async () => {${script}})()`], { cwd: repository, env });
  return JSON.parse(stdout) as string[][];
}

it("the package loads nothing more until a function is called", async () => {
  const [imported, described, called] = await loadedAfter(
    "",
    'gce.iterateNetworkProfiles({ project: "p" });',
    'await gce.getNetworkProfiles({ project: "my-project" }, { timeout: "500ms" }).catch(() => undefined);',
  );
  expect(imported).toEqual([]);
  expect(described).toEqual([]);
  expect(called).toEqual(expect.arrayContaining(["undici"]));
  expect(called).not.toContain("google-auth-library");
}, 60_000);
