import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runEmulator, startedEmulator } from "./commandLine";
import { emulatorForTest } from "./helpers";

const { version } = JSON.parse(readFileSync("emulator/package.json", "utf8")) as { version: string };
const folder = mkdtempSync(join(tmpdir(), "emulator-cli-"));
const seedFile = join(folder, "world.json");

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("the command line", () => {
  it("starts full of realistic objects with --seed", async () => {
    const { child, url, output, ended } = await startedEmulator("--seed");
    const { objects } = (await (
      await fetch(`${url}/_emulator/objects?prefix=projects/my-project/global/networkProfiles/`)
    ).json()) as { objects: unknown[] };
    expect(objects).toHaveLength(5);
    for (const name of [
      "zones/us-central1-a/disks/database\n",
      "global/targetSslProxies/mail-proxy\n",
      "global/firewallPolicies/baseline-1, baseline-2, traffic-inspection\n",
      "regions/us-central1/instanceGroupManagers/search, storefront\n",
      "locations/global/firewallPolicies/123456789, 987654321\n",
      "us-central1-a-vpc-falcon, us-central1-a-vpc-roce, us-central1-vpc-regional\n",
      "operations of organizations/123456789012\n",
    ])
      expect(output()).toContain(name);
    // A new user sees every object at once.
    expect(output()).not.toContain("more\n");
    child.kill("SIGINT");
    expect(await ended).toBe(0);
  });

  it("starts with the parts and the files that --seed names, and no others", async () => {
    const network = "projects/my-project/global/networks/web";
    const disks = Object.fromEntries(
      Array.from({ length: 11 }, (_none, index) => [`projects/my-project/zones/z/disks/d${String(index)}`, {}]),
    );
    writeFileSync(seedFile, JSON.stringify({ objects: { [network]: { autoCreateSubnetworks: false }, ...disks } }));
    const { url, output } = await startedEmulator("--seed", "references", "--seed", seedFile);
    expect(output()).toContain("zones/us-central1-a/disks/database\n");
    expect(output()).toContain("global/networks/default, web\n");
    expect(output()).toContain("zones/z/disks/d0 and 10 more\n");
    expect(output()).not.toContain("instanceGroupManagers");
    const stored = await fetch(`${url}/_emulator/objects/${network}`);
    expect(await stored.json()).toMatchObject({ name: "web", autoCreateSubnetworks: false });
  });

  it.each([
    [
      '{ "projects/p/global/networks/web": {} }',
      'has no member "objects": put "projects/p/global/networks/web" and the like into it.',
    ],
    ['{ "objects": "projects/p/global/networks/web" }', "has no JSON object in its member"],
    ["[]", "is no JSON object."],
  ])("says of the seed %s how its form is wrong", async (text, problem) => {
    writeFileSync(seedFile, text);
    const { output, ended } = runEmulator("--seed", seedFile);
    expect(await ended).toBe(2);
    expect(output()).toContain(`world.json ${problem}`);
    expect(output()).toContain('{ "objects": { "projects/my-project/global/networks/web": {} } }');
  });

  it("says which port is taken and what to do", async () => {
    const { url } = await emulatorForTest();
    const { port } = new URL(url);
    const { output, ended } = runEmulator("--port", port);
    expect(await ended).toBe(1);
    expect(output()).toContain(`Port ${port} of 127.0.0.1 is taken`);
    expect(output()).toContain("--port 0");
  });

  it.each([
    [["--help"], 0, "Usage: npx --no-install pulumi-gce-emulator"],
    [["--version"], 0, version],
    [["--port", "many"], 2, "--port has to be a number"],
    [["--seed=7\u001b[31m"], 2, String.raw`there is no file '7\u{1b}[31m'`],
    [["--data="], 2, "--data has to be the path of a file"],
    [["--seed", "README.md"], 2, "README.md cannot be read as JSON"],
    [["--prot", "1"], 2, "--prot"],
  ])("answers %j with code %i", async (args, code, names) => {
    const { output, ended } = runEmulator(...args);
    expect(await ended).toBe(code);
    expect(output()).toContain(names);
    // A screen of options would push what is wrong out of sight.
    if (code === 2)
      expect(output()).toMatch(/^(?:.+\n){1,3}For all options: npx --no-install pulumi-gce-emulator --help\n$/);
  });
});
