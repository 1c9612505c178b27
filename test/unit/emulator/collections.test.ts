import { describe, expect, it } from "vitest";
import { startEmulator } from "../../../emulator/src/index";
import { addresses } from "../../kinds/address/emulated";
import { admin, emulatorForTest, operate, ROOT, routeBody, ROUTES, send } from "./helpers";

const global = "projects/p/global";
const NETWORK = `${global}/networks/default`;

describe("a firewall policy from outside the API", () => {
  it("reaches its network when it is put, patched or deleted", async () => {
    const emulator = await emulatorForTest();
    const [older, newer] = ["older", "newer"].map((name) => `${global}/firewallPolicies/${name}`) as [string, string];
    const associations = [{ name: "a", attachmentTarget: "global/networks/default" }];
    emulator.objects.put(older, { associations });
    emulator.objects.put(newer, { associations });
    expect(emulator.objects.get(older)).not.toHaveProperty("associations");
    emulator.objects.patch(newer, { associations: null });
    emulator.objects.put(newer, { associations });
    emulator.objects.delete(newer);
    const holders = emulator.history(NETWORK).map(({ object }) => String(object?.firewallPolicy).split("/").pop());
    expect(holders).toEqual(["undefined", "older", "newer", "undefined", "newer", "undefined"]);
    const { json } = await admin(emulator, "GET", `/history?path=${NETWORK}`);
    expect(json.versions).toEqual(emulator.history(NETWORK));
  });

  const securityProfileGroup = "//networksecurity.googleapis.com/projects/p/locations/global/securityProfileGroups/i";
  const mirror = { priority: 0, action: "mirror", securityProfileGroup };

  it.each([
    ["packetMirroringRules", { priority: 0, action: "allow" }, "action"],
    ["packetMirroringRules", { priority: 0, action: "mirror" }, "securityProfileGroup"],
    ["packetMirroringRules", { ...mirror, action: "do_not_mirror" }, "securityProfileGroup"],
    ["packetMirroringRules", { ...mirror, tlsInspect: true }, "tlsInspect"],
    ["packetMirroringRules", { priority: 0, action: "goto_next", enableLogging: true }, "enableLogging"],
    ["packetMirroringRules", { ...mirror, targetServiceAccounts: ["a@b"], targetSecureTags: [{ name: "t" }] }, "Tags"],
    ["rules", { priority: 0, action: "apply_security_profile_group" }, "securityProfileGroup"],
    ["rules", { priority: 0, action: "allow", tlsInspect: true }, "tlsInspect"],
  ])("cannot have among its %s %j", async (list, rule, names) => {
    const { objects } = await emulatorForTest();
    const put = () => objects.put(`${global}/firewallPolicies/f`, { [list]: [rule] });
    expect(put).toThrow(new RegExp(`${list}\\[0\\].*${names}`));
  });
});

describe("a further collection", () => {
  it("has methods of its own beside the described ones", async () => {
    const move = {
      method: "POST",
      path: "/compute/v1/projects/{project}/regions/{region}/addresses/{address}/move",
      permissions: ["compute.addresses.use"],
      handle: ({ parameters }: { parameters: Readonly<Record<string, string>> }) => ({ moved: parameters.address }),
    } as const;
    const emulator = await emulatorForTest({ furtherCollections: [{ ...addresses, endpoints: [move] }] });
    const regional = "/projects/p/regions/r/addresses";
    expect((await send(emulator, "POST", `${regional}/a/move`)).json).toEqual({ moved: "a" });
    const body = { name: "a", network: "global/networks/gone" };
    expect(await send(emulator, "POST", regional, { body })).toMatchObject({ reason: "notFound" });
  });

  it.each([
    ["described twice", [addresses, addresses]],
    ["served already", [{ ...addresses, collection: "routes", scope: "global", kind: "compute#route" }]],
  ] as const)("cannot be %s", async (_why, furtherCollections) => {
    await expect(startEmulator({ furtherCollections })).rejects.toThrow(/is described twice, or served already/);
  });
});

describe("a project", () => {
  it("is named by its number in paths and in links, and answers carry its id", async () => {
    const emulator = await emulatorForTest();
    const number = emulator.projectNumber("p");
    expect(number).toMatch(/^[1-9][0-9]{11}$/);
    const body = routeBody({
      network: `projects/${number}/global/networks/default`,
      nextHopGateway: `projects/${number}/global/gateways/default-internet-gateway`,
    });
    expect(await operate(emulator, "POST", `/projects/${number}/global/routes`, { body })).toMatchObject({
      targetLink: `${ROOT}${global}/routes/r`,
    });
    expect((await send(emulator, "GET", `/projects/${number}/global/routes/r`)).json).toMatchObject({
      selfLink: `${ROOT}${global}/routes/r`,
      network: ROOT + NETWORK,
      nextHopGateway: `${ROOT}${global}/gateways/default-internet-gateway`,
    });
  });

  it("may send so many requests in a second, and more later", async () => {
    const emulator = await emulatorForTest();
    emulator.quota({ requestsPerSecond: 3 });
    const burst = await Promise.all(Array.from({ length: 20 }, () => send(emulator, "GET", ROUTES)));
    const refused = burst.filter(({ status }) => status === 403);
    // A slow machine may see the bucket fill a little meanwhile.
    expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(["rateLimitExceeded"]));
    expect((await send(emulator, "GET", "/projects/q/global/routes")).status).toBe(200);
    await expect.poll(async () => (await send(emulator, "GET", ROUTES)).status, { interval: 500 }).toBe(200);
  });

  it("has the quotas that were set, until they are lifted: one by null, those of a project, or all", async () => {
    const emulator = await emulatorForTest();
    const put = async (body: object) => (await admin(emulator, "PUT", "/quotas", body)).json.quotas;
    await put({ routes: 5, networks: 2 });
    expect(await put({ project: "p", routes: 1 })).toEqual([
      { routes: 5, networks: 2 },
      { project: "p", routes: 1 },
    ]);
    expect(await put({ networks: null })).toEqual([{ routes: 5 }, { project: "p", routes: 1 }]);
    expect(await put({ project: "p" })).toEqual([{ routes: 5 }]);
    expect((await admin(emulator, "GET", "/quotas")).json.quotas).toEqual([{ routes: 5 }]);
    expect(await put({})).toEqual([]);
  });
});
