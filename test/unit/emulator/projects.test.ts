import { describe, expect, it } from "vitest";
import { emulatorForTest, ROOT, routeBody, send, wait } from "./helpers";

describe("a project by its number", () => {
  it("is the project in paths and in links, and answers carry its id", async () => {
    const emulator = await emulatorForTest();
    const number = emulator.projectNumber("p");
    expect(number).toMatch(/^[1-9][0-9]{11}$/);
    const network = `projects/${number}/global/networks/default`;
    const inserted = await send(emulator, "POST", `/projects/${number}/global/routes`, {
      body: routeBody({ network, nextHopGateway: `projects/${number}/global/gateways/default-internet-gateway` }),
    });
    expect(inserted.json.selfLink).toContain("/projects/p/global/operations/");
    const waited = await send(
      emulator,
      "POST",
      `/projects/${number}/global/operations/${String(inserted.json.name)}/wait`,
    );
    expect(waited.json).toMatchObject({ status: "DONE", targetLink: `${ROOT}projects/p/global/routes/r` });
    const route = await send(emulator, "GET", `/projects/${number}/global/routes/r`);
    expect(route.json).toMatchObject({
      selfLink: `${ROOT}projects/p/global/routes/r`,
      network: `${ROOT}projects/p/global/networks/default`,
      nextHopGateway: `${ROOT}projects/p/global/gateways/default-internet-gateway`,
    });
    expect((await send(emulator, "GET", "/projects/p/global/routes/r")).json).toEqual(route.json);
  });

  it("that no request has named does not exist, in a path or in a link", async () => {
    const emulator = await emulatorForTest();
    expect(await send(emulator, "GET", "/projects/123456789012/global/routes")).toMatchObject({
      status: 404,
      reason: "notFound",
    });
    const body = routeBody({ network: "projects/123456789012/global/networks/default" });
    expect((await send(emulator, "POST", "/projects/p/global/routes", { body })).status).toBe(404);
  });
});

it("a recovery checkpoint is of a disk of a region, and no answer shows which", async () => {
  const emulator = await emulatorForTest();
  const zonal = "projects/p/zones/us-central1-a/disks/d";
  const regional = "projects/p/regions/us-central1/disks/d";
  for (const path of [zonal, regional]) emulator.objects.put(path, {});
  const insert = (disk: string) =>
    send(emulator, "POST", "/projects/p/global/snapshots", {
      body: { name: "s", sourceDiskForRecoveryCheckpoint: disk },
    });
  expect(await insert(zonal)).toMatchObject({ status: 400, reason: "invalid" });
  const inserted = await insert(regional);
  expect(inserted.json.targetLink).toBe(ROOT + regional);
  await wait(emulator, inserted.json);
  const { json } = await send(emulator, "GET", "/projects/p/global/snapshots/s");
  expect(json).toMatchObject({ name: "s", status: "READY" });
  expect(json).not.toHaveProperty("sourceDiskForRecoveryCheckpoint");
});
