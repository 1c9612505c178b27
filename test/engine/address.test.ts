import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { emulatorOptions } from "../kinds/every";
import { extendedFolder } from "../support/extendedPackage";
import { canaryToken, project } from "../support/routeProvider";
import { startRouteStack, succeeded } from "../support/routeStack";
import type { Stack } from "../support/stack";

/*
 * A resource that somebody adds to the package: `test/kinds/address` has all that is written for it. Its objects are in
 * regions, and those of the package are not.
 */

const path = `projects/${project}/regions/us-central1/addresses/a`;

const program = (args: string, before = "") =>
  `${before} const address = new gce.Address("a", { ${args} }); exports.link = address.selfLink; exports.ip = address.address;`;

function start(args: string) {
  return startRouteStack({
    program: program(args),
    config: { "gcp:region": "us-central1" },
    emulator: emulatorOptions(),
    parent: extendedFolder,
  });
}

const mutations = (requests: readonly { method: string; path: string }[]) =>
  requests
    .filter(({ method, path: asked }) => method !== "GET" && !asked.endsWith("/wait"))
    .map(({ method, path: asked }) => `${method} ${asked.replace(/^.*\/regions\//, "")}`);

it("is made in the region of the stack, found unchanged, replaced, made again and deleted", async () => {
  const { emulator, stack } = await start(`name: "a"`);
  expect(succeeded(await stack.preview())).toContain("gce:Address a create");
  succeeded(await stack.up());
  const [made] = stack.managed();
  expect(made).toMatchObject({ id: path, outputs: { region: "us-central1", status: "RESERVED" } });
  expect(await stack.outputs()).toMatchObject({
    link: `https://www.googleapis.com/compute/v1/${path}`,
    ip: emulator.objects.get(path)?.address,
  });
  emulator.clearRequests();
  succeeded(await stack.up("--expect-no-changes"));
  expect(emulator.requests()).toEqual([]);

  emulator.objects.patch(path, { description: "theirs" });
  succeeded(await stack.refresh());
  stack.program(program(`name: "a", description: "ours"`));
  emulator.clearRequests();
  expect(succeeded(await stack.up())).toContain("1 replaced");
  expect(mutations(emulator.requests())).toEqual(["DELETE us-central1/addresses/a", "POST us-central1/addresses"]);

  emulator.objects.delete(path);
  succeeded(await stack.refresh());
  succeeded(await stack.up());
  expect(emulator.objects.get(path)).toMatchObject({ description: "ours" });
  succeeded(await stack.destroy());
  expect(emulator.objects.get(path)).toBeUndefined();
});

it("follows what is not known yet, and its region when that changes", async () => {
  const { emulator, stack } = await start(`name: "a"`);
  stack.program(
    program(
      'name: network.selfLink.apply(() => "a"), region: other.region',
      `const other = new gce.Address("other", { name: "other", region: "europe-west1" });
       const network = other;`,
    ),
  );
  expect(succeeded(await stack.preview())).toContain("gce:Address other create");
  succeeded(await stack.up());
  const there = emulator.objects.list(`projects/${project}/regions/`).map(({ path: found }) => found);
  expect(there.sort()).toEqual(
    ["a", "other"].map((name) => path.replace("us-central1/addresses/a", `europe-west1/addresses/${name}`)),
  );
  expect(
    stack
      .managed()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(there);
});

it("is found by its id, adopted, and found by `orphans` if the state has lost it", async () => {
  const { emulator, stack } = await start(`name: "a", adoptExisting: true`);
  emulator.objects.put(path, { address: "34.1.2.3", networkTier: "STANDARD" });
  expect(succeeded(await stack.up())).toContain("The resource adopted it");
  stack.program(
    `exports.ip = gce.Address.get("existing", "${project}/us-central1/a").address; new gce.Address("b", { name: "b" });`,
  );
  succeeded(await stack.up());
  expect(await stack.outputs()).toMatchObject({ ip: "34.1.2.3" });

  const lost = await orphansWithout(stack, emulator.endpoint, "b");

  expect(lost.code).toBe(1);
  const { findings } = JSON.parse(lost.out) as { findings: { path: string; situation: string; step: unknown }[] };
  const b = path.replace(/a$/, "b");
  expect(findings.map((finding) => [finding.path, finding.situation])).toEqual([[b, "there"]]);
  expect(findings[0]?.step).toMatchObject({ do: "adopt", arguments: { name: "b", adoptExisting: true } });
});

/** `pulumi-gce orphans` over the state of a stack without one of its resources. */
async function orphansWithout(stack: Stack, endpoint: string, name: string): Promise<{ code: number; out: string }> {
  const state = JSON.parse(await stack.mustSucceed(["stack", "export"])) as {
    deployment: { resources: { urn: string }[] };
  };
  state.deployment.resources = state.deployment.resources.filter(({ urn }) => !urn.endsWith(`::${name}`));
  const file = join(stack.folder, "export.json");
  writeFileSync(file, JSON.stringify(state));
  const command = join(extendedFolder, "node_modules/pulumi-gce/lib/cli/bin.js");
  const environment = {
    PATH: process.env.PATH,
    GOOGLE_PROJECT: project,
    GOOGLE_OAUTH_ACCESS_TOKEN: canaryToken,
    GOOGLE_COMPUTE_CUSTOM_ENDPOINT: endpoint,
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [command, "orphans", "--json", "--file", file],
      { env: environment, cwd: stack.folder },
      (error, out) => {
        resolve({ code: typeof error?.code === "number" ? error.code : 0, out });
      },
    );
  });
}
