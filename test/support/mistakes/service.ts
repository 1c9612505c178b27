import type { FaultRule } from "../../../emulator/src/index";
import { project } from "../functionCalls";
import type { Mistake } from "./mistakes";

const route = { name: "egress", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" };
const routes = `projects/${project}/global/routes`;

/** What `up` of a route says when the service answers its insert so. */
const answered =
  (status: number, reason: string, message: string): Mistake["make"] =>
  (lane) =>
    failing(lane, { match: { method: "POST", path: "routes$" }, fault: { kind: "status", status, reason, message } });

function failing(lane: Parameters<Mistake["make"]>[0], rule: FaultRule, timeout = "20m"): Promise<string> {
  lane.emulator.fault(rule);
  return lane.up("Route", { ...route, __timeouts: { create: timeout } });
}

export const serviceMistakes: readonly Mistake[] = [
  {
    title: "A token file that does not exist",
    make: (lane) => lane.up("Route", route, { "gcp:accessToken": "./token.txt" }),
    names: ['gce:Route "egress"', "gcp:accessToken"],
    says: ["names a file that cannot be read (ENOENT)", "A relative path begins in the program's folder."],
  },
  {
    title: "A key file that does not exist",
    make: (lane) => lane.up("Route", route, { "gcp:credentials": "./key.json" }),
    names: ['gce:Route "egress"', "gcp:credentials"],
    says: ["names a file that cannot be read (ENOENT)", "A relative path begins in the program's folder."],
  },
  {
    title: "A token that has expired",
    make: answered(401, "authError", "Invalid Credentials"),
    names: ['gce:Route "egress"'],
    says: ["HTTP 401", "The credentials were refused", "GOOGLE_OAUTH_ACCESS_TOKEN", "--run-program"],
    note:
      "`destroy` and `refresh` run with the configuration that the state kept, and take a new token only from the environment or with `--run-program`. " +
      "The state does not change: a refused token never makes an object look deleted.",
  },
  {
    title: "A permission that is missing",
    make: answered(403, "forbidden", "Required 'compute.routes.create' permission for 'egress'"),
    names: ['gce:Route "egress"'],
    says: ["HTTP 403", "The caller needs at least one of compute.routes.create"],
  },
  {
    title: "A token without the scope",
    make: answered(403, "ACCESS_TOKEN_SCOPE_INSUFFICIENT", "Request had insufficient authentication scopes."),
    names: ['gce:Route "egress"'],
    says: ["The token lacks an OAuth scope", "gcp:scopes"],
  },
  {
    title: "The API is not enabled",
    make: answered(403, "accessNotConfigured", "Compute Engine API has not been used in project 1 before."),
    names: ['gce:Route "egress"'],
    says: ["Enable the Compute Engine API", "then run `pulumi up` again"],
  },
  {
    title: "An object of that name exists already",
    make: (lane) => {
      lane.emulator.objects.put(`${routes}/taken`, { network: "default", destRange: "10.9.0.0/16" });
      return lane.up("Route", { ...route, name: "taken" });
    },
    names: ['gce:Route "taken"', "destRange"],
    says: ["an object of that name exists already", "adoptExisting"],
  },
  {
    title: "A network that does not exist",
    make: answered(404, "notFound", `The resource 'projects/${project}/global/networks/defualt' was not found`),
    names: ['gce:Route "egress"', "networks/defualt"],
    says: ["HTTP 404 notFound", "Check the name and project"],
  },
  {
    title: "A quota that is used up",
    make: answered(403, "QUOTA_EXCEEDED", "Quota 'ROUTES' exceeded. Limit: 250.0 globally."),
    names: ['gce:Route "egress"'],
    says: ["Limit: 250.0", "Ask for more quota, then run `pulumi up` again."],
  },
  {
    title: "A network that has another firewall policy",
    make: (lane) => {
      attach(lane);
      return lane.up("NetworkFirewallPolicyAssociation", {
        name: "a",
        firewallPolicy: "ours",
        attachmentTarget: "shared",
      });
    },
    names: ["gce:NetworkFirewallPolicyAssociation", "firewallPolicies/theirs"],
    says: ["replaceExistingAssociation"],
  },
  {
    title: "A group that does not exist",
    make: (lane) =>
      lane.up("RegionInstanceGroupManagerPatch", { instanceGroupManager: "wbe", region: "us-central1", targetSize: 3 }),
    names: ["gce:RegionInstanceGroupManagerPatch", "wbe"],
    says: ["not found", "Check the name and project"],
  },
  {
    title: "An emulator that is not running",
    make: (lane) =>
      lane.up(
        "Route",
        { ...route, __timeouts: { create: "1s" } },
        { "gcp:computeCustomEndpoint": "http://127.0.0.1:9/compute/v1" },
      ),
    names: ['gce:Route "egress"', "gcp:computeCustomEndpoint"],
    says: ["nothing listens there", "Start the emulator", "http://127.0.0.1:9"],
    note: "The package tries an address of this machine for ten seconds, and any other address for a minute.",
  },
  {
    title: "An operation that takes longer than the deadline",
    make: (lane) => {
      lane.emulator.latency({ byType: { insert: 3_600_000 } });
      return lane.up("Route", { ...route, name: "slow", __timeouts: { create: "1s" } });
    },
    names: ['gce:Route "slow"'],
    says: ["not finished within 1s", "run `pulumi up` again", "customTimeouts"],
  },
];

/** A network that another policy holds. */
function attach({ emulator }: Parameters<Mistake["make"]>[0]): void {
  const global = `projects/${project}/global`;
  const attachmentTarget = `https://www.googleapis.com/compute/v1/${global}/networks/shared`;
  emulator.objects.put(`${global}/networks/shared`, {});
  for (const name of ["ours", "theirs"]) emulator.objects.put(`${global}/firewallPolicies/${name}`, {});
  emulator.objects.patch(`${global}/firewallPolicies/theirs`, { associations: [{ name: "theirs", attachmentTarget }] });
}
