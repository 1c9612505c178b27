import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { admin, emulatorForTest, operate, refusal, ROOT } from "./helpers";

const OLD = "projects/p/global/firewallPolicies/old";
const NEW = "projects/p/global/firewallPolicies/new";
const NETWORK = "projects/p/global/networks/default";
const body = { name: "a", attachmentTarget: NETWORK };
const shown = { name: "a", attachmentTarget: ROOT + NETWORK };

/** Two policies, the old one attached to the default network. */
async function start(latencyMs = 0): Promise<Emulator> {
  const emulator = await emulatorForTest();
  emulator.objects.put(OLD, {});
  emulator.objects.put(NEW, {});
  await operate(emulator, "POST", `/${OLD}/addAssociation`, { body });
  emulator.latency({ defaultMs: latencyMs });
  return emulator;
}

/** The policies that held the network one after the other. */
function holders(emulator: Emulator): unknown[] {
  return emulator.history(NETWORK).map(({ object }) => String(object?.firewallPolicy).split("/").pop());
}

describe("a network firewall policy", () => {
  it.each([
    ["GET", "getAssociation?name=b", 400, "An association with that name does not exist"],
    ["POST", "removeAssociation?name=b", 400, "An association with that name does not exist"],
    ["GET", "getAssociation", 400, "Required field 'name'"],
    ["POST", "removeAssociation", 400, "Required field 'name'"],
    ["GET", "getPacketMirroringRule", 400, "Required field 'priority'"],
    ["GET", "getPacketMirroringRule?priority=7", 400, "does not contain a rule at priority 7"],
    ["GET", "getPacketMirroringRule?priority=first", 400, "'priority'"],
    ["POST", "addAssociation", 400, "needs one"],
  ])("refuses %s %s", async (method, call, status, names) => {
    const emulator = await start();
    const refused = await refusal(emulator, method, `/${OLD}/${call}`);
    expect(refused.status).toBe(status);
    expect(refused.message).toContain(names);
  });

  it.each([
    [{ attachmentTarget: NETWORK }, 400, "resource.name"],
    [{ name: "b" }, 400, "resource.attachmentTarget"],
    [{ name: "b", attachmentTarget: "default" }, 400, "malformed"],
    [{ name: "b", attachmentTarget: "global/networks/gone" }, 404, "projects/p/global/networks/gone"],
    [{ name: "b", attachmentTarget: NETWORK, target: 1 }, 400, "target"],
  ])("refuses the association %j", async (association, status, names) => {
    const emulator = await start();
    const refused = await refusal(emulator, "POST", `/${NEW}/addAssociation`, { body: association });
    expect(refused.status).toBe(status);
    expect(refused.message).toContain(names);
  });

  it("needs permissions on the policy and on the network", async () => {
    const emulator = await start();
    for (const permission of ["compute.firewallPolicies.use", "compute.networks.setFirewallPolicy"]) {
      emulator.tokens({ "test-token": { deniedPermissions: [permission] } });
      for (const call of [`${NEW}/addAssociation?replaceExistingAssociation=true`, `${OLD}/removeAssociation?name=a`]) {
        const options = call.includes("add") ? { body } : {};
        const refused = await refusal(emulator, "POST", `/${call}`, options);
        expect(refused).toMatchObject({ status: 403, reason: "forbidden" });
        expect(refused.message).toContain(permission);
      }
    }
  });
});

describe("associations from outside the API", () => {
  it("reach the network when a policy is put, patched or deleted", async () => {
    const emulator = await emulatorForTest();
    emulator.objects.put(OLD, { associations: [{ name: "a", attachmentTarget: "global/networks/default" }] });
    expect(emulator.objects.get(OLD)).toMatchObject({ associations: [shown] });
    expect(emulator.objects.get(NETWORK)).toHaveProperty("firewallPolicy", ROOT + OLD);
    emulator.objects.put(NEW, { associations: [body] });
    expect(emulator.objects.get(OLD)).not.toHaveProperty("associations");
    emulator.objects.patch(NEW, { associations: null });
    expect(emulator.objects.get(NETWORK)).not.toHaveProperty("firewallPolicy");
    emulator.objects.put(NEW, { associations: [body] });
    emulator.objects.delete(NEW);
    expect(holders(emulator)).toEqual(["undefined", "old", "new", "undefined", "new", "undefined"]);
    const { json } = await admin(emulator, "GET", `/history?path=${NETWORK}`);
    expect(json.versions).toEqual(emulator.history(NETWORK));
  });
});
