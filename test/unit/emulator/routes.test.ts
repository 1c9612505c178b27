import { describe, expect, it } from "vitest";
import { emulatorForTest, insertRoute, ROOT, ROUTES, send, wait, type Wire } from "./helpers";

const NETWORK = `${ROOT}projects/p/global/networks/default`;

/** Inserts a route and reads it back. */
async function readBack(overrides: Record<string, unknown>): Promise<Wire> {
  const emulator = await emulatorForTest();
  await wait(emulator, await insertRoute(emulator, overrides));
  return (await send(emulator, "GET", `${ROUTES}/r`)).json;
}

describe("a route that is read back", () => {
  it("ignores every value of a field that only the server sets", async () => {
    const route = await readBack({
      id: "1",
      kind: 7,
      selfLink: "x",
      routeType: "BGP",
      warnings: "none",
      creationTimestamp: 1,
    });
    expect(route).toMatchObject({ kind: "compute#route", routeType: "STATIC" });
    expect(route.id).not.toBe("1");
    expect(route).not.toHaveProperty("warnings");
  });

  it.each([
    ["a full URL", `${ROOT}projects/p/global/networks/default`],
    ["a full URL on the other host", "https://compute.googleapis.com/compute/v1/projects/p/global/networks/default"],
    ["a path from the project", "projects/p/global/networks/default"],
    ["a path within the project", "global/networks/default"],
  ])("shows the canonical link of a network given as %s", async (_form, network) => {
    expect((await readBack({ network })).network).toBe(NETWORK);
  });

  it.each([
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["192.0.2.7/32", "192.0.2.7/32"],
    ["2001:DB8:0:0:0:0:0:0/32", "2001:db8::/32"],
    ["2001:0db8:0000:0000:0001:0000:0000:0001/128", "2001:db8::1:0:0:1/128"],
    ["::/0", "::/0"],
  ])("shows the range %s as %s", async (destRange, shown) => {
    expect((await readBack({ destRange })).destRange).toBe(shown);
  });

  it.each([
    ["nextHopIp", "10.0.0.7", "10.0.0.7"],
    ["nextHopIp", "2001:DB8:0:0:2D9:51:0:0", "2001:db8::2d9:51:0:0"],
    ["nextHopIlb", "10.128.0.56", "10.128.0.56"],
    ["nextHopIlb", "regions/r1/forwardingRules/f", `${ROOT}projects/p/regions/r1/forwardingRules/f`],
    ["nextHopInstance", "zones/z1/instances/i", `${ROOT}projects/p/zones/z1/instances/i`],
    ["nextHopVpnTunnel", "projects/o/regions/r1/vpnTunnels/t", `${ROOT}projects/o/regions/r1/vpnTunnels/t`],
    ["nextHopNetwork", "global/networks/default", NETWORK],
  ])("shows %s %s as %s", async (field, sent, shown) => {
    expect((await readBack({ nextHopGateway: undefined, [field]: sent }))[field]).toBe(shown);
  });
});
