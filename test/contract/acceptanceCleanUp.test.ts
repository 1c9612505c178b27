import { describe, expect, it, onTestFinished } from "vitest";
import { cleanUp } from "../../acceptance/run/cleanup";
import { makeFixtures } from "../../acceptance/run/fixtures";
import { fixtureNames } from "../../acceptance/plan/names";
import { Clients } from "../../acceptance/service/clients";
import { Service } from "../../acceptance/service/service";
import { startEmulator, type EmulatorOptions } from "../../emulator/src/index";

const prefix = "gceacc-abcd1234";
const place = { project: "my-project", region: "us-central1", zone: "us-central1-a", parent: "folders/7" };
const global = `projects/${place.project}/global`;

/** Somebody else's route in the network of the run. */
const inTheWay = { network: `https://www.googleapis.com/compute/v1/${global}/networks/${prefix}-network` };

async function service(options: EmulatorOptions = {}) {
  const emulator = await startEmulator(options);
  onTestFinished(() => emulator.close());
  const clients = new Clients(new URL(emulator.endpoint), "token");
  const client = new Service(place, clients, new AbortController().signal);
  const said: string[] = [];
  const clean = (patienceMs = 60_000) => cleanUp(client, prefix, { say: (line) => said.push(line), patienceMs });
  const paths = () =>
    ["projects/", "locations/"].flatMap((root) => emulator.objects.list(root)).map(({ path }) => path);
  return { emulator, client, clean, paths, said };
}

describe("the clean-up", () => {
  it("deletes all that a run makes, and nothing that anybody else has", async () => {
    const { emulator, client, clean, paths } = await service();
    emulator.objects.put(`${global}/networks/gceacc-abcd12345`, {});
    emulator.objects.put(`${global}/networks/web`, {});
    emulator.objects.put("locations/global/firewallPolicies/5", { parent: "folders/7", shortName: "theirs" });
    const before = paths();
    const { failures } = await makeFixtures(client, prefix, fixtureNames);
    expect([...failures]).toEqual([]);
    expect(paths().length).toBeGreaterThanOrEqual(before.length + fixtureNames.length);
    expect(await clean()).toEqual([]);
    expect(paths()).toEqual(before);
  });

  it("repeats until nothing blocks a delete", async () => {
    const { emulator, client, clean, said } = await service();
    await makeFixtures(client, prefix, ["network"]);
    emulator.objects.put(`${global}/routes/in-the-way`, inTheWay);
    const cleaning = clean();
    await expect.poll(() => said.length).toBeGreaterThan(1);
    emulator.objects.delete(`${global}/routes/in-the-way`);
    expect(await cleaning).toEqual([]);
  });

  it("stops in the end, and reports what is left and why", async () => {
    const { emulator, client, clean } = await service();
    await makeFixtures(client, prefix, ["network"]);
    emulator.objects.put(`${global}/routes/in-the-way`, inTheWay);
    expect(await clean(0)).toEqual([
      { collection: "networks", name: `${prefix}-network`, why: expect.stringContaining("in-the-way") as string },
    ]);
  });

  it("takes a policy from the network that it holds before it deletes it", async () => {
    const { emulator, client, clean, paths } = await service();
    await makeFixtures(client, prefix, ["network", "guard"]);
    const attachmentTarget = `${global}/networks/${prefix}-network`;
    emulator.objects.patch(`${global}/firewallPolicies/${prefix}-guard`, {
      associations: [{ name: "a", attachmentTarget }],
    });
    expect(await clean()).toEqual([]);
    expect(paths().filter((path) => path.includes(prefix))).toEqual([]);
  });

  it("is not misled by a request that fails once, and not by an operation that is not found at first", async () => {
    const { emulator, client, clean, paths } = await service({ latency: { defaultMs: 20 } });
    await makeFixtures(client, prefix, ["disk", "grants"]);
    emulator.fault({ match: { method: "GET" }, times: 3, fault: { kind: "status", status: 503 } });
    emulator.fault({ match: { method: "DELETE" }, fault: { kind: "resetAfter" } });
    emulator.fault({ match: { operationType: "delete" }, fault: { kind: "operationNotFoundAtFirst", times: 1 } });
    expect(await clean()).toEqual([]);
    expect(paths().filter((path) => path.includes(prefix) || path.startsWith("locations/global/firewall"))).toEqual([]);
  });
});

describe("the fixtures", () => {
  it("that fail are reported with those that refer to them, and the others are created", async () => {
    const { emulator, client } = await service();
    emulator.quota({ networks: 0 });
    const { failures, operations } = await makeFixtures(client, prefix, ["network", "subnetwork", "disk"]);
    expect([...failures.keys()]).toEqual(["network", "subnetwork"]);
    expect(failures.get("subnetwork")).toMatch(/^it needs network: QUOTA_EXCEEDED/);
    expect([...operations.keys()]).toEqual(["disk"]);
  });
});
