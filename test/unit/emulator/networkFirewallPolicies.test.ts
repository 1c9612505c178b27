import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { admin, emulatorForTest, operate, refusal, ROOT, send, wait } from "./helpers";

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
  it("is put, read by name and id, and listed", async () => {
    const emulator = await emulatorForTest();
    emulator.objects.put(OLD, { description: "first" });
    const { json } = await send(emulator, "GET", `/${OLD}`);
    expect(json).toMatchObject({ kind: "compute#firewallPolicy", name: "old", policyType: "VPC_POLICY" });
    expect(json.selfLinkWithId).toBe(`${ROOT}projects/p/global/firewallPolicies/${String(json.id)}`);
    expect((await send(emulator, "GET", `/projects/p/global/firewallPolicies/${String(json.id)}`)).json).toEqual(json);
    const { json: page } = await send(emulator, "GET", "/projects/p/global/firewallPolicies");
    expect(page).toMatchObject({ kind: "compute#firewallPolicyList", items: [json] });
  });

  it("is attached to a network when the operation is DONE, and both show it", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 150 } });
    const { id } = emulator.objects.put(OLD, {});
    const { json: running } = await send(emulator, "POST", `/${OLD}/addAssociation`, { body });
    expect(running).toMatchObject({ operationType: "addAssociation", targetLink: ROOT + OLD, targetId: id });
    expect(emulator.objects.get(NETWORK)).not.toHaveProperty("firewallPolicy");
    await wait(emulator, running);
    const association = { ...shown, firewallPolicyId: id, shortName: "old" };
    // That is all that getAssociation was ever seen to answer.
    expect((await send(emulator, "GET", `/${OLD}/getAssociation?name=a`)).json).toEqual(shown);
    expect((await send(emulator, "GET", `/${OLD}`)).json.associations).toEqual([association]);
    expect((await send(emulator, "GET", `/${NETWORK}`)).json.firewallPolicy).toBe(ROOT + OLD);
  });

  it.each([
    ["of the same policy", OLD, { ...body, name: "b" }],
    ["of another policy", NEW, body],
  ])("does not take a network that has an association %s", async (_whose, policy, association) => {
    const emulator = await start();
    const refused = await refusal(emulator, "POST", `/${policy}/addAssociation`, { body: association });
    expect(refused).toMatchObject({ status: 400, reason: "invalid" });
    expect(refused.message).toContain("resource.attachmentTarget");
    expect(holders(emulator).at(-1)).toBe("old");
  });

  it("takes a network over in one step, with no moment without a policy", async () => {
    const emulator = await start(150);
    const path = `/${NEW}/addAssociation?replaceExistingAssociation=true`;
    const { json: running } = await send(emulator, "POST", path, { body });
    expect(emulator.objects.get(NETWORK)).toHaveProperty("firewallPolicy", ROOT + OLD);
    await wait(emulator, running);
    expect(holders(emulator)).toEqual(["undefined", "old", "new"]);
    expect(emulator.objects.get(OLD)).not.toHaveProperty("associations");
    expect(emulator.objects.get(NEW)).toMatchObject({ associations: [shown] });
    const [operation] = emulator.operations().slice(-1);
    expect(emulator.history(NETWORK).at(-1)?.at).toBeGreaterThanOrEqual((operation?.acceptedAt ?? 0) + 149);
  });

  it("gives an association another name in one step", async () => {
    const emulator = await start();
    const path = `/${OLD}/addAssociation?replaceExistingAssociation=true`;
    await operate(emulator, "POST", path, { body: { ...body, name: "b" } });
    expect(emulator.objects.get(OLD)).toMatchObject({ associations: [{ ...shown, name: "b" }] });
    expect(holders(emulator).filter((holder) => holder === "undefined")).toHaveLength(1);
    await operate(emulator, "POST", path, { body: { ...body, name: "b" } });
    expect(emulator.objects.get(OLD)).toMatchObject({ associations: [{ ...shown, name: "b" }] });
  });

  it.each(["", "?replaceExistingAssociation=true"])("keeps names unique%s", async (query) => {
    const emulator = await start();
    await operate(emulator, "POST", "/projects/p/global/networks", { body: { name: "n" } });
    const refused = await refusal(emulator, "POST", `/${OLD}/addAssociation${query}`, {
      body: { name: "a", attachmentTarget: "global/networks/n" },
    });
    expect(refused.message).toBe(
      "Invalid value for field 'resource.name': 'a'. An association with that name already exists.",
    );
  });

  it("stays attached when taking the network over fails", async () => {
    const emulator = await start();
    emulator.fault({ fault: { kind: "operationError", errors: [{ code: "INTERNAL_ERROR" }] } });
    const path = `/${NEW}/addAssociation?replaceExistingAssociation=true`;
    expect(await operate(emulator, "POST", path, { body })).toHaveProperty("error");
    expect(holders(emulator).at(-1)).toBe("old");
    expect((await send(emulator, "GET", `/${OLD}/getAssociation?name=a`)).status).toBe(200);
  });

  it("loses a race for a network in the operation", async () => {
    const emulator = await emulatorForTest({ latency: { defaultMs: 1_000 } });
    emulator.objects.put(OLD, {});
    emulator.objects.put(NEW, {});
    const first = await send(emulator, "POST", `/${OLD}/addAssociation`, { body });
    const second = await send(emulator, "POST", `/${NEW}/addAssociation`, { body });
    expect(await wait(emulator, first.json)).not.toHaveProperty("error");
    expect(await wait(emulator, second.json)).toMatchObject({ httpErrorStatusCode: 400, error: { errors: [{}] } });
    expect(holders(emulator).at(-1)).toBe("old");
  });

  it("is detached by the name of the association", async () => {
    const emulator = await start();
    const done = await operate(emulator, "POST", `/${OLD}/removeAssociation?name=a`);
    expect(done).toMatchObject({ operationType: "removeAssociation", status: "DONE" });
    expect(emulator.objects.get(OLD)).not.toHaveProperty("associations");
    expect(emulator.objects.get(NETWORK)).not.toHaveProperty("firewallPolicy");
  });

  it("leaves a network that another policy has taken over alone", async () => {
    const emulator = await start();
    emulator.objects.patch(NETWORK, { firewallPolicy: ROOT + NEW });
    await operate(emulator, "POST", `/${OLD}/removeAssociation?name=a`);
    expect(emulator.objects.get(NETWORK)).toHaveProperty("firewallPolicy", ROOT + NEW);
  });

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

  it("keeps its network from being deleted", async () => {
    const emulator = await start();
    const refused = await refusal(emulator, "DELETE", `/${NETWORK}`);
    expect(refused).toMatchObject({ status: 400, reason: "resourceInUseByAnotherResource" });
    expect(refused.message).toContain(OLD);
  });

  it("is busy while an operation on it runs, and does a request once per requestId", async () => {
    const emulator = await start(10_000);
    const path = `/${NEW}/addAssociation?replaceExistingAssociation=true&requestId=5f0c9a3e-1111-4222-8333-123456789abc`;
    const first = await send(emulator, "POST", path, { body });
    const repeat = await send(emulator, "POST", path, { body });
    expect(repeat.json.name).toBe(first.json.name);
    const other = await refusal(emulator, "POST", `/${NEW}/addAssociation?replaceExistingAssociation=true`, { body });
    expect(other).toMatchObject({ status: 400, reason: "resourceNotReady" });
  });

  it("has packet mirroring rules that are read by priority", async () => {
    const emulator = await emulatorForTest();
    const rule = {
      priority: 0,
      action: "mirror",
      direction: "INGRESS",
      securityProfileGroup: "//networksecurity.googleapis.com/organizations/1/locations/global/securityProfileGroups/g",
      match: { srcIpRanges: ["10.0.0.0/8"], layer4Configs: [{ ipProtocol: "all" }] },
    };
    emulator.objects.put(OLD, { packetMirroringRules: [{ priority: 5, action: "goto_next" }, rule] });
    expect((await send(emulator, "GET", `/${OLD}/getPacketMirroringRule?priority=0`)).json).toEqual({
      kind: "compute#packetMirroringRule",
      ...rule,
      ruleTupleCount: 1,
    });
    expect(() => emulator.objects.put(OLD, { packetMirroringRules: [{ priority: -1 }] })).toThrow("priority");
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
