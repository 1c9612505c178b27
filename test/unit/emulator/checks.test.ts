import { describe, expect, it } from "vitest";
import type { Check } from "../../../emulator/src/index";
import { emulatorForTest, send } from "./helpers";
const GROUP = "projects/p/regions/europe-west1/instanceGroupManagers/web";

const defaultOrder: readonly Check[] = ["requestId", "existence", "fingerprint", "readiness"];

describe("a change that comes while another one runs, with an old fingerprint", () => {
  it.each([
    ["412 conditionNotMet", defaultOrder],
    ["400 resourceNotReady", ["requestId", "readiness", "existence", "fingerprint"]],
  ] as const)("is refused with %s in the order %j", async (wanted, order) => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 600_000 } });
    const { fingerprint: newest } = emulator.objects.put(GROUP, {});
    emulator.checks(order);
    await send(emulator, "PATCH", `/${GROUP}`, { body: { description: "one", fingerprint: newest } });
    const body = { description: "two", fingerprint: "AAAA" };
    const { status, reason } = await send(emulator, "PATCH", `/${GROUP}`, { body });
    expect(`${String(status)} ${String(reason)}`).toBe(wanted);
  });
});
