import { expect, it } from "vitest";
import { emulatorForTest, operate, send } from "../helpers";

const GROUP = "projects/p/zones/us-central1-a/instanceGroupManagers/g";
const TEMPLATE = "projects/p/regions/us-central1/instanceTemplates/v2";

it("a zonal group takes a template of its region by a patch, and its instances follow after the operation", async () => {
  const emulator = await emulatorForTest({ latency: { instancesMs: 600_000 } });
  const { fingerprint } = emulator.objects.put(GROUP, { targetSize: 2, updatePolicy: { type: "PROACTIVE" } });
  emulator.objects.put(TEMPLATE, {});
  const body = { fingerprint, instanceTemplate: TEMPLATE };
  expect(await operate(emulator, "PATCH", `/${GROUP}`, { body })).toMatchObject({
    operationType: "patch",
    status: "DONE",
    zone: expect.stringMatching(/zones\/us-central1-a$/) as string,
  });
  const read = async () => (await send(emulator, "GET", `/${GROUP}`)).json;
  expect(await read()).toMatchObject({ status: { isStable: false, versionTarget: { isReached: false } } });
  emulator.latency({ instancesMs: 0 });
  const { fingerprint: newest } = emulator.objects.get(GROUP) ?? {};
  expect(newest).not.toBe(fingerprint);
  await operate(emulator, "PATCH", `/${GROUP}`, { body: { fingerprint: newest, targetSize: 3 } });
  expect(await read()).toMatchObject({
    instanceTemplate: expect.stringContaining(TEMPLATE) as string,
    currentActions: { none: 3 },
    status: { isStable: true, versionTarget: { isReached: true } },
    updatePolicy: { maxSurge: { fixed: 1, calculated: 1 } },
  });
  expect(emulator.objects.get(GROUP)).not.toHaveProperty("distributionPolicy");
});
