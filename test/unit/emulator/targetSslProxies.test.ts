import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { emulatorForTest, operate, refusal, ROOT, send, wait } from "./helpers";

const PROXY = "projects/p/global/targetSslProxies/proxy";
const SET = `/${PROXY}/setCertificateMap`;
const MAP = "//certificatemanager.googleapis.com/projects/p/locations/global/certificateMaps/m";
const CERTIFICATE = `${ROOT}projects/p/global/sslCertificates/c`;

async function start(proxy: Record<string, unknown> = { sslCertificates: [CERTIFICATE] }): Promise<Emulator> {
  const emulator = await emulatorForTest();
  emulator.objects.put(PROXY, proxy);
  return emulator;
}

describe("a target SSL proxy", () => {
  it("is put, read and listed", async () => {
    const emulator = await start();
    const { json } = await send(emulator, "GET", `/${PROXY}`);
    expect(json).toMatchObject({
      kind: "compute#targetSslProxy",
      name: "proxy",
      proxyHeader: "NONE",
      sslCertificates: [CERTIFICATE],
      selfLink: ROOT + PROXY,
    });
    const { json: page } = await send(emulator, "GET", "/projects/p/global/targetSslProxies");
    expect(page).toMatchObject({ kind: "compute#targetSslProxyList", items: [json] });
  });

  it("gets a certificate map when the operation is DONE, and keeps everything else", async () => {
    const emulator = await start();
    const before = emulator.objects.get(PROXY);
    emulator.latency({ defaultMs: 1_000 });
    const { json: running } = await send(emulator, "POST", SET, { body: { certificateMap: MAP } });
    expect(running).toMatchObject({ operationType: "setCertificateMap", targetLink: ROOT + PROXY });
    expect(emulator.objects.get(PROXY)).not.toHaveProperty("certificateMap");
    expect((await refusal(emulator, "POST", SET, { body: {} })).reason).toBe("resourceNotReady");
    await wait(emulator, running);
    expect(emulator.objects.get(PROXY)).toEqual({ ...before, certificateMap: MAP });
  });

  it.each([[{}], [{ certificateMap: "" }], [{ certificateMap: null }]])("loses its map with %j", async (body) => {
    const emulator = await start({ sslCertificates: [CERTIFICATE], certificateMap: MAP });
    await operate(emulator, "POST", SET, { body });
    expect(emulator.objects.get(PROXY)).not.toHaveProperty("certificateMap");
  });

  it("cannot lose its map when no certificates remain", async () => {
    const emulator = await start({ certificateMap: MAP });
    const refused = await refusal(emulator, "POST", SET, { body: {} });
    expect(refused).toMatchObject({ status: 400, reason: "invalid" });
    expect(refused.message).toContain("At least 1 SSL certificate must be specified");
    expect(emulator.operations()).toEqual([]);
  });

  it.each([
    "projects/p/locations/global/certificateMaps/m",
    "https://certificatemanager.googleapis.com/v1/projects/p/locations/global/certificateMaps/m",
    "//certificatemanager.googleapis.com/projects/p/locations/europe-west1/certificateMaps/m",
    "//certificatemanager.googleapis.com/projects/p/locations/global/certificateMaps/M",
    "//certificatemanager.googleapis.com/projects/p/locations/global/certificateMaps/m/x",
    "m",
  ])("refuses the spelling %s of a map", async (certificateMap) => {
    const emulator = await start();
    const refused = await refusal(emulator, "POST", SET, { body: { certificateMap } });
    expect(refused).toMatchObject({ status: 400, reason: "invalid" });
    expect(refused.message).toContain("resource.certificateMap");
  });

  it("is not there unless it was put, and takes only a requestId and known fields", async () => {
    const emulator = await start();
    const other = "/projects/p/global/targetSslProxies/other/setCertificateMap";
    expect((await refusal(emulator, "POST", other, { body: {} })).status).toBe(404);
    expect((await refusal(emulator, "POST", SET, { body: { certificate_map: MAP } })).status).toBe(400);
    expect((await refusal(emulator, "POST", `${SET}?force=true`, { body: {} })).status).toBe(400);
    const query = "?requestId=5f0c9a3e-1111-4222-8333-123456789abc";
    const first = await operate(emulator, "POST", SET + query, { body: { certificateMap: MAP } });
    expect((await operate(emulator, "POST", SET + query, { body: { certificateMap: MAP } })).name).toBe(first.name);
  });

  it("needs the permission to set its map", async () => {
    const emulator = await start();
    emulator.tokens({ "test-token": { deniedPermissions: ["compute.targetSslProxies.setCertificateMap"] } });
    const refused = await refusal(emulator, "POST", SET, { body: { certificateMap: MAP } });
    expect(refused).toMatchObject({ status: 403, reason: "forbidden" });
    expect((await send(emulator, "GET", `/${PROXY}`)).status).toBe(200);
  });

  it("keeps its map when the operation fails", async () => {
    const emulator = await start({ sslCertificates: [CERTIFICATE], certificateMap: MAP });
    emulator.fault({
      match: { operationType: "setCertificateMap" },
      fault: { kind: "operationError", errors: [{ code: "INTERNAL_ERROR" }] },
    });
    expect(await operate(emulator, "POST", SET, { body: {} })).toHaveProperty("error");
    expect(emulator.objects.get(PROXY)).toHaveProperty("certificateMap", MAP);
  });
});
