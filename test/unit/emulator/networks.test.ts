import { describe, expect, it } from "vitest";
import { emulatorForTest, insertRoute, ROOT, routeBody, ROUTES, send, wait } from "./helpers";

const NETWORKS = "/projects/p/global/networks";

describe("networks", () => {
  it("start with the default one in every project", async () => {
    const emulator = await emulatorForTest();
    const { json } = await send(emulator, "GET", NETWORKS);
    expect(json).toMatchObject({
      kind: "compute#networkList",
      items: [{ name: "default", autoCreateSubnetworks: true }],
    });
    expect((await send(emulator, "GET", "/projects/other/global/networks/default")).json).toMatchObject({
      kind: "compute#network",
      selfLink: `${ROOT}projects/other/global/networks/default`,
    });
  });

  it("are made with the defaults of the service, and show that they are in custom mode", async () => {
    const emulator = await emulatorForTest();
    const { json: insert } = await send(emulator, "POST", NETWORKS, {
      body: { name: "n", autoCreateSubnetworks: false },
    });
    await wait(emulator, insert);
    const { json } = await send(emulator, "GET", `${NETWORKS}/n`);
    expect(json).toMatchObject({
      name: "n",
      autoCreateSubnetworks: false,
      mtu: 1460,
      routingConfig: { routingMode: "REGIONAL" },
      networkFirewallPolicyEnforcementOrder: "AFTER_CLASSIC_FIREWALL",
      selfLinkWithId: `${ROOT}projects/p/global/networks/${String(insert.targetId)}`,
    });
  });

  it.each([
    [{ name: "n", mtu: 1299 }, "resource.mtu"],
    [{ name: "n", routingConfig: { routingMode: "LOCAL" } }, "resource.routingConfig.routingMode"],
    [{ name: "n", routingConfig: { mode: "GLOBAL" } }, "resource.routingConfig"],
    [{ name: "n", autoCreateSubnetworks: "false" }, "resource.autoCreateSubnetworks"],
    [{ name: "N" }, "resource.name"],
  ])("refuse %j", async (body, names) => {
    const emulator = await emulatorForTest();
    const answer = await send(emulator, "POST", NETWORKS, { body });
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(names);
  });

  it("cannot be deleted while a route uses them, or is about to", async () => {
    const emulator = await emulatorForTest({ latency: { byType: { insert: 1_000 } } });
    const insert = await insertRoute(emulator);
    for (const moment of ["while the insert runs", "afterwards"]) {
      const refused = await send(emulator, "DELETE", `${NETWORKS}/default`);
      expect([refused.status, refused.reason], moment).toEqual([400, "resourceInUseByAnotherResource"]);
      expect(refused.message).toContain("projects/p/global/routes/r");
      await wait(emulator, insert);
    }
    await wait(emulator, (await send(emulator, "DELETE", `${ROUTES}/r`)).json);
    await wait(emulator, (await send(emulator, "DELETE", `${NETWORKS}/default`)).json);
    expect((await send(emulator, "GET", `${NETWORKS}/default`)).status).toBe(404);
  });

  it("take no new route while they are being deleted", async () => {
    const emulator = await emulatorForTest({ latency: { byType: { delete: 1_000 } } });
    const removal = await send(emulator, "DELETE", `${NETWORKS}/default`);
    expect(removal.status).toBe(200);
    const refused = await send(emulator, "POST", ROUTES, { body: routeBody() });
    expect([refused.status, refused.reason]).toEqual([400, "resourceNotReady"]);
    await wait(emulator, removal.json);
    expect((await send(emulator, "POST", ROUTES, { body: routeBody() })).status).toBe(404);
  });
});
