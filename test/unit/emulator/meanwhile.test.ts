import { describe, expect, it } from "vitest";
import type { Emulator, Fault } from "../../../emulator/src/index";
import { admin, emulatorForTest, operate, ROOT, send } from "./helpers";

const GROUP = "projects/p/regions/r/instanceGroupManagers/g";
const TEMPLATES = "projects/p/global/instanceTemplates";
const READ = { method: "GET", path: "/instanceGroupManagers/g$" };

async function emulatorWithGroup(): Promise<Emulator> {
  const emulator = await emulatorForTest();
  emulator.objects.put(GROUP, { targetSize: 1, instanceTemplate: `${TEMPLATES}/v1` });
  return emulator;
}

const read = async (emulator: Emulator) => (await send(emulator, "GET", `/${GROUP}`)).json;
const meanwhile = (act: Omit<Extract<Fault, { kind: "meanwhile" }>, "kind" | "path"> & { path?: string }): Fault => ({
  kind: "meanwhile",
  path: GROUP,
  ...act,
});

describe("meanwhile, somebody else", () => {
  it("sets the template back some time after a patch", async () => {
    const emulator = await emulatorWithGroup();
    emulator.objects.put(`${TEMPLATES}/v2`, {});
    const back = { instanceTemplate: `${TEMPLATES}/v1` };
    emulator.fault({ match: { method: "PATCH" }, fault: meanwhile({ patch: back, afterMs: 50 }) });
    const { fingerprint } = await read(emulator);
    await operate(emulator, "PATCH", `/${GROUP}`, { body: { instanceTemplate: `${TEMPLATES}/v2`, fingerprint } });
    await expect.poll(() => read(emulator)).toMatchObject({ instanceTemplate: `${ROOT}${TEMPLATES}/v1` });
    const templates = emulator.history(GROUP).map(({ object }) => String(object?.instanceTemplate).slice(-2));
    expect(templates.filter((name, index) => name !== templates[index - 1])).toEqual(["v1", "v2", "v1"]);
  });

  it("makes a patch stale that arrives just after", async () => {
    const emulator = await emulatorWithGroup();
    emulator.fault({ match: { method: "PATCH" }, fault: meanwhile({ patch: { description: "theirs" } }) });
    const { fingerprint } = await read(emulator);
    const body = { description: "ours", fingerprint };
    expect(await send(emulator, "PATCH", `/${GROUP}`, { body })).toMatchObject({ status: 412 });
    expect(emulator.objects.get(GROUP)).toMatchObject({ description: "theirs" });
  });

  it("takes instances away, which the group makes again", async () => {
    const emulator = await emulatorWithGroup();
    emulator.latency({ instancesMs: 600_000 });
    emulator.fault({ match: READ, fault: meanwhile({ loses: 1 }) });
    expect(await read(emulator)).toMatchObject({ status: { isStable: false }, currentActions: { recreating: 1 } });
  });

  it("does nothing more after a reset", async () => {
    const emulator = await emulatorWithGroup();
    emulator.fault({ match: READ, fault: meanwhile({ patch: { description: "late" }, afterMs: 20 }) });
    await read(emulator);
    await emulator.reset();
    emulator.objects.put(GROUP, { targetSize: 1 });
    emulator.fault({ match: READ, fault: meanwhile({ patch: { targetSize: 2 }, afterMs: 40 }) });
    await read(emulator);
    await expect.poll(() => read(emulator)).toMatchObject({ targetSize: 2 });
    expect(emulator.objects.get(GROUP)).not.toHaveProperty("description");
  });
});

describe("what a group names and somebody deletes", () => {
  it.each([
    ["global/instanceTemplates/old", (link: string) => ({ versions: [{ instanceTemplate: link }] })],
    ["global/healthChecks/old", (healthCheck: string) => ({ autoHealingPolicies: [{ healthCheck }] })],
    ["regions/r/targetPools/old", (link: string) => ({ targetPools: [link] })],
    ["regions/r/resourcePolicies/old", (workloadPolicy: string) => ({ resourcePolicies: { workloadPolicy } })],
  ])("is refused in a later patch, and comes back with no other one: %s", async (place, naming) => {
    const emulator = await emulatorWithGroup();
    const path = `projects/p/${place}`;
    const patch = async (body: object) => {
      const { fingerprint } = await read(emulator);
      return send(emulator, "PATCH", `/${GROUP}`, { body: { ...body, fingerprint } });
    };
    emulator.objects.patch(GROUP, naming(path));
    emulator.fault({ match: { method: "PATCH" }, fault: meanwhile({ path, deletes: true }) });
    const message = `The resource '${path}' was not found`;
    expect(await patch(naming(path))).toMatchObject({ status: 404, reason: "notFound", message });
    expect((await patch({ description: "ours" })).status).toBe(200);
    expect(emulator.objects.get(path)).toBeUndefined();
  });

  it("can be of another service: a request is refused whose body names it", async () => {
    const emulator = await emulatorForTest();
    const proxy = "projects/p/global/targetSslProxies/front";
    emulator.objects.put(proxy, {});
    await admin(emulator, "POST", "/faults", {
      match: { body: 'certificateMaps/gone"' },
      times: "always",
      fault: { kind: "status", status: 404, reason: "notFound", message: "The certificate map was not found" },
    });
    const set = async (name: string) => {
      const certificateMap = `//certificatemanager.googleapis.com/projects/p/locations/global/certificateMaps/${name}`;
      return (await send(emulator, "POST", `/${proxy}/setCertificateMap`, { body: { certificateMap } })).status;
    };
    expect([await set("gone"), await set("there"), await set("gone")]).toEqual([404, 200, 404]);
  });
});
