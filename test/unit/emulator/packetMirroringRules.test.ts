import { describe, expect, it } from "vitest";
import { emulatorForTest } from "./helpers";

const POLICY = "projects/p/global/firewallPolicies/f";
const securityProfileGroup =
  "//networksecurity.googleapis.com/projects/p/locations/global/securityProfileGroups/inspection";
const mirror = { priority: 0, action: "mirror", securityProfileGroup };

describe("a packet mirroring rule", () => {
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
});
