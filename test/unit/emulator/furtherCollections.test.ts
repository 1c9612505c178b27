import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { startEmulator, type CollectionDescription, type Emulator } from "../../../emulator/src/index";
import { projectCollection } from "../../../emulator/src/objects/projectCollection";
import { addresses } from "../../kinds/address/emulated";
import { differencesOfKind, expectOfficial } from "../../support/officialDefinitions";
import { admin, emulatorForTest, operate, refusal, ROOT, send, wait, type Wire } from "./helpers";

const REGION = "projects/p/regions/us-central1";
const ADDRESSES = `/${REGION}/addresses`;
const ADDRESS = `${REGION}/addresses/a`;
const AGGREGATED = "/projects/p/aggregated/addresses";
const body = { name: "a" };

const start = () => emulatorForTest({ furtherCollections: [addresses] });

async function make(emulator: Emulator, fields: Record<string, unknown> = {}, path = ADDRESSES): Promise<Wire> {
  const { name } = { ...body, ...fields };
  expect(await operate(emulator, "POST", path, { body: { ...body, ...fields } })).not.toHaveProperty("error");
  return (await send(emulator, "GET", `${path}/${name}`)).json;
}

const served = projectCollection(addresses);

describe("the methods of a described collection", () => {
  it.each((served.endpoints ?? []).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    "are in the official description: %s",
    (_name, endpoint) => {
      expectOfficial(endpoint);
    },
  );

  it("are all that its scope and its labels allow", () => {
    const methodsOf = (change: Partial<CollectionDescription>) =>
      (projectCollection({ ...addresses, ...change }).endpoints ?? []).map(({ method, path }) => `${method} ${path}`);
    const regional = "/compute/v1/projects/{project}/regions/{region}/addresses";
    expect(methodsOf({})).toEqual([
      `POST ${regional}`,
      `GET ${regional}`,
      "GET /compute/v1/projects/{project}/aggregated/addresses",
      `GET ${regional}/{address}`,
      `DELETE ${regional}/{address}`,
      `POST ${regional}/{resource}/setLabels`,
    ]);
    const { collection, kind, fields } = addresses;
    const global = projectCollection({ collection, kind, fields, scope: "global" });
    expect(global.endpoints?.map(({ path }) => path).filter((path) => /aggregated|setLabels/.test(path))).toEqual([]);
    expect(methodsOf({ methods: ["get"] })).toEqual([`GET ${regional}/{address}`]);
  });

  it("have official fields", () => {
    expect(differencesOfKind(served.kind, served.fields)).toEqual([]);
  });
});

describe("an object of a further collection", () => {
  it("is made by an operation of its region, with all that the service adds", async () => {
    const emulator = await emulatorForTest({ furtherCollections: [addresses], latency: { defaultMs: 600_000 } });
    const inserted = await send(emulator, "POST", ADDRESSES, { body: { ...body, labels: { a: "1" }, status: "x" } });
    expect(inserted.json).toMatchObject({
      operationType: "insert",
      region: ROOT + REGION,
      targetLink: ROOT + ADDRESS,
      selfLink: expect.stringContaining(`${REGION}/operations/operation-`),
    });
    expect((await send(emulator, "GET", `/${ADDRESS}`)).status).toBe(404);
    emulator.finishOperations();
    expect(await wait(emulator, inserted.json)).toMatchObject({ status: "DONE", targetId: inserted.json.targetId });
    const { json: address } = await send(emulator, "GET", `/${ADDRESS}`);
    expect(address).toEqual({
      kind: "compute#address",
      id: inserted.json.targetId,
      creationTimestamp: expect.any(String),
      name: "a",
      address: expect.stringMatching(/^34(\.[0-9]+){3}$/),
      addressType: "EXTERNAL",
      networkTier: "PREMIUM",
      status: "RESERVED",
      region: ROOT + REGION,
      labels: { a: "1" },
      labelFingerprint: expect.stringMatching(/^[A-Za-z0-9+/]{11}=$/),
      selfLink: ROOT + ADDRESS,
    });
    expect((await send(emulator, "GET", `${ADDRESSES}/${String(address.id)}`)).json).toEqual(address);
    const { json: page } = await send(emulator, "GET", `${ADDRESSES}?filter=labels.a%3D1`);
    expect(page).toMatchObject({ kind: "compute#addressList", id: `${REGION}/addresses`, items: [address] });
  });

  it("is made and deleted once by requests of one id", async () => {
    const emulator = await start();
    const query = () => `?requestId=${randomUUID()}`;
    for (const [method, path, sent] of [
      ["POST", ADDRESSES + query(), { body }],
      ["DELETE", `/${ADDRESS}${query()}`, {}],
    ] as const) {
      const first = await send(emulator, method, path, sent);
      await wait(emulator, first.json);
      expect((await send(emulator, method, path, sent)).json.id).toBe(first.json.id);
    }
    expect(emulator.operations()).toHaveLength(2);
    expect(await refusal(emulator, "DELETE", `/${ADDRESS}`)).toMatchObject({ status: 404, reason: "notFound" });
  });

  it.each([
    [{ name: "a", colour: "red" }, 400, "badRequest"],
    [{ name: "a", prefixLength: "29" }, 400, "badRequest"],
    [{ name: "a", addressType: "PRIVATE" }, 400, "invalid"],
    [{ name: "A" }, 400, "invalid"],
    [{ name: "a", labels: { A: "" } }, 400, "invalid"],
    [{ name: "a", network: "global/networks/none" }, 404, "notFound"],
    [{}, 400, "required"],
    [{ name: "taken" }, 409, "alreadyExists"],
  ])("is not made of %j", async (sent, status, reason) => {
    const emulator = await start();
    await make(emulator, { name: "taken" });
    expect(await refusal(emulator, "POST", ADDRESSES, { body: sent })).toMatchObject({ status, reason });
  });

  it.each([
    ["compute.addresses.create", "POST", ADDRESSES, { body: { name: "b" } }],
    ["compute.addresses.setLabels", "POST", ADDRESSES, { body: { name: "b", labels: { a: "1" } } }],
    ["compute.addresses.list", "GET", ADDRESSES, {}],
    ["compute.addresses.list", "GET", AGGREGATED, {}],
    ["compute.addresses.get", "GET", `/${ADDRESS}`, {}],
    ["compute.addresses.setLabels", "POST", `/${ADDRESS}/setLabels`, { body: {} }],
    ["compute.addresses.delete", "DELETE", `/${ADDRESS}`, {}],
  ] as const)("needs %s for %s %s", async (permission, method, path, sent) => {
    const emulator = await start();
    emulator.tokens({ "test-token": { deniedPermissions: [permission] } });
    const refused = await refusal(emulator, method, path, sent);
    expect(refused).toMatchObject({ status: 403, reason: "forbidden" });
    expect(refused.message).toContain(permission);
  });

  it("gets labels with the current fingerprint only", async () => {
    const emulator = await start();
    const { labelFingerprint } = await make(emulator);
    const path = `/${ADDRESS}/setLabels`;
    const labels = { b: "2" };
    const stale = { status: 412, reason: "conditionNotMet" };
    expect(await refusal(emulator, "POST", path, { body: { labels } })).toMatchObject(stale);
    const first = await operate(emulator, "POST", path, { body: { labels, labelFingerprint } });
    expect(first).toMatchObject({ operationType: "setLabels", region: ROOT + REGION, targetLink: ROOT + ADDRESS });
    expect(await refusal(emulator, "POST", path, { body: { labels, labelFingerprint } })).toMatchObject(stale);
    const { json: labelled } = await send(emulator, "GET", `/${ADDRESS}`);
    expect(labelled).toMatchObject({ labels });
    const again = { labelFingerprint: labelled.labelFingerprint };
    await operate(emulator, "POST", `${ADDRESSES}/${String(labelled.id)}/setLabels`, { body: again });
    expect((await send(emulator, "GET", `/${ADDRESS}`)).json).not.toHaveProperty("labels");
  });

  it("stays while another uses it, and keeps what it refers to", async () => {
    const emulator = await start();
    await make(emulator, { network: "global/networks/default", addressType: "INTERNAL", purpose: "VPC_PEERING" });
    const inUse = { status: 400, reason: "resourceInUseByAnotherResource" };
    const network = "/projects/p/global/networks/default";
    expect(await refusal(emulator, "DELETE", network)).toMatchObject({
      ...inUse,
      message: expect.stringContaining(`'${ADDRESS}'`),
    });
    emulator.objects.patch(ADDRESS, { users: [`${ROOT}projects/p/zones/us-central1-a/instances/i`] });
    expect(emulator.objects.get(ADDRESS)).toMatchObject({ status: "IN_USE" });
    expect(await refusal(emulator, "DELETE", `/${ADDRESS}`)).toMatchObject({
      ...inUse,
      message: expect.stringContaining("'projects/p/zones/us-central1-a/instances/i'"),
    });
    emulator.objects.patch(ADDRESS, { users: null });
    await operate(emulator, "DELETE", `/${ADDRESS}`);
    expect((await send(emulator, "DELETE", network)).status).toBe(200);
  });

  it("counts against the quota of its region", async () => {
    const emulator = await start();
    emulator.quota({ furtherCollections: { addresses: 1 } });
    await make(emulator);
    await make(emulator, {}, "/projects/p/regions/europe-west1/addresses");
    const full = await operate(emulator, "POST", ADDRESSES, { body: { name: "b" } });
    const quotaInfo = { metricName: "compute.googleapis.com/static_addresses", dimensions: { region: "us-central1" } };
    expect(full).toMatchObject({ error: { errors: [{ errorDetails: [{ quotaInfo }, {}, {}] }] } });
    expect(() => {
      emulator.quota({ furtherCollections: { others: 1 } });
    }).toThrow(/addresses/);
  });
});

describe("an aggregated list", () => {
  const none = (place: string) => ({
    warning: {
      code: "NO_RESULTS_ON_PAGE",
      message: `There are no results for scope '${place}' on this page.`,
      data: [{ key: "scope", value: place }],
    },
  });

  /** An emulator with three addresses in two regions, and one in another project. */
  async function startWithAddresses(): Promise<Emulator> {
    const emulator = await start();
    for (const [path, labels] of [
      ["p/regions/us-central1/addresses/a", {}],
      ["p/regions/elsewhere1/addresses/b", { env: "test" }],
      ["p/regions/us-central1/addresses/c", { env: "test" }],
      ["q/regions/us-central1/addresses/d", {}],
    ] as const) {
      emulator.objects.put(`projects/${path}`, { labels });
    }
    return emulator;
  }

  const list = async (emulator: Emulator, query = "") =>
    (await send(emulator, "GET", AGGREGATED + query)).json as {
      readonly items: Readonly<Record<string, { readonly addresses?: readonly Wire[] }>>;
      readonly nextPageToken?: string;
    };

  const namesOf = ({ items }: Awaited<ReturnType<typeof list>>) =>
    Object.entries(items).flatMap(([place, { addresses: found = [] }]) =>
      found.map(({ name }) => `${place} ${String(name)}`),
    );

  it("has every region, and a warning in place of the objects of those without any", async () => {
    const emulator = await startWithAddresses();
    const page = await list(emulator);
    expect(page).toMatchObject({
      kind: "compute#addressAggregatedList",
      id: "projects/p/aggregated/addresses",
      selfLink: ROOT + AGGREGATED.slice(1),
    });
    expect(page).not.toHaveProperty("warning");
    const at = (name: string) => emulator.objects.get(`${REGION}/addresses/${name}`);
    expect(page.items["regions/us-central1"]).toEqual({ addresses: [at("a"), at("c")] });
    expect(page.items["regions/europe-west1"]).toEqual(none("regions/europe-west1"));
    expect(namesOf(page)).toEqual(["regions/elsewhere1 b", "regions/us-central1 a", "regions/us-central1 c"]);
    expect(Object.keys(page.items).every((place) => /^(?:global$|regions\/)/.test(place))).toBe(true);
  });

  it("counts objects on its pages, and follows filters", async () => {
    const emulator = await startWithAddresses();
    const first = await list(emulator, "?maxResults=2");
    expect(namesOf(first)).toEqual(["regions/elsewhere1 b", "regions/us-central1 a"]);
    const second = await list(emulator, `?maxResults=2&pageToken=${first.nextPageToken ?? ""}`);
    expect(namesOf(second)).toEqual(["regions/us-central1 c"]);
    expect(second.items["regions/elsewhere1"]).toEqual(none("regions/elsewhere1"));
    expect(second.nextPageToken).toBeUndefined();
    const filtered = await list(emulator, "?filter=labels.env%3Dtest&serviceProjectNumber=12");
    expect(namesOf(filtered)).toEqual(["regions/elsewhere1 b", "regions/us-central1 c"]);
    const refused = await refusal(emulator, "GET", `${AGGREGATED}?serviceProjectNumber=p`);
    expect(refused).toMatchObject({ status: 400, reason: "invalid" });
  });

  it("has the zones and the global place if the request names all scopes", async () => {
    const { items } = await list(await startWithAddresses(), "?includeAllScopes=true");
    expect(items.global).toEqual(none("global"));
    expect(items["zones/us-central1-a"]).toEqual(none("zones/us-central1-a"));
    expect(items["regions/us-central1"]?.addresses).toHaveLength(2);
  });

  it("sees changes, and empties", async () => {
    const emulator = await startWithAddresses();
    expect(namesOf(await list(emulator))).toHaveLength(3);
    await send(emulator, "GET", "/projects/p/regions/nowhere1/addresses");
    expect((await list(emulator)).items).not.toHaveProperty("regions/nowhere1");
    for (const { path } of emulator.objects.list("projects/p/regions/")) {
      emulator.objects.delete(path);
    }
    const { items } = await list(emulator);
    expect(items["regions/us-central1"]).toEqual(none("regions/us-central1"));
    expect(items).not.toHaveProperty("regions/elsewhere1");
  });

  it("leaves out places that cannot be reached, for those who accept a part", async () => {
    const emulator = await startWithAddresses();
    const fault = { kind: "partialFailure", unreachables: ["projects/p/regions/us-central1"] } as const;
    emulator.fault({ times: 2, fault });
    expect(await refusal(emulator, "GET", AGGREGATED)).toMatchObject({ status: 503 });
    const page = await list(emulator, "?returnPartialSuccess=true");
    expect(namesOf(page)).toEqual(["regions/elsewhere1 b"]);
    expect(page.items["regions/us-central1"]).toMatchObject({ warning: { code: "UNREACHABLE" } });
    expect(page).toMatchObject({ unreachables: fault.unreachables, warning: { code: "UNREACHABLE" } });
  });

  it("has the objects of every collection of its name", async () => {
    const furtherCollections = (["region", "zone", "global"] as const).map((scope) => ({ ...addresses, scope }));
    const emulator = await emulatorForTest({ furtherCollections });
    for (const place of ["global", "regions/r", "zones/z-a"]) {
      emulator.objects.put(`projects/p/${place}/addresses/x`, {});
    }
    expect(namesOf(await list(emulator))).toEqual(["global x", "regions/r x", "zones/z-a x"]);
    const zonal = await operate(emulator, "DELETE", "/projects/p/zones/z-a/addresses/x");
    expect(zonal).toMatchObject({ zone: `${ROOT}projects/p/zones/z-a` });
    expect(await operate(emulator, "DELETE", "/projects/p/global/addresses/x")).not.toHaveProperty("zone");
    expect(namesOf(await list(emulator))).toEqual(["regions/r x"]);
  });
});

describe("further collections", () => {
  it("are put, patched, looked at and deleted from outside", async () => {
    const emulator = await start();
    const put = await admin(emulator, "PUT", `/objects/${ADDRESS}`, { address: "192.0.2.7" });
    expect(put.json).toMatchObject({ kind: "compute#address", address: "192.0.2.7", region: ROOT + REGION });
    const { json } = await admin(emulator, "PATCH", `/objects/${ADDRESS}`, { labels: { a: "1" } });
    expect(json).toMatchObject({ id: put.json.id, labels: { a: "1" } });
    expect(json.labelFingerprint).not.toBe(put.json.labelFingerprint);
    expect(emulator.history(ADDRESS)).toHaveLength(2);
    const { json: schema } = await admin(emulator, "GET", "/schema");
    expect(schema.objects).toHaveProperty([served.path, "properties", "networkTier"]);
    expect((await admin(emulator, "DELETE", `/objects/${ADDRESS}`)).status).toBe(200);
    await emulator.reset();
    expect((await send(emulator, "GET", ADDRESSES)).status).toBe(200);
  });

  it("meet faults as all others do", async () => {
    const emulator = await start();
    emulator.fault({
      match: { operationType: "insert", path: "addresses" },
      fault: { kind: "operationError", errors: [{ code: "X" }] },
    });
    expect(await operate(emulator, "POST", ADDRESSES, { body })).toMatchObject({ error: { errors: [{ code: "X" }] } });
    await make(emulator);
  });

  it("are served by the emulator that was given them, and by no other", async () => {
    const beacons = { ...addresses, collection: "beacons", kind: "compute#beacon" };
    const path = `/${REGION}/beacons`;
    const [one, other] = [await emulatorForTest({ furtherCollections: [beacons] }), await emulatorForTest()];
    await make(one, {}, path);
    expect((await send(other, "GET", `${path}/a`)).status).toBe(404);
    expect(() => other.objects.put(`${REGION}/beacons/a`, {})).toThrow(/is not the path of an object/);
    const { json } = await admin(other, "GET", "/console/kinds");
    expect(JSON.stringify(json)).not.toContain("beacons");
  });

  it("stand in for what is served by the description of the service", async () => {
    const [one, other] = [await start(), await emulatorForTest()];
    expect(await make(one)).toHaveProperty("addressType");
    expect(await make(other)).not.toHaveProperty("addressType");
    expect((await send(one, "POST", `/${ADDRESS}/move`, { body: {} })).status).toBe(501);
  });

  it("have methods of their own beside the described ones", async () => {
    const move = {
      method: "POST",
      path: "/compute/v1/projects/{project}/regions/{region}/addresses/{address}/move",
      permissions: ["compute.addresses.use"],
      handle: ({ parameters }: { parameters: Readonly<Record<string, string>> }) => ({ moved: parameters.address }),
    } as const;
    const emulator = await emulatorForTest({ furtherCollections: [{ ...addresses, endpoints: [move] }] });
    expect((await send(emulator, "POST", `/${ADDRESS}/move`)).json).toEqual({ moved: "a" });
  });

  it.each([
    ["described twice", [addresses, addresses]],
    ["served already", [{ ...addresses, collection: "routes", scope: "global", kind: "compute#route" }]],
  ] as const)("cannot be %s", async (_why, furtherCollections) => {
    await expect(startEmulator({ furtherCollections })).rejects.toThrow(/is described twice, or served already/);
  });
});
