import { expect, it } from "vitest";
import { startKindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { captureFailure, declared } from "../support/routeProvider";
import { policy, role } from "./others";

/*
 * Members that the policy has, and that programs write in other letters. The service keeps the letters that it is given, and
 * refuses others for some accounts.
 */

const [old, ops, audit] = ["user:Old.User@Example.COM", "group:Ops@Example.com", "user:Audit@Example.COM"];
const lower = (member: string) => member.toLowerCase();
const [anew, former] = ["user:New@example.com", "user:Former@Example.com"];
const other = "roles/compute.admin";

const readers = { role, members: [ops, old] };
const log = (...exemptedMembers: string[]) => [
  { service: "allServices", auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers }] },
];
const audited = log(audit);

interface Row {
  readonly what: string;
  readonly args: Properties;
  readonly next?: Properties | "delete";
  /** The content of the policy in the last request; none where the step sends no change. */
  readonly sends?: object;
}

const rows: Readonly<Record<string, readonly Row[]>> = {
  FirewallPolicyIamBinding: [
    {
      what: "a binding with one more member",
      args: { role, members: [lower(ops), lower(old), anew] },
      sends: { bindings: [{ role, members: [ops, old, anew] }], auditConfigs: audited },
    },
    {
      what: "a binding that takes the role from one",
      args: { role, members: [lower(ops), lower(old), anew] },
      next: { role, members: [lower(old), lower(anew)] },
      sends: { bindings: [{ role, members: [old, anew] }], auditConfigs: audited },
    },
    {
      what: "a binding that names one member in two spellings",
      args: { role: other, members: [anew, lower(anew)] },
      sends: { bindings: [readers, { role: other, members: [anew] }], auditConfigs: audited },
    },
  ],
  FirewallPolicyIamMember: [
    {
      what: "a member that is removed",
      args: { role, member: lower(old) },
      next: "delete",
      sends: { bindings: [{ role, members: [ops] }], auditConfigs: audited },
    },
  ],
  FirewallPolicyIamPolicy: [
    {
      what: "a whole policy, its exempted members, and a member that another role had",
      args: {
        policyData: {
          bindings: [
            { role: other, members: [lower(old), anew] },
            { role, members: [lower(ops), lower(anew)] },
          ],
          auditConfigs: log(lower(audit), former),
        },
      },
      sends: {
        bindings: [
          { role: other, members: [old, anew] },
          { role, members: [ops, anew] },
        ],
        auditConfigs: log(audit, former),
      },
    },
    {
      what: "the earlier policy, which is put back",
      args: { policyData: { bindings: [{ role, members: [lower(old)] }] } },
      next: "delete",
      sends: { bindings: [readers], auditConfigs: audited },
    },
  ],
};

it.each(Object.entries(rows))("a %s keeps the spelling of members that are there", async (kind, changes) => {
  const { emulator, provider, inputs } = await startKindProvider(kind);
  for (const { what, args, next, sends } of changes) {
    await emulator.reset();
    emulator.objects.put(policy, { shortName: "p", iamPolicy: { bindings: [readers], auditConfigs: audited } });
    const news = await inputs({ firewallPolicy: policy, ...args });
    const { id, outs } = await provider.create(news);
    // A refresh shows the service's letters, and they are no difference.
    const { props } = await provider.read(id, outs);
    expect((await provider.diff(id, props ?? {}, news)).changes, what).toBe(false);
    if (next === "delete") await provider.delete(id, outs);
    else if (next !== undefined) await provider.update(id, outs, await inputs({ firewallPolicy: policy, ...next }));
    const sent = emulator.requests().filter(({ method }) => method === "POST");
    const { etag, version, ...content } = (sent.at(-1)?.body as { policy?: Properties } | undefined)?.policy ?? {};
    expect(content, what).toEqual(sends ?? {});
    expect([typeof etag, version], what).toEqual(sends === undefined ? ["undefined", undefined] : ["string", 1]);
  }
});

it("a member of a form that nobody knows here is sent as it is written", async () => {
  const { emulator, provider } = await startKindProvider("FirewallPolicyIamMember");
  emulator.objects.put(policy, { shortName: "p" });
  const member = "group:My-Project.svc.id.goog:/allUsersOfNextYear/";
  const args = { firewallPolicy: policy, role, member };
  const { inputs, failures } = await provider.check({}, declared("FirewallPolicyIamMember", args));
  expect(failures).toEqual([]);
  expect(provider.logs.map(({ severity, message }) => `${String(severity)} ${message}`)).toEqual([
    expect.stringMatching(/^warning .*The nearest one is group:PROJECT\.svc\.id\.goog:\/allAuthenticatedUsers\/\./),
  ]);
  expect(await captureFailure(provider.create(inputs))).toMatchObject({
    message: expect.stringContaining("is not of the form") as string,
  });
  expect(emulator.requests().at(-1)?.body).toMatchObject({ policy: { bindings: [{ role, members: [member] }] } });
});
