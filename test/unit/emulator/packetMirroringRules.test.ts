import { describe, expect, it } from "vitest";
import { emulatorForTest, refusal, send } from "./helpers";

const POLICY = "projects/p/global/firewallPolicies/f";
const RULE = `/${POLICY}/getPacketMirroringRule`;
const securityProfileGroup =
  "//networksecurity.googleapis.com/projects/p/locations/global/securityProfileGroups/inspection";
const mirror = { priority: 0, action: "mirror", securityProfileGroup };

describe("a packet mirroring rule", () => {
  it("is read at its priority, and is not the firewall rule at the same one", async () => {
    const emulator = await emulatorForTest();
    emulator.objects.put(POLICY, {
      rules: [{ priority: 7, action: "deny" }],
      packetMirroringRules: [
        mirror,
        { priority: 7, action: "goto_next" },
        { priority: 2147483647, action: "do_not_mirror" },
      ],
    });
    for (const [priority, action] of [
      ["0", "mirror"],
      ["7", "goto_next"],
      ["2147483647", "do_not_mirror"],
    ]) {
      expect((await send(emulator, "GET", `${RULE}?priority=${String(priority)}`)).json).toMatchObject({
        kind: "compute#packetMirroringRule",
        action,
      });
    }
    expect(emulator.objects.get(POLICY)?.rules).toMatchObject([{ kind: "compute#firewallPolicyRule" }]);
  });

  it("shows secure tags in the state that they were given, EFFECTIVE otherwise", async () => {
    const emulator = await emulatorForTest();
    const tags = [{ name: "tagValues/1", state: "INEFFECTIVE" }, { name: "tagValues/2" }];
    emulator.objects.put(POLICY, {
      packetMirroringRules: [{ ...mirror, targetSecureTags: tags, match: { srcSecureTags: tags } }],
    });
    const shown = [tags[0], { name: "tagValues/2", state: "EFFECTIVE" }];
    expect((await send(emulator, "GET", `${RULE}?priority=0`)).json).toMatchObject({
      targetSecureTags: shown,
      match: { srcSecureTags: shown },
    });
  });

  it.each([
    ["", "required", "priority"],
    ["?priority=1", "invalid", "does not contain a rule"],
    ["?priority=-1", "invalid", "from 0 to 2147483647"],
    ["?priority=2147483648", "invalid", "2147483647"],
    ["?priority=high", "invalid", "integer"],
    ["?priority=0&priority=1", "badRequest", "more than once"],
    ["?priority=0&name=r", "badRequest", 'Unknown name "name"'],
  ])("is refused for %j", async (query, reason, names) => {
    const emulator = await emulatorForTest();
    emulator.objects.put(POLICY, { packetMirroringRules: [mirror] });
    const answer = await refusal(emulator, "GET", RULE + query);
    expect([answer.status, answer.reason]).toEqual([400, reason]);
    expect(answer.message).toContain(names);
  });

  it("of a policy that is not there is not found, and without the permission is refused", async () => {
    const emulator = await emulatorForTest();
    expect(await refusal(emulator, "GET", `${RULE}?priority=0`)).toMatchObject({ status: 404, reason: "notFound" });
    emulator.tokens({ "test-token": { deniedPermissions: ["compute.firewallPolicies.get"] } });
    expect(await refusal(emulator, "GET", `${RULE}?priority=0`)).toMatchObject({
      status: 403,
      message: expect.stringContaining("compute.firewallPolicies.get"),
    });
  });

  it.each([
    ["packetMirroringRules", { priority: 0, action: "allow" }, "action"],
    ["packetMirroringRules", { priority: 0 }, "action"],
    ["packetMirroringRules", { priority: 0, action: "mirror" }, "securityProfileGroup"],
    ["packetMirroringRules", { ...mirror, action: "do_not_mirror" }, "securityProfileGroup"],
    ["packetMirroringRules", { ...mirror, tlsInspect: true }, "tlsInspect"],
    ["packetMirroringRules", { priority: 0, action: "goto_next", enableLogging: true }, "enableLogging"],
    ["packetMirroringRules", { ...mirror, targetServiceAccounts: ["a@b"], targetSecureTags: [{ name: "t" }] }, "Tags"],
    ["packetMirroringRules", { ...mirror, priority: -1 }, "priority"],
    [
      "packetMirroringRules",
      { ...mirror, match: { srcFqdns: Array.from({ length: 101 }, () => "a.b") } },
      "At most 100",
    ],
    ["rules", { priority: 0, action: "mirror", securityProfileGroup }, "action"],
    ["rules", { priority: 0, action: "apply_security_profile_group" }, "securityProfileGroup"],
    ["rules", { priority: 0, action: "allow", tlsInspect: true }, "tlsInspect"],
  ])("cannot be put into %s as %j", async (list, rule, names) => {
    const emulator = await emulatorForTest();
    const put = () => emulator.objects.put(POLICY, { [list]: [rule] });
    expect(put).toThrow(names);
    expect(put).toThrow(`${list}[0]`);
  });

  it("has its priority for itself", async () => {
    const emulator = await emulatorForTest();
    const packetMirroringRules = [mirror, { priority: 0, action: "goto_next" }];
    expect(() => emulator.objects.put(POLICY, { packetMirroringRules })).toThrow("Another rule");
  });
});
