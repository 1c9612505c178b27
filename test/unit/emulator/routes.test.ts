import { describe, expect, it } from "vitest";
import { emulatorForTest, insertRoute, ROOT, ROUTES, routeBody, send, wait, type Wire } from "./helpers";

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

describe("a route insert is refused", () => {
  const gateway = { nextHopGateway: undefined };
  const cases: [why: string, overrides: Record<string, unknown>, status: number, reason: string, names: string][] = [
    ["without a name", { name: undefined }, 400, "required", "resource.name"],
    ["without a network", { network: undefined }, 400, "required", "resource.network"],
    ["with an empty network", { network: "" }, 400, "required", "resource.network"],
    ["without a range", { destRange: undefined }, 400, "required", "resource.destRange"],
    ["with an upper-case name", { name: "R" }, 400, "invalid", "resource.name"],
    ["with a name that starts with a digit", { name: "1r" }, 400, "invalid", "resource.name"],
    ["with a name that ends with a dash", { name: "r-" }, 400, "invalid", "resource.name"],
    ["with a name of 64 characters", { name: "r".repeat(64) }, 400, "invalid", "resource.name"],
    ["with the bare name of a network", { network: "default" }, 400, "invalid", "resource.network"],
    [
      "with a network on another host",
      { network: `https://example.com/projects/p/global/networks/default` },
      400,
      "invalid",
      "network",
    ],
    ["with a link to something else", { network: "global/routes/default" }, 400, "invalid", "resource.network"],
    [
      "with a network that is not there",
      { network: "global/networks/gone" },
      404,
      "notFound",
      "projects/p/global/networks/gone",
    ],
    ["with bits beyond the prefix", { destRange: "10.0.0.1/8" }, 400, "invalid", "10.0.0.0/8"],
    ["with IPv6 bits beyond the prefix", { destRange: "2001:db8::1/32" }, 400, "invalid", "2001:db8::/32"],
    ["with a range without a prefix", { destRange: "10.0.0.0" }, 400, "invalid", "resource.destRange"],
    ["with a prefix that is too long", { destRange: "10.0.0.0/33" }, 400, "invalid", "resource.destRange"],
    ["with a short form of an address", { destRange: "10.0/16" }, 400, "invalid", "resource.destRange"],
    ["with a priority below zero", { priority: -1 }, 400, "invalid", "resource.priority"],
    ["with a priority beyond 65535", { priority: 65536 }, 400, "invalid", "resource.priority"],
    ["with a priority that is a text", { priority: "100" }, 400, "badRequest", "resource.priority"],
    ["with a priority that is no integer", { priority: 1.5 }, 400, "badRequest", "resource.priority"],
    ["with tags that are no list", { tags: "web" }, 400, "badRequest", "resource.tags"],
    ["with a tag that is not a text", { tags: [1] }, 400, "badRequest", "resource.tags[0]"],
    ["with a tag that is no name", { tags: ["ok", "Not-Ok"] }, 400, "invalid", "resource.tags[1]"],
    ["with a field nobody knows", { nextHopIP: "10.0.0.1" }, 400, "badRequest", "\"nextHopIP\" at 'resource'"],
    [
      "with a field nobody knows inside another",
      { params: { tags: {} } },
      400,
      "badRequest",
      "\"tags\" at 'resource.params'",
    ],
    [
      "with tag bindings that are not texts",
      { params: { resourceManagerTags: { a: 1 } } },
      400,
      "badRequest",
      "resourceManagerTags",
    ],
    ["without a next hop", gateway, 400, "badRequest", "next hop"],
    ["with two next hops", { nextHopIp: "10.0.0.1" }, 400, "invalid", "nextHopGateway and nextHopIp"],
    ["with another gateway", { nextHopGateway: "global/gateways/mine" }, 400, "invalid", "default-internet-gateway"],
    [
      "with the bare name of the gateway",
      { nextHopGateway: "default-internet-gateway" },
      400,
      "invalid",
      "nextHopGateway",
    ],
    ["with an IPv4-mapped next hop", { ...gateway, nextHopIp: "::ffff:10.0.0.1" }, 400, "invalid", "IPv4-mapped"],
    ["with a next hop that is no address", { ...gateway, nextHopIp: "10.0.0" }, 400, "invalid", "resource.nextHopIp"],
    ["with octets that look octal", { ...gateway, nextHopIp: "10.0.0.010" }, 400, "invalid", "resource.nextHopIp"],
    ["with a mapped load balancer", { ...gateway, nextHopIlb: "::ffff:10.0.0.1" }, 400, "invalid", "IPv4-mapped"],
    ["with a load balancer's bare name", { ...gateway, nextHopIlb: "lb" }, 400, "invalid", "resource.nextHopIlb"],
    ["with an instance's bare name", { ...gateway, nextHopInstance: "vm" }, 400, "invalid", "resource.nextHopInstance"],
    ["with a hub, which the server alone sets", { ...gateway, nextHopHub: "hub" }, 400, "badRequest", "next hop"],
    [
      "with a next hop network that is not there",
      { ...gateway, nextHopNetwork: "global/networks/x" },
      404,
      "notFound",
      "networks/x",
    ],
  ];

  it.each(cases)("%s", async (_why, overrides, status, reason, names) => {
    const emulator = await emulatorForTest();
    const answer = await send(emulator, "POST", ROUTES, { body: routeBody(overrides) });
    expect([answer.status, answer.reason]).toEqual([status, reason]);
    expect(answer.message).toContain(names);
    expect(emulator.operations()).toEqual([]);
  });
});
