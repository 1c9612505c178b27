import { expect, it } from "vitest";
import { policy, role } from "../others";
import { startKindProvider } from "../../support/kindProvider";
import { answers, has, itSays } from "./rows";

const grant = { firewallPolicy: policy, role, member: "user:alice@example.com" };
const makeGrants = (...members: string[]) => ({ [policy]: { iamPolicy: { bindings: [{ role, members }] } } });
const olderName =
  "If the stack manages it under an older name too, a run with --target or --exclude can remove it: rename with the option aliases, or run a plain `pulumi up` next.";
const newcomer = "new@my-project.iam.gserviceaccount.com";
const unknownAccount = `Service account ${newcomer} does not exist.`;

itSays({
  FirewallPolicyIamBinding: {
    args: { firewallPolicy: policy, role, members: ["user:alice@example.com"] },
    rows: [
      {
        what: "principals that lose the role",
        others: makeGrants("user:alice@example.com", "user:carol@example.com"),
        isLogged: true,
        says: ["it took the role from user:carol@example.com: only the members that the program gives have it now."],
      },
      {
        what: "a principal that has the role already",
        others: makeGrants("user:alice@example.com"),
        isLogged: true,
        says: [`user:alice@example.com had the role already. ${olderName}`],
      },
    ],
  },
  FirewallPolicyIamMember: {
    others: makeGrants("user:carol@example.com"),
    args: grant,
    rows: [
      {
        what: "a grant that is there already",
        others: makeGrants("user:carol@example.com", "user:Alice@example.com"),
        isLogged: true,
        says: [`user:alice@example.com had the role already. ${olderName}`],
      },
      {
        what: "a service account that stays unknown",
        args: { member: `serviceAccount:${newcomer}` },
        ends: "create",
        change: answers(400, "badRequest", unknownAccount, { method: "POST" }),
        says: [unknownAccount, "Nothing was changed."],
      },
      {
        what: "an account beside a deleted one of the same name",
        others: makeGrants("deleted:user:Alice@example.com?uid=123456789", "user:carol@example.com"),
        change: answers(400, "badRequest", "Request contains an invalid argument.", { method: "POST" }),
        says: [
          "Request contains an invalid argument.",
          "deleted:user:Alice@example.com?uid=123456789 is in the policy beside user:alice@example.com",
          "take the deleted one out of the policy, and run `pulumi up` again.",
          "Nothing was changed.",
        ],
      },
      {
        what: "an account beside a deleted one of another name",
        others: makeGrants("deleted:user:dora@example.com?uid=123456789"),
        change: answers(400, "badRequest", "Request contains an invalid argument.", { method: "POST" }),
        says: [/^((?!beside|deleted)[^])*$/],
      },
    ],
  },
  FirewallPolicyIamPolicy: {
    others: makeGrants("user:carol@example.com"),
    args: { firewallPolicy: policy, policyData: { bindings: [] } },
    rows: [
      {
        what: "a policy that is as the program says already",
        args: { policyData: { bindings: [{ role, members: ["user:carol@example.com"] }] } },
        isLogged: true,
        says: [`It is adopted without a change, and destroy leaves it. ${olderName}`],
      },
      {
        what: "a policy that somebody else has changed",
        next: "delete",
        change: has(policy, { iamPolicy: { bindings: [{ role, members: ["user:dora@example.com"] }] } }),
        isLogged: true,
        says: [
          "the policy is not the one that the state records as set by this resource: somebody else has changed it, or a run that recorded nothing. It is left alone.",
        ],
      },
    ],
  },
});

it("takes no grant whose answer was lost, or of another condition, for one that was there", async () => {
  const { emulator, made, shownMessages } = await startKindProvider("FirewallPolicyIamMember", {
    others: makeGrants("user:alice@example.com"),
  });
  await made({ ...grant, condition: { title: "t", expression: "request.time < timestamp('2030-01-01T00:00:00Z')" } });
  emulator.fault({ match: { method: "POST" }, fault: { kind: "resetAfter" } });
  await made({ ...grant, role: "roles/b" });
  expect(emulator.objects.get(policy)?.iamPolicy).toMatchObject({ bindings: { length: 3 } });
  expect(shownMessages().join("\n")).not.toContain("older name");
});
