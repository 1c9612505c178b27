import { describe, expect, it } from "vitest";
import { emulatorForTest, send } from "./helpers";

const NETWORKS = "/projects/p/global/networks";

describe("networks", () => {
  it.each([
    [{ name: "n", mtu: 1299 }, "resource.mtu"],
    [{ name: "n", routingConfig: { routingMode: "LOCAL" } }, "resource.routingConfig.routingMode"],
    [{ name: "n", routingConfig: { mode: "GLOBAL" } }, "resource.routingConfig"],
    [{ name: "n", autoCreateSubnetworks: "false" }, "resource.autoCreateSubnetworks"],
    [{ name: "N" }, "resource.name"],
  ])("refuse %j", async (body, names) => {
    const emulator = await emulatorForTest();
    const answer = await send(emulator, "POST", NETWORKS, { body });
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(names);
  });
});
