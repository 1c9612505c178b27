import * as gce from "pulumi-gce";
import type { FixtureName } from "../plan/fixtures";
import type { KindName } from "../plan/names";
import type { AcceptanceKind, Context, Observed, Stage } from "./kind";

/** Each resource has roles of its own, because the first two are about one policy. */
const roles = {
  FirewallPolicyIamBinding: { made: "roles/compute.networkViewer", changed: "roles/compute.viewer" },
  FirewallPolicyIamMember: { made: "roles/compute.orgFirewallPolicyUser", changed: "roles/compute.securityAdmin" },
  FirewallPolicyIamPolicy: { made: "roles/compute.networkViewer", changed: "roles/compute.viewer" },
} satisfies Partial<Record<KindName, Record<Stage, string>>>;

type IamKindName = keyof typeof roles;

export const firewallPolicyIamBinding = defineKind(
  "FirewallPolicyIamBinding",
  "grants",
  ["replace"],
  (place, role, context) => {
    new gce.FirewallPolicyIamBinding("FirewallPolicyIamBinding", { ...place, role, members: [...context.members] });
  },
);

export const firewallPolicyIamMember = defineKind(
  "FirewallPolicyIamMember",
  "grants",
  ["replace"],
  (place, role, context) => {
    new gce.FirewallPolicyIamMember("FirewallPolicyIamMember", { ...place, role, member: context.members[0] ?? "" });
  },
);

export const firewallPolicyIamPolicy = defineKind(
  "FirewallPolicyIamPolicy",
  "wholePolicy",
  ["update"],
  (place, role, context) => {
    const policyData = { bindings: [{ role, members: [...context.members] }] };
    new gce.FirewallPolicyIamPolicy("FirewallPolicyIamPolicy", { ...place, policyData });
  },
);

function defineKind(
  name: IamKindName,
  fixture: FixtureName,
  change: AcceptanceKind["change"],
  declare: (place: { firewallPolicy: string }, role: string, context: Context) => void,
): AcceptanceKind {
  const own = Object.values(roles[name]);
  return {
    name,
    change,
    declare(context, stage) {
      declare({ firewallPolicy: toPolicyPath(context, fixture) }, roles[name][stage], context);
    },
    /** Which of its roles somebody has. */
    async look(context) {
      const { bindings } = await readPolicy(context, fixture);
      const granted = bindings.flatMap(({ role }) => (own.includes(role) ? [role] : []));
      return granted.length === 0 ? undefined : { roles: granted.sort() };
    },
    expected: (_context, stage): Observed => ({ roles: [roles[name][stage]] }),
    drift(context) {
      const { service } = context;
      return service.persistently(async () => {
        const { etag, bindings } = await readPolicy(context, fixture);
        const policy = { version: 3, etag, bindings: bindings.filter(({ role }) => !own.includes(role)) };
        return service.send("POST", `${toPolicyPath(context, fixture)}/setIamPolicy`, {}, { policy });
      });
    },
  };
}

async function readPolicy(context: Context, fixture: FixtureName) {
  const method = `${toPolicyPath(context, fixture)}/getIamPolicy`;
  const { etag, bindings = [] } = await context.service.get(method, { optionsRequestedPolicyVersion: "3" });
  return { etag, bindings };
}

/** The service calls such a policy by a number, which the operation that made it tells. */
function toPolicyPath({ made: { operations } }: Context, fixture: FixtureName): string {
  return `locations/global/firewallPolicies/${operations.get(fixture)?.targetId ?? ""}`;
}
