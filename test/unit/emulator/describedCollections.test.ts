import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { emulatorForTest, operate, refusal, ROOT, send, type Wire } from "./helpers";
const GLOBAL = "/projects/p/global";
const HEALTH_CHECK = "projects/p/global/healthChecks/h";
const SERVICE = "projects/p/global/backendServices/s";

async function make(emulator: Emulator, collection: string, body: Wire): Promise<Wire> {
  expect(await operate(emulator, "POST", collection, { body })).not.toHaveProperty("error");
  return (await send(emulator, "GET", `${collection}/${String(body.name)}`)).json;
}

describe("an object without a model", () => {
  it.each([
    [{ name: "a", colour: "red" }, 400, "badRequest", "colour"],
    [{ name: "a", direction: "UP" }, 400, "invalid", "EGRESS, INGRESS"],
    [{ name: "a", priority: "1" }, 400, "badRequest", "priority"],
    [{ name: "a", allowed: { IPProtocol: "tcp" } }, 400, "badRequest", "a list"],
    [{ name: "a", allowed: [{ protocol: "tcp" }] }, 400, "badRequest", "resource.allowed[0]"],
    [{ name: "A" }, 400, "invalid", "resource.name"],
    [{}, 400, "required", "resource.name"],
    [{ name: "a", network: "global/networks/none" }, 404, "notFound", "projects/p/global/networks/none"],
  ])("is not made of %j", async (body, status, reason, text) => {
    const emulator = await emulatorForTest();
    const refused = await refusal(emulator, "POST", `${GLOBAL}/firewalls`, { body });
    expect(refused).toMatchObject({ status, reason });
    expect(refused.message).toContain(text);
  });

  it("keeps what it refers to, but for what it was made of", async () => {
    const emulator = await emulatorForTest();
    await make(emulator, `${GLOBAL}/healthChecks`, { name: "h", type: "TCP" });
    await make(emulator, `${GLOBAL}/backendServices`, { name: "s", healthChecks: [ROOT + HEALTH_CHECK] });
    await make(emulator, `${GLOBAL}/networks`, { name: "n" });
    await make(emulator, `${GLOBAL}/firewalls`, { name: "f", network: "global/networks/n" });
    const inUse = { status: 400, reason: "resourceInUseByAnotherResource" };
    expect(await refusal(emulator, "DELETE", `/${HEALTH_CHECK}`)).toMatchObject(inUse);
    expect(await refusal(emulator, "DELETE", `${GLOBAL}/networks/n`)).toMatchObject(inUse);
    await operate(emulator, "DELETE", `/${SERVICE}`);
    await operate(emulator, "DELETE", `/${HEALTH_CHECK}`);
    await make(emulator, `${GLOBAL}/images`, { name: "i" });
    await make(emulator, `${GLOBAL}/images`, { name: "j", sourceImage: "global/images/i" });
    await operate(emulator, "DELETE", `${GLOBAL}/images/i`);
    expect(emulator.objects.get("projects/p/global/images/j")?.sourceImage).toBe(`${ROOT}projects/p/global/images/i`);
  });
});

describe("a collection without a model", () => {
  const unserved = { status: 501, reason: "notImplemented" };

  it.each([
    ["a method", "POST", `${GLOBAL}/backendServices/s/setSecurityPolicy`, "backendServices.setSecurityPolicy"],
    ["an insert of a kind that is put", "POST", "/projects/p/zones/z/instantSnapshots", "instantSnapshots.insert"],
    ["the places", "GET", "/projects/p/zones", "zones.list"],
    ["the project", "GET", "/projects/p", "projects.get"],
    ["the end of an operation's life", "DELETE", `${GLOBAL}/operations/o`, "globalOperations.delete"],
    [
      "a parameter that changes what a method does",
      "PATCH",
      `${GLOBAL}/interconnectGroups/g?updateMask=a`,
      "updateMask",
    ],
  ])("says so: %s", async (_what, method, path, text) => {
    const emulator = await emulatorForTest();
    const refused = await refusal(emulator, method, path, method === "GET" ? {} : { body: { name: "a" } });
    expect(refused).toMatchObject(unserved);
    expect(refused.message).toContain(text);
    expect(emulator.operations()).toEqual([]);
  });
});
