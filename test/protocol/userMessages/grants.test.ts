import { policy, role } from "../others";
import { answers, has, itSays } from "./rows";

const grant = { firewallPolicy: policy, role, member: "user:alice@example.com" };
const makeGrants = (...members: string[]) => ({ [policy]: { iamPolicy: { bindings: [{ role, members }] } } });
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
        what: "a policy that is too large",
        others: makeGrants("user:carol@example.com"),
        args: { firewallPolicy: policy, role: "roles/x", members: ["user:alice@example.com"] },
        change: (emulator) => {
          emulator.quota({ iamPolicyBytes: 60 });
        },
        says: ["at most 60 are accepted"],
      },
    ],
  },
  FirewallPolicyIamMember: {
    others: makeGrants("user:carol@example.com"),
    args: grant,
    rows: [
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
