import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);
const repository = fileURLToPath(new URL("../..", import.meta.url));

/** The packages that a script has loaded by its end, and the files of our own. */
async function loadedBy(script: string): Promise<{ packages: string[]; own: string[] }> {
  const report = `
    const files = Object.keys(require.cache).map((file) => file.replaceAll("\\\\", "/"));
    const packages = files.map((file) => /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(file)?.[1]).filter(Boolean);
    const own = files.map((file) => /\\/provider\\/((?:lib|dist)\\/.*)/.exec(file)?.[1]).filter(Boolean);
    console.log("\\n" + JSON.stringify({ packages: [...new Set(packages)], own }));`;
  const { stdout } = await run(process.execPath, ["-e", `(async () => {${script}${report}})()`], { cwd: repository });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as { packages: string[]; own: string[] };
}

const usePulumi = `require("@pulumi/pulumi");`;

it("a program that only declares loads nothing beyond the SDK and one file of the package", async () => {
  const sdk = await loadedBy(usePulumi);
  const ours = await loadedBy(`${usePulumi} require("pulumi-gce");`);
  expect(ours.packages.filter((name) => !sdk.packages.includes(name))).toEqual([]);
  expect(ours.own).toEqual(["lib/index.js"]);
});

it("the provider process loads nothing that sends, and no credential library, for what a preview does", async () => {
  const { packages } = await loadedBy(`
    const { Route } = require("pulumi-gce/runtime");
    await Route.configure({ config: new Map([["gcp:project", "p"], ["gcp:accessToken", "t"]]) });
    const { inputs } = await Route.check({}, { network: "default", destRange: "10.0.0.0/8", nextHopIp: "10.0.0.9" });
    await Route.diff("id", inputs, inputs);`);
  // The SDK's messages are those that its own server has loaded before us.
  expect(packages.sort()).toEqual(["@pulumi/pulumi", "google-protobuf", "ipaddr.js"]);
});

it("a plain access token is sent without a credential library", async () => {
  const { packages } = await loadedBy(`
    const { Route } = require("pulumi-gce/runtime");
    const notFound = JSON.stringify({ error: { code: 404, errors: [{ reason: "notFound" }] } });
    const server = require("node:http").createServer((_, response) => response.writeHead(404).end(notFound));
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const endpoint = "http://127.0.0.1:" + server.address().port + "/compute/v1";
    const config = { "gcp:project": "p", "gcp:accessToken": "t", "gcp:computeCustomEndpoint": endpoint };
    await Route.configure({ config: new Map(Object.entries(config)) });
    const id = "projects/p/global/routes/r";
    if ((await Route.read(id, { project: "p", name: "r" })).id !== "") throw new Error("it was not asked for");
    server.close();
    server.closeAllConnections();`);
  expect(packages).toContain("undici");
  expect(packages).not.toContain("google-auth-library");
});

it("a function loads what sends when it is called, and no credential library", async () => {
  const described = await loadedBy(`${usePulumi} require("pulumi-gce").iterateNetworkProfiles({ project: "p" });`);
  expect(described.packages).not.toContain("undici");
  const called = await loadedBy(`
    process.env.GOOGLE_COMPUTE_CUSTOM_ENDPOINT = "http://127.0.0.1:1/compute/v1";
    process.env.GOOGLE_OAUTH_ACCESS_TOKEN = "token";
    const { getNetworkProfiles } = require("pulumi-gce");
    await getNetworkProfiles({ project: "my-project" }, { timeout: "5s" }).catch(() => undefined);`);
  expect(called.packages).toContain("undici");
  expect(called.packages).not.toContain("google-auth-library");
});
