import { expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { emulatorForTest, send, type Answer } from "./helpers";

const POLICY = "locations/global/firewallPolicies/123456789";
const GET = `/${POLICY}/getIamPolicy`;

const role = "roles/viewer";
const binding = { role, members: ["user:a@example.com"] };
const condition = { expression: "request.time < timestamp('2030-01-01T00:00:00Z')", title: "t", description: "d" };

async function start(iamPolicy?: Record<string, unknown>): Promise<Emulator> {
  const emulator = await emulatorForTest();
  emulator.objects.put(POLICY, { shortName: "p", ...(iamPolicy && { iamPolicy }) });
  return emulator;
}

function set(emulator: Emulator, policy: Record<string, unknown>): Promise<Answer> {
  return send(emulator, "POST", `/${POLICY}/setIamPolicy`, { body: { policy } });
}

it("an IAM policy hides conditions from a client that does not ask for version 3", async () => {
  const conditional = { version: 3, bindings: [{ ...binding, condition }] };
  const emulator = await start(conditional);
  const read = (query: string) => send(emulator, "GET", `${GET}${query}`);
  expect((await read("?optionsRequestedPolicyVersion=3")).json).toMatchObject(conditional);
  for (const query of ["", "?optionsRequestedPolicyVersion=1"]) {
    const { json, text } = await read(query);
    expect(json).toMatchObject({
      version: 1,
      bindings: [{ role: expect.stringMatching(/^roles\/viewer_withcond_[0-9a-f]{20}$/), members: binding.members }],
    });
    expect(text).not.toContain("expression");
    expect((await set(emulator, { bindings: json.bindings })).status).toBe(400);
  }
  expect((await read("?optionsRequestedPolicyVersion=2")).status).toBe(400);
});

/** Accounts, in the order in which a policy has them. */
const anyCase = [
  "domain:Example.com",
  "group:Admins@Example.com",
  "serviceAccount:My-App@P.iam.gserviceaccount.com",
  "serviceAccount:p.svc.id.goog[Ns/Sa]",
  "user:Alice@Example.com",
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

it("an IAM policy shows members as they were given, and knows accounts in any case", async () => {
  const emulator = await start();
  const members = [...anyCase, ...ownCase].sort();
  const { json } = await set(emulator, { bindings: [{ role, members }] });
  expect(json.bindings).toEqual([{ role, members }]);
  const lower = anyCase.map((member) => member.replace(/(?<=:).*/, (rest) => rest.toLowerCase()));
  const log = { logType: "DATA_READ", exemptedMembers: [...lower, ...anyCase] };
  const { json: both } = await set(emulator, {
    bindings: [...anyCase, ...lower].map((member) => ({ role, members: [member] })),
    auditConfigs: [{ service: "allServices", auditLogConfigs: [log] }],
    etag: json.etag,
  });
  expect(both.bindings).toEqual([{ role, members: anyCase }]);
  const [config] = both.auditConfigs as [{ auditLogConfigs: object[] }];
  expect(config.auditLogConfigs).toEqual([{ ...log, exemptedMembers: lower }]);
});
