import { expect, it } from "vitest";
import { emulatorForTest, operate, ROOT, ROUTES, routeBody, send } from "./helpers";

const GROUP = "projects/p/regions/r/instanceGroupManagers/g";
const TEMPLATE = "projects/p/global/instanceTemplates/t";

it("a group that is put has the templates and health checks that it names, which stay as long as it does", async () => {
  const emulator = await emulatorForTest();
  const autoHealingPolicies = [{ healthCheck: "global/healthChecks/h" }];
  emulator.objects.put(GROUP, { targetSize: 1, instanceTemplate: "global/instanceTemplates/t", autoHealingPolicies });
  for (const path of [TEMPLATE, "projects/p/global/healthChecks/h"]) {
    expect((await send(emulator, "GET", `/${path}`)).status).toBe(200);
    expect(await send(emulator, "DELETE", `/${path}`)).toMatchObject({ reason: "resourceInUseByAnotherResource" });
  }
  emulator.objects.delete(GROUP);
  expect((await send(emulator, "DELETE", `/${TEMPLATE}`)).status).toBe(200);
});

it("a route leads to an instance that was put, or that a group has made", async () => {
  const emulator = await emulatorForTest();
  emulator.objects.put("projects/p/zones/z/instances/vm", {});
  emulator.objects.put(GROUP, { targetSize: 1, distributionPolicy: { zones: [{ zone: "zones/r-a" }] } });
  const { json } = await send(emulator, "POST", `/${GROUP}/listManagedInstances`);
  const [{ instance = "" } = {}] = json.managedInstances as { instance?: string }[];
  for (const [index, nextHopInstance] of [instance, "zones/z/instances/vm"].entries()) {
    const body = { ...routeBody(), name: `r${String(index)}`, nextHopGateway: undefined, nextHopInstance };
    expect((await send(emulator, "POST", ROUTES, { body })).status).toBe(200);
  }
});

it.each([
  ["regions/r", "regional managed instance groups"],
  ["zones/r-a", "managed instance groups"],
])("an autoscaler that a client inserts in %s sets the size of its group there", async (place, names) => {
  const emulator = await emulatorForTest();
  const target = `projects/p/${place}/instanceGroupManagers/g`;
  const { fingerprint } = emulator.objects.put(target, { targetSize: 1 });
  const autoscaler = { name: "a", target, autoscalingPolicy: { maxNumReplicas: 3 } };
  await operate(emulator, "POST", `/projects/p/${place}/autoscalers`, { body: autoscaler });
  expect(await send(emulator, "PATCH", `/${target}`, { body: { fingerprint, targetSize: 2 } })).toMatchObject({
    reason: "conditionNotMet",
    message: expect.stringContaining(`Resizing of autoscaled ${names} is not allowed`) as string,
  });
});

it("a disk of a region comes from an instant snapshot of the region", async () => {
  const emulator = await emulatorForTest();
  const sourceInstantSnapshot = "projects/p/regions/r/instantSnapshots/i";
  emulator.objects.put(sourceInstantSnapshot, {});
  const body = { name: "d", sourceInstantSnapshot };
  expect((await send(emulator, "POST", "/projects/p/regions/r/disks", { body })).status).toBe(200);
});

it("a group that is autoscaled cannot become stateful, unless its autoscaler is off", async () => {
  const emulator = await emulatorForTest();
  const autoscaler = "projects/p/regions/r/autoscalers/a";
  emulator.objects.put(GROUP, {
    targetSize: 1,
    updatePolicy: { instanceRedistributionType: "NONE" },
    status: { autoscaler: ROOT + autoscaler },
  });
  const patched = (mode: string) => {
    emulator.objects.put(autoscaler, { target: GROUP, autoscalingPolicy: { maxNumReplicas: 3, mode } });
    const { fingerprint } = emulator.objects.get(GROUP) ?? {};
    const statefulPolicy = { preservedState: { disks: { data: {} } } };
    return send(emulator, "PATCH", `/${GROUP}`, { body: { fingerprint, statefulPolicy } });
  };
  expect(await patched("ON")).toMatchObject({
    reason: "invalid",
    message: expect.stringContaining("You cannot use autoscaling if") as string,
  });
  expect((await patched("OFF")).status).toBe(200);
});

it("a new object has the status of one that can be used", async () => {
  const { objects } = await emulatorForTest();
  const planted = [
    objects.put("projects/p/zones/z/instances/planted", {}),
    objects.put("projects/p/global/images/i", {}),
    objects.put("projects/p/regions/r/addresses/a", { status: "IN_USE" }),
  ];
  expect(planted.map(({ status }) => status)).toEqual(["RUNNING", "READY", "IN_USE"]);
});

it("an object that is put has whole links, wherever they are, and keeps what no link is", async () => {
  const { objects } = await emulatorForTest();
  const texts = { description: "global/networks/default", nextHopIlb: "10.0.0.7" };
  const route = objects.put("projects/p/global/routes/r", { network: "global/networks/default", ...texts });
  expect(route).toMatchObject({ network: `${ROOT}projects/p/global/networks/default`, ...texts });
  const certificate = "projects/p/global/sslCertificates/c";
  const links = { sslCertificates: [certificate], sslPolicy: "not a link" };
  const proxy = objects.put("projects/p/global/targetSslProxies/t", links);
  expect(proxy).toMatchObject({ ...links, sslCertificates: [ROOT + certificate] });
});
