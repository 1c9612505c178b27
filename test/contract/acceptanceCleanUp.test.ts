import { describe, expect, it, onTestFinished } from "vitest";
import { cleanUp } from "../../acceptance/run/cleanup";
import { makeFixture } from "../../acceptance/run/run";
import { Service } from "../../acceptance/run/service";
import { fixtureNames, type FixtureName } from "../../acceptance/subjects/fixtures";
import { startEmulator } from "../../emulator/src/index";

const prefix = "gceacc-abcd1234";
const place = { project: "my-project", region: "us-central1", zone: "us-central1-a", parent: "folders/7" };
const global = `projects/${place.project}/global`;

async function service() {
  const emulator = await startEmulator();
  onTestFinished(() => emulator.close());
  const client = new Service(place, { address: new URL(emulator.endpoint), token: () => Promise.resolve("token") });
  const make = async (names: readonly FixtureName[]) => {
    for (const name of names) await makeFixture(client, prefix, name);
  };
  const clean = (maxIdleMs = 60_000) => cleanUp(client, prefix, { say: () => undefined, maxIdleMs });
  const paths = () =>
    ["projects/", "locations/"].flatMap((root) => emulator.objects.list(root)).map(({ path }) => path);
  return { emulator, make, clean, paths };
}

describe("the clean-up of an acceptance run", () => {
  it("deletes all that a run makes, in spite of requests that fail once, and nothing that anybody else has", async () => {
    const { emulator, make, clean, paths } = await service();
    emulator.objects.put(`${global}/networks/gceacc-abcd12345`, {});
    emulator.objects.put("locations/global/firewallPolicies/5", { parent: "folders/7", shortName: "theirs" });
    const before = paths();
    await make(fixtureNames);
    expect(paths().length).toBeGreaterThanOrEqual(before.length + fixtureNames.length);
    const attachmentTarget = `${global}/networks/${prefix}-network`;
    emulator.objects.patch(`${global}/firewallPolicies/${prefix}-guard`, {
      associations: [{ name: "a", attachmentTarget }],
    });
    emulator.fault({ match: { method: "GET" }, times: 3, fault: { kind: "status", status: 503 } });
    emulator.fault({ match: { method: "DELETE" }, fault: { kind: "resetAfter" } });
    expect(await clean()).toEqual([]);
    expect(paths()).toEqual(before);
  });

  it("stops in the end, and reports what is left and why", async () => {
    const { emulator, make, clean } = await service();
    await make(["network"]);
    const network = `https://www.googleapis.com/compute/v1/${global}/networks/${prefix}-network`;
    emulator.objects.put(`${global}/routes/in-the-way`, { network });
    expect(await clean(0)).toEqual([
      { path: `${global}/networks/${prefix}-network`, why: expect.stringContaining("in-the-way") as string },
    ]);
  });
});
