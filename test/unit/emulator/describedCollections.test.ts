import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { admin, emulatorForTest, operate, refusal, ROOT, send, type Wire } from "./helpers";

const REGION = "projects/p/regions/us-central1";
const GLOBAL = "/projects/p/global";
const HEALTH_CHECK = "projects/p/global/healthChecks/h";
const SERVICE = "projects/p/global/backendServices/s";

async function make(emulator: Emulator, collection: string, body: Wire): Promise<Wire> {
  expect(await operate(emulator, "POST", collection, { body })).not.toHaveProperty("error");
  return (await send(emulator, "GET", `${collection}/${String(body.name)}`)).json;
}

describe("an object without a model", () => {
  it("is shown as it was sent, with what every object has", async () => {
    const emulator = await emulatorForTest();
    await make(emulator, `${GLOBAL}/healthChecks`, { name: "h", type: "TCP", tcpHealthCheck: { port: 80 } });
    const sent = { name: "s", healthChecks: ["global/healthChecks/h"], timeoutSec: 10, id: "1", fingerprint: "AAAA" };
    const made = await make(emulator, `${GLOBAL}/backendServices`, sent);
    expect(made).toEqual({
      kind: "compute#backendService",
      id: expect.stringMatching(/^[0-9]{19}$/),
      creationTimestamp: expect.any(String),
      name: "s",
      healthChecks: [ROOT + HEALTH_CHECK],
      timeoutSec: 10,
      fingerprint: expect.stringMatching(/^[A-Za-z0-9+/]{11}=$/),
      selfLink: ROOT + SERVICE,
    });
    const { json: page } = await send(emulator, "GET", `${GLOBAL}/backendServices?filter=timeoutSec%3D10`);
    expect(page).toMatchObject({ kind: "compute#backendServiceList", items: [made] });
    const { json: regional } = await send(emulator, "GET", `/${REGION}/backendServices`);
    expect(regional).not.toHaveProperty("items");
  });

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

  it.each([
    ["of a project that an emulator cannot know", "projects/debian-cloud/global/networks/none"],
    ["of a kind that comes to be with others", `${REGION}/subnetworks/none`],
    ["of a kind that is not served", "projects/p/zones/z/nothings/none"],
    ["of another service", "https://storage.googleapis.com/b/o"],
  ])("may have a link to an object %s", async (_which, link) => {
    const emulator = await emulatorForTest();
    const made = await make(emulator, `/${REGION}/networkAttachments`, { name: "a", subnetworks: [link] });
    expect((made.subnetworks as string[])[0]).toMatch(new RegExp(`${link}$`));
  });

  it("is patched and replaced with the fingerprint that it has", async () => {
    const emulator = await emulatorForTest();
    const first = await make(emulator, `${GLOBAL}/backendServices`, {
      name: "s",
      timeoutSec: 10,
      iap: { enabled: true },
    });
    const path = `/${SERVICE}`;
    for (const fingerprint of [undefined, "AAAA"]) {
      const stale = await refusal(emulator, "PATCH", path, { body: { timeoutSec: 20, fingerprint } });
      expect(stale).toMatchObject({ status: 412, reason: "conditionNotMet" });
    }
    const patch = { timeoutSec: 20, iap: { oauth2ClientId: "c" }, id: "7", fingerprint: first.fingerprint };
    expect(await operate(emulator, "PATCH", path, { body: patch })).toMatchObject({ operationType: "patch" });
    const { json: patched } = await send(emulator, "GET", path);
    expect(patched).toMatchObject({ id: first.id, timeoutSec: 20, iap: { enabled: true, oauth2ClientId: "c" } });
    expect(patched.fingerprint).not.toBe(first.fingerprint);
    const replacement = { protocol: "HTTP", fingerprint: patched.fingerprint };
    expect(await operate(emulator, "PUT", path, { body: replacement })).toMatchObject({ operationType: "update" });
    const { json: replaced } = await send(emulator, "GET", path);
    expect(replaced).toMatchObject({ id: first.id, name: "s", protocol: "HTTP", selfLink: first.selfLink });
    expect(replaced).not.toHaveProperty("timeoutSec");
    const { fingerprint } = replaced;
    expect(await refusal(emulator, "PATCH", path, { body: { name: "t", fingerprint } })).toMatchObject({ status: 400 });
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

  it("is named by a parameter or by the body if the path of a method has no name", async () => {
    const emulator = await emulatorForTest();
    const path = "/projects/p/zones/z-a/autoscalers";
    await make(emulator, path, { name: "a", description: "one" });
    await operate(emulator, "PATCH", `${path}?autoscaler=a`, { body: { description: "two" } });
    expect((await send(emulator, "GET", `${path}/a`)).json).toMatchObject({ description: "two" });
    await operate(emulator, "PUT", path, { body: { name: "a", description: "three" } });
    expect((await send(emulator, "GET", `${path}/a`)).json).toMatchObject({ description: "three" });
    expect(await refusal(emulator, "PATCH", path, { body: {} })).toMatchObject({ status: 400, reason: "invalid" });
  });

  it.each([
    ["compute.firewalls.create", "POST", `${GLOBAL}/firewalls`, { body: { name: "a" } }],
    ["compute.firewalls.list", "GET", `${GLOBAL}/firewalls`, {}],
    ["compute.firewalls.get", "GET", `${GLOBAL}/firewalls/f`, {}],
    ["compute.firewalls.update", "PATCH", `${GLOBAL}/firewalls/f`, { body: {} }],
    ["compute.firewalls.update", "PUT", `${GLOBAL}/firewalls/f`, { body: {} }],
    ["compute.firewalls.delete", "DELETE", `${GLOBAL}/firewalls/f`, {}],
    ["compute.addresses.setLabels", "POST", `/${REGION}/addresses/a/setLabels`, { body: {} }],
  ] as const)("needs %s for %s %s", async (permission, method, path, sent) => {
    const emulator = await emulatorForTest();
    emulator.tokens({ "test-token": { deniedPermissions: [permission] } });
    const refused = await refusal(emulator, method, path, sent);
    expect(refused).toMatchObject({ status: 403, reason: "forbidden" });
    expect(refused.message).toContain(permission);
  });

  it("is put, changed, looked at and deleted from outside, and is in the console", async () => {
    const emulator = await emulatorForTest();
    const path = `${REGION}/addresses/a`;
    const { json: put } = await admin(emulator, "PUT", `/objects/${path}`, { address: "192.0.2.7" });
    expect(put).toMatchObject({ kind: "compute#address", region: ROOT + REGION, labelFingerprint: expect.any(String) });
    const { json: patched } = await admin(emulator, "PATCH", `/objects/${path}`, { users: [`${ROOT}a`] });
    expect(patched).toMatchObject({ id: put.id });
    expect(await refusal(emulator, "DELETE", `/${path}`)).toMatchObject({ reason: "resourceInUseByAnotherResource" });
    const { json: kinds } = await admin(emulator, "GET", "/console/kinds");
    expect(kinds.kinds).toContainEqual(expect.objectContaining({ kind: "regional addresses" }));
    const { json: schema } = await admin(emulator, "GET", "/schema");
    expect(schema.objects).toHaveProperty(["projects/{project}/global/firewalls/{firewall}", "properties", "allowed"]);
    expect((await admin(emulator, "DELETE", `/objects/${path}`)).status).toBe(200);
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

  it("asks for the parameters that a method needs", async () => {
    const emulator = await emulatorForTest();
    const path = "/projects/p/zones/z-a/nodeGroups";
    expect(await refusal(emulator, "POST", path, { body: { name: "a" } })).toMatchObject({ status: 400 });
    await operate(emulator, "POST", `${path}?initialNodeCount=1`, { body: { name: "a" } });
    expect((await send(emulator, "GET", `${path}/a`)).status).toBe(200);
  });

  it("can be read if other methods have a model", async () => {
    const emulator = await emulatorForTest();
    emulator.objects.put("projects/p/zones/z-a/disks/d", {});
    emulator.objects.put("projects/p/global/instanceTemplates/t", {});
    const { json: disks } = await send(emulator, "GET", "/projects/p/aggregated/disks");
    expect(disks).toMatchObject({
      kind: "compute#diskAggregatedList",
      items: { "zones/z-a": { disks: [{ name: "d" }] } },
    });
    const { json: templates } = await send(emulator, "GET", `${GLOBAL}/instanceTemplates`);
    expect(templates).toMatchObject({ kind: "compute#instanceTemplateList", items: [{ name: "t" }] });
  });

  it("is refused to those who may not come in at all", async () => {
    const emulator = await emulatorForTest();
    emulator.tokens({ "test-token": { projects: ["q"] } });
    expect(await refusal(emulator, "GET", "/projects/p/zones")).toMatchObject({ status: 403 });
  });
});
