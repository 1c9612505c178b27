import { describe, expect, it } from "vitest";
import { startEmulator } from "../../../emulator/src/index";
import { addresses } from "../../kinds/address/emulated";
import { admin, emulatorForTest, operate, refusal, ROOT, routeBody, ROUTES, send, type Wire } from "./helpers";

const global = "projects/p/global";
const NETWORK = `${global}/networks/default`;

describe("a managed instance group", () => {
  const scope = "projects/p/regions/us-central1";
  const path = `${scope}/instanceGroupManagers/g`;
  const group = { targetSize: 5, instanceTemplate: "global/instanceTemplates/one" };

  it.each<[string | undefined, number, number]>([
    ["ON", 4, 412],
    [undefined, 4, 412],
    ["ONLY_SCALE_OUT", 4, 412],
    ["OFF", 4, 200],
    ["ON", 5, 200],
  ])("with an autoscaler whose mode is %j answers a patch to the size %i with %i", async (mode, targetSize, status) => {
    const emulator = await emulatorForTest();
    const { fingerprint } = emulator.objects.put(path, group);
    const autoscaler = `${scope}/autoscalers/a`;
    emulator.objects.put(autoscaler, { target: path, ...(mode === undefined ? {} : { autoscalingPolicy: { mode } }) });
    emulator.objects.patch(path, { status: { autoscaler: ROOT + autoscaler } });
    const answer = await send(emulator, "PATCH", `/${path}`, { body: { targetSize, fingerprint } });
    expect(answer.status).toBe(status);
    if (status === 412) expect(answer.message).toContain("remove the autoscaler or set autoscaling policy mode to OFF");
  });

  it.each([
    ["PAGELESS", "?maxResults=2&pageToken=nonsense", [5]],
    ["PAGINATED", "?maxResults=2", [2, 2, 1]],
  ])("that is %s lists its instances in pages or not", async (listManagedInstancesResults, query, sizes) => {
    const emulator = await emulatorForTest();
    emulator.objects.put(path, { ...group, listManagedInstancesResults });
    const seen: number[] = [];
    for (let next: string | undefined = query; next !== undefined;) {
      const { json } = await send(emulator, "POST", `/${path}/listManagedInstances${next}`);
      seen.push((json.managedInstances as Wire[]).length);
      next = json.nextPageToken === undefined ? undefined : `${query}&pageToken=${String(json.nextPageToken)}`;
    }
    expect(seen).toEqual(sizes);
  });
});

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
  const many = Array.from({ length: 101 }, () => "a.b");

  it.each([
    ["packetMirroringRules", { priority: 0, action: "allow" }, "action"],
    ["packetMirroringRules", { priority: 0, action: "mirror" }, "securityProfileGroup"],
    ["packetMirroringRules", { ...mirror, action: "do_not_mirror" }, "securityProfileGroup"],
    ["packetMirroringRules", { ...mirror, tlsInspect: true }, "tlsInspect"],
    ["packetMirroringRules", { priority: 0, action: "goto_next", enableLogging: true }, "enableLogging"],
    ["packetMirroringRules", { ...mirror, targetServiceAccounts: ["a@b"], targetSecureTags: [{ name: "t" }] }, "Tags"],
    ["packetMirroringRules", { ...mirror, match: { srcFqdns: many } }, "At most 100"],
    ["rules", { priority: 0, action: "apply_security_profile_group" }, "securityProfileGroup"],
    ["rules", { priority: 0, action: "allow", tlsInspect: true }, "tlsInspect"],
  ])("cannot have among its %s %j", async (list, rule, names) => {
    const emulator = await emulatorForTest();
    const put = () => emulator.objects.put(`${global}/firewallPolicies/f`, { [list]: [rule] });
    expect(put).toThrow(names);
    expect(put).toThrow(`${list}[0]`);
  });
});

describe("an object without a model", () => {
  it("keeps what it refers to, but for what it was made of", async () => {
    const emulator = await emulatorForTest();
    const make = (collection: string, body: Wire) => operate(emulator, "POST", `/${global}/${collection}`, { body });
    await make("healthChecks", { name: "h", type: "TCP" });
    await make("backendServices", { name: "s", healthChecks: [`global/healthChecks/h`] });
    const inUse = { status: 400, reason: "resourceInUseByAnotherResource" };
    expect(await refusal(emulator, "DELETE", `/${global}/healthChecks/h`)).toMatchObject(inUse);
    await make("images", { name: "i" });
    await make("images", { name: "j", sourceImage: "global/images/i" });
    await operate(emulator, "DELETE", `/${global}/images/i`);
    expect(emulator.objects.get(`${global}/images/j`)?.sourceImage).toBe(`${ROOT}${global}/images/i`);
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
    expect((await send(emulator, "POST", "/projects/p/regions/r/addresses/a/move")).json).toEqual({ moved: "a" });
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
    await expect
      .poll(async () => (await send(emulator, "GET", ROUTES)).status, { timeout: 10_000, interval: 500 })
      .toBe(200);
  });

  it.each([{ routez: 1 }, { routes: "1" }, { routes: -1 }, { project: 1 }, [1]])("has no quota %j", async (body) => {
    expect((await admin(await emulatorForTest(), "PUT", "/quotas", body)).status).toBe(400);
  });

  it("keeps the chain of the pages of a list through changes, and starts a new chain with them", async () => {
    const emulator = await emulatorForTest();
    for (let index = 10; index < 30; index += 1) emulator.objects.put(`${global}/routes/r${String(index)}`, {});
    const namesOf = (page: Wire) => ((page.items ?? []) as { name: string }[]).map(({ name }) => name);
    const { json: first } = await send(emulator, "GET", `${ROUTES}?maxResults=10`);
    emulator.objects.put(`${global}/routes/a`, {});
    emulator.objects.delete(`${global}/routes/r25`);
    const { json: second } = await send(
      emulator,
      "GET",
      `${ROUTES}?maxResults=10&pageToken=${String(first.nextPageToken)}`,
    );
    expect([...namesOf(first), ...namesOf(second)]).toHaveLength(20);
    expect(namesOf((await send(emulator, "GET", ROUTES)).json)).toContain("a");
  });
});
