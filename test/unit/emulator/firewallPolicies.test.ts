import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { emulatorForTest, refusal, send, type Answer, type Wire } from "./helpers";

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
  it("has only an etag until it is set, and answers itself when it is", async () => {
    const emulator = await start();
    const first = await get(emulator);
    expect(first).toEqual({ etag: "ACAB" });
    const answer = await set(emulator, { bindings: [binding], etag: first.etag });
    expect(answer.json).toEqual({ version: 1, etag: expect.any(String), bindings: [binding] });
    expect(answer.json.etag).not.toBe("ACAB");
    expect(await get(emulator)).toEqual(answer.json);
    expect(emulator.operations()).toEqual([]);
  });

  it("is replaced as a whole, and an empty one is valid", async () => {
    const emulator = await start({ bindings: [binding] });
    const { etag } = await get(emulator);
    const other = { role: "roles/editor", members: ["group:g@example.com"] };
    expect((await set(emulator, { bindings: [other], etag })).json.bindings).toEqual([other]);
    expect(await get(emulator).then(({ bindings }) => bindings)).toEqual([other]);
    expect((await set(emulator, {})).json).toEqual({ version: 1, etag: expect.any(String) });
  });

  it("is not replaced by one that was based on another", async () => {
    const emulator = await start({ bindings: [binding] });
    const { etag } = await get(emulator);
    const [one, two] = await Promise.all([set(emulator, { etag }), set(emulator, { etag })]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    const stale = one.status === 409 ? one : two;
    expect(stale.reason).toBe("aborted");
    expect(stale.message).toContain("concurrent policy changes");
    const { etag: current } = await get(emulator);
    emulator.objects.patch(POLICY, { iamPolicy: { bindings: [binding] } });
    expect((await set(emulator, { etag: current })).status).toBe(409);
    expect((await set(emulator, { bindings: [] })).status).toBe(200);
  });

  it("has conditions only with version 3 and the etag", async () => {
    const emulator = await start();
    const policy = { bindings: [conditional], etag: "ACAB", version: 3 };
    for (const [change, names] of [
      [{ version: 1 }, "policy.version"],
      [{ version: undefined }, "policy.version"],
      [{ etag: undefined }, "policy.etag"],
    ] as const) {
      const refused = await set(emulator, { ...policy, ...change });
      expect(refused.status).toBe(400);
      expect(refused.message).toContain(names);
    }
    const { json } = await set(emulator, policy);
    expect(json).toMatchObject({ version: 3, bindings: [conditional] });
    const downgrade = await set(emulator, { bindings: [], etag: json.etag, version: 1 });
    expect(downgrade.status).toBe(400);
    expect(downgrade.message).toContain("takes version 3");
    expect((await set(emulator, { bindings: [binding], version: 1 })).json).toMatchObject({ bindings: [binding] });
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
    expect((await refusal(emulator, "GET", `${GET}?optionsRequestedPolicyVersion=2`)).status).toBe(400);
  });

  it("merges bindings of one role and condition, sorts them, and keeps the rest apart", async () => {
    const emulator = await start();
    const { json } = await set(emulator, {
      version: 3,
      etag: "ACAB",
      bindings: [
        conditional,
        { role: "roles/viewer", members: ["user:b@example.com", "user:a@example.com"] },
        { role: "roles/editor", members: ["allUsers"] },
        { role: "roles/viewer", members: ["user:A@example.com", "domain:example.com"] },
      ],
    });
    expect(json.bindings).toEqual([
      { role: "roles/editor", members: ["allUsers"] },
      { role: "roles/viewer", members: ["domain:example.com", "user:a@example.com", "user:b@example.com"] },
      conditional,
    ]);
  });

  it.each([
    ["user:Alice@Example.com", "user:alice@example.com"],
    ["group:Admins@Example.com", "group:admins@example.com"],
    ["serviceAccount:My-App@P.iam.gserviceaccount.com", "serviceAccount:my-app@p.iam.gserviceaccount.com"],
    ["serviceAccount:p.svc.id.goog[Ns/Sa]", "serviceAccount:p.svc.id.goog[ns/sa]"],
    ["domain:Example.com", "domain:example.com"],
    ["allUsers", "allUsers"],
    ["allAuthenticatedUsers", "allAuthenticatedUsers"],
    ...[
      "principal://iam.googleapis.com/locations/global/workforcePools/P/subject/S@x.com",
      "principalSet://iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/*",
      "principalHierarchy://cloudresourcemanager.googleapis.com/Folders/1",
      "deleted:user:Alice@Example.com?uid=123",
      "deleted:serviceAccount:a@b.com?uid=1",
      "deleted:group:a@b.com?uid=1",
      "deleted:principal://iam.googleapis.com/locations/global/workforcePools/p/subject/S",
    ].map((member) => [member, member]),
  ])("shows the member %s as %s", async (member, shown) => {
    const emulator = await start();
    const { json } = await set(emulator, { bindings: [{ role: "roles/viewer", members: [member] }] });
    expect(json.bindings).toEqual([{ role: "roles/viewer", members: [shown] }]);
  });

  it.each([
    "alice@example.com",
    "User:alice@example.com",
    "user:alice",
    "domain:example",
    "serviceaccount:a@b.com",
    "allusers",
    "principal:iam.googleapis.com/x",
    "deleted:user:a@b.com",
    "deleted:domain:b.com?uid=1",
    "projectOwner:p",
    "constructor:x",
    "user:",
  ])("refuses the member %s", async (member) => {
    const emulator = await start();
    const refused = await set(emulator, { bindings: [{ role: "roles/viewer", members: [member] }] });
    expect([refused.status, refused.reason]).toEqual([400, "invalid"]);
    expect(refused.message).toContain("policy.bindings[0].members[0]");
  });

  it.each([
    [{ version: 2 }, "policy.version"],
    [{ version: -1 }, "policy.version"],
    [{ bindings: [{ members: ["allUsers"] }] }, "role"],
    [{ bindings: [{ role: "viewer", members: ["allUsers"] }] }, "policy.bindings[0].role"],
    [{ bindings: [{ role: "roles/viewer", members: [] }] }, "members"],
    [{ bindings: [{ ...binding, condition: { title: "t" } }] }, "expression"],
    [{ bindings: [{ ...binding, condition: { expression: "x", when: "y" } }] }, "when"],
    [{ auditConfigs: [{ service: "s", auditLogConfigs: [{ logType: "ALL" }] }] }, "logType"],
    [{ auditConfigs: [{ service: "s", auditLogConfigs: [{ logType: "LOG_TYPE_UNSPECIFIED" }] }] }, "logType"],
    [{ auditConfigs: [{ auditLogConfigs: [] }] }, "service"],
    [
      { auditConfigs: [{ service: "s", auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: ["a"] }] }] },
      "exemptedMembers",
    ],
    [{ etag: "not base64!" }, "etag"],
    [{ bindings: "all" }, "bindings"],
    [{ rules: [] }, "rules"],
  ])("refuses %j", async (policy, names) => {
    const emulator = await start();
    const refused = await set(emulator, policy);
    expect(refused.status).toBe(400);
    expect(refused.message).toContain(names);
    expect(await get(emulator)).toEqual({ etag: "ACAB" });
  });

  it("keeps audit configurations and all members of a condition", async () => {
    const emulator = await start();
    const policy = {
      version: 3,
      bindings: [{ ...binding, condition: { ...condition, location: "here" } }],
      auditConfigs: [
        {
          service: "allServices",
          auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: ["user:x@y.com"] }, { logType: "ADMIN_READ" }],
        },
      ],
    };
    expect((await set(emulator, { ...policy, etag: "ACAB" })).json).toMatchObject(policy);
  });

  it("takes the deprecated flat form, and not both", async () => {
    const emulator = await start();
    const { json } = await send(emulator, "POST", SET, { body: { bindings: [binding], etag: "ACAB" } });
    expect(json).toMatchObject({ bindings: [binding] });
    expect((await refusal(emulator, "POST", SET, { body: { bindings: [], etag: "ACAB" } })).status).toBe(409);
    expect((await refusal(emulator, "POST", SET, { body: { bindings: [conditional] } })).status).toBe(400);
    const both = await refusal(emulator, "POST", SET, { body: { policy: {}, bindings: [binding] } });
    expect(both.message).toContain("deprecated");
    expect((await refusal(emulator, "POST", SET, { body: {} })).message).toContain("resource.policy");
  });

  it("has a limit on its size, which the refusal shows", async () => {
    const emulator = await start();
    const bindings = (count: number) => [
      { role: "roles/viewer", members: Array.from({ length: count }, (_value, i) => `user:u${String(i)}@example.com`) },
    ];
    expect((await set(emulator, { bindings: bindings(5000) })).status).toBe(200);
    expect((await set(emulator, { bindings: bindings(20000) })).message).toMatch(/has \d+ bytes, and at most 250000/);
    emulator.quota({ iamPolicyBytes: 200 });
    const refused = await set(emulator, { bindings: bindings(20) });
    expect([refused.status, refused.reason]).toEqual([400, "invalid"]);
    emulator.quota({ iamPolicyBytes: null });
    expect((await set(emulator, { bindings: bindings(20) })).status).toBe(200);
  });

  it("takes no requestId, needs its permissions, and cannot be set with a read-only token", async () => {
    const emulator = await start();
    const query = "?requestId=5f0c9a3e-1111-4222-8333-123456789abc";
    expect((await refusal(emulator, "POST", SET + query, { body: { policy: {} } })).message).toContain("requestId");
    emulator.tokens({ "test-token": { readOnly: true } });
    expect((await set(emulator, {})).reason).toBe("insufficientPermissions");
    expect((await send(emulator, "GET", GET)).status).toBe(200);
    const deniedPermissions = ["compute.firewallPolicies.setIamPolicy", "compute.firewallPolicies.getIamPolicy"];
    emulator.tokens({ "test-token": { deniedPermissions } });
    expect((await set(emulator, {})).message).toContain("compute.firewallPolicies.setIamPolicy");
    expect((await refusal(emulator, "GET", GET)).message).toContain("compute.firewallPolicies.getIamPolicy");
  });

  it("belongs to a policy that has to be there, by name or id", async () => {
    const emulator = await start();
    emulator.objects.put("locations/global/firewallPolicies/named", { id: "77" });
    expect((await send(emulator, "GET", "/locations/global/firewallPolicies/77/getIamPolicy")).status).toBe(200);
    expect(emulator.objects.get(POLICY)).toMatchObject({ id: "123456789", name: "123456789", shortName: "p" });
    expect((await refusal(emulator, "GET", "/locations/global/firewallPolicies/9/getIamPolicy")).status).toBe(404);
    expect(() => emulator.objects.put(POLICY, { iamPolicy: { bindings: [{}] } })).toThrow("role");
  });
});
