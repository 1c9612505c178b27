import * as gce from "pulumi-gce";
import type { FixtureName, KindName } from "../plan/names";
import type { AcceptanceKind, Context, Seen, Stage } from "./kind";

/** Each resource has roles of its own, because the first two are about one policy. */
const roles = {
  FirewallPolicyIamBinding: { made: "roles/compute.networkViewer", changed: "roles/compute.viewer" },
  FirewallPolicyIamMember: { made: "roles/compute.orgFirewallPolicyUser", changed: "roles/compute.securityAdmin" },
  FirewallPolicyIamPolicy: { made: "roles/compute.networkViewer", changed: "roles/compute.viewer" },
} satisfies Partial<Record<KindName, Record<Stage, string>>>;

type IamKindName = keyof typeof roles;

export const firewallPolicyIamBinding = kindOf(
  "FirewallPolicyIamBinding",
  "grants",
  ["replace"],
  (place, role, context) => {
    new gce.FirewallPolicyIamBinding("FirewallPolicyIamBinding", { ...place, role, members: [...context.members] });
  },
);

export const firewallPolicyIamMember = kindOf(
  "FirewallPolicyIamMember",
  "grants",
  ["replace"],
  (place, role, context) => {
    new gce.FirewallPolicyIamMember("FirewallPolicyIamMember", { ...place, role, member: context.members[0] ?? "" });
  },
);

export const firewallPolicyIamPolicy = kindOf(
  "FirewallPolicyIamPolicy",
  "wholePolicy",
  ["update"],
  (place, role, context) => {
    const policyData = { bindings: [{ role, members: [...context.members] }] };
    new gce.FirewallPolicyIamPolicy("FirewallPolicyIamPolicy", { ...place, policyData });
  },
);

function kindOf(
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
      const firewallPolicy = `locations/global/firewallPolicies/${numberOf(context, fixture)}`;
      declare({ firewallPolicy }, roles[name][stage], context);
    },
    /** Which of its roles somebody has. */
    async look(context) {
      const { bindings } = await policyOf(context, fixture);
      const held = bindings.flatMap(({ role }) => (own.includes(role) ? [role] : []));
      return held.length === 0 ? undefined : { roles: held.sort() };
    },
    expected: (_context, stage): Seen => ({ roles: [roles[name][stage]] }),
    async drift(context) {
      const { service } = context;
      await service.read(async () => {
        const { etag, bindings } = await policyOf(context, fixture);
        const policy = { version: 3, etag, bindings: bindings.filter(({ role }) => !own.includes(role)) };
        return service.firewallPolicies.setIamPolicy({
          resource: numberOf(context, fixture),
          globalOrganizationSetPolicyRequestResource: { policy },
        });
      });
    },
  };
}

async function policyOf({ service, ...context }: Context, fixture: FixtureName) {
  const resource = numberOf({ service, ...context }, fixture);
  const asked = { resource, optionsRequestedPolicyVersion: 3 };
  const [{ etag, bindings }] = await service.read(() => service.firewallPolicies.getIamPolicy(asked));
  return {
    etag: etag ?? "",
    bindings: (bindings ?? []).map(({ role, members }) => ({ role: role ?? "", members: members ?? [] })),
  };
}

/** The service calls such a policy by a number, which the operation that made it tells. */
function numberOf({ made: { operations } }: Context, fixture: FixtureName): string {
  const id = operations.get(fixture)?.targetId;
  return typeof id === "string" || typeof id === "number" ? String(id) : "";
}
