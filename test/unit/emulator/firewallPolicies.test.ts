import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { emulatorForTest, send, type Answer, type Wire } from "./helpers";

const POLICY = "locations/global/firewallPolicies/123456789";
const GET = `/${POLICY}/getIamPolicy`;
const SET = `/${POLICY}/setIamPolicy`;

const binding = { role: "roles/viewer", members: ["user:a@example.com"] };
const condition = { expression: "request.time < timestamp('2030-01-01T00:00:00Z')", title: "t", description: "d" };
const conditional = { ...binding, condition };

async function start(iamPolicy?: Record<string, unknown>): Promise<Emulator> {
  const emulator = await emulatorForTest();
  emulator.objects.put(POLICY, { shortName: "p", ...(iamPolicy && { iamPolicy }) });
  return emulator;
}

function set(emulator: Emulator, policy: Record<string, unknown>): Promise<Answer> {
  return send(emulator, "POST", SET, { body: { policy } });
}

async function get(emulator: Emulator, version = 3): Promise<Wire> {
  return (await send(emulator, "GET", `${GET}?optionsRequestedPolicyVersion=${String(version)}`)).json;
}

describe("the IAM policy of a firewall policy", () => {
  it("is not found by the short name of the policy", async () => {
    const { json } = await send(await start(), "GET", `/${POLICY}/getIamPolicy`.replace("123456789", "p"));
    expect(json.error).toMatchObject({
      code: 400,
      message: expect.stringContaining("regex '^[0-9]{0,20}$'") as string,
    });
  });

  it("hides conditions from a client that does not ask for version 3", async () => {
    const emulator = await start({ version: 3, bindings: [conditional] });
    expect(await get(emulator, 3)).toMatchObject({ version: 3, bindings: [conditional] });
    for (const path of [GET, `${GET}?optionsRequestedPolicyVersion=1`]) {
      const { json } = await send(emulator, "GET", path);
      expect(json).toMatchObject({
        version: 1,
        bindings: [{ role: expect.stringMatching(/^roles\/viewer_withcond_[0-9a-f]{20}$/), members: binding.members }],
      });
      expect(JSON.stringify(json)).not.toContain("expression");
      expect((await set(emulator, { bindings: json.bindings })).status).toBe(400);
    }
    expect((await send(emulator, "GET", `${GET}?optionsRequestedPolicyVersion=2`)).status).toBe(400);
  });

  const anyCase = [
    "user:Alice@Example.com",
    "group:Admins@Example.com",
    "serviceAccount:My-App@P.iam.gserviceaccount.com",
    "serviceAccount:p.svc.id.goog[Ns/Sa]",
    "domain:Example.com",
  ];
  const ownCase = [
    "allUsers",
    "allAuthenticatedUsers",
    "group:p.svc.id.goog:/allAuthenticatedUsers/",
    "principal://iam.googleapis.com/locations/global/workforcePools/P/subject/S@x.com",
    "principalSet://iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/*",
    "principalHierarchy://cloudresourcemanager.googleapis.com/Folders/1",
    "deleted:user:Alice@Example.com?uid=123",
    "deleted:serviceAccount:a@b.com?uid=1",
    "deleted:group:a@b.com?uid=1",
    "deleted:principal://iam.googleapis.com/locations/global/workforcePools/p/subject/S",
  ];
  it.each([...anyCase, ...ownCase])("shows the member %s as it was given", async (member) => {
    const emulator = await start();
    const { json } = await set(emulator, { bindings: [{ role: "roles/viewer", members: [member] }] });
    expect(json.bindings).toEqual([{ role: "roles/viewer", members: [member] }]);
  });

  it.each(anyCase)("knows the member %s in any case", async (member) => {
    const emulator = await start();
    const [kind = "", rest = ""] = member.split(/:(.*)/);
    const members = [member, `${kind}:${rest.toLowerCase()}`];
    const log = { logType: "DATA_READ", exemptedMembers: [...members].reverse() };
    const { json } = await set(emulator, {
      bindings: members.map((one) => ({ role: "roles/viewer", members: [one] })),
      auditConfigs: [{ service: "allServices", auditLogConfigs: [log] }],
    });
    expect(json.bindings).toEqual([{ role: "roles/viewer", members: members.slice(0, 1) }]);
    const [config] = json.auditConfigs as [{ auditLogConfigs: object[] }];
    expect(config.auditLogConfigs).toEqual([{ ...log, exemptedMembers: members.slice(1) }]);
  });
});
