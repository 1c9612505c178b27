import { describe, expect, it } from "vitest";
import { startEmulator, type Emulator } from "../../../emulator/src/index";
import { addresses } from "../../kinds/address/emulated";
import { emulatorForTest, operate, refusal, ROOT, send, wait, type Wire } from "./helpers";

const REGION = "projects/p/regions/us-central1";
const ADDRESSES = `/${REGION}/addresses`;
const ADDRESS = `${REGION}/addresses/a`;
const body = { name: "a" };

const start = () => emulatorForTest({ furtherCollections: [addresses] });

async function make(emulator: Emulator, fields: Record<string, unknown> = {}, path = ADDRESSES): Promise<Wire> {
  const { name } = { ...body, ...fields };
  expect(await operate(emulator, "POST", path, { body: { ...body, ...fields } })).not.toHaveProperty("error");
  return (await send(emulator, "GET", `${path}/${name}`)).json;
}

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
});

describe("further collections", () => {
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
