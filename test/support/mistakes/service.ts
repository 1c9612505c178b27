import type { FaultRule } from "../../../emulator/src/index";
import { project } from "../functionCalls";
import type { Make, MistakeLane, Mistakes } from "./lane";

const route = { name: "egress", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" };
const routes = `projects/${project}/global/routes`;

/** What `up` of a route says when the service answers its insert so. */
const answered =
  (status: number, reason: string, message: string): Make =>
  (lane) =>
    failing(lane, { match: { method: "POST", path: "routes$" }, fault: { kind: "status", status, reason, message } });

function failing(lane: MistakeLane, rule: FaultRule, timeout = "20m"): Promise<string> {
  lane.emulator.fault(rule);
  return lane.up("Route", { ...route, __timeouts: { create: timeout } });
}

export const serviceMistakes: Mistakes = {
  "A token file that does not exist": (lane) => lane.up("Route", route, { "gcp:accessToken": "./token.txt" }),
  "A key file that does not exist": (lane) => lane.up("Route", route, { "gcp:credentials": "./key.json" }),
  "A token that has expired": {
    make: answered(401, "authError", "Invalid Credentials"),
    note:
      "`destroy` and `refresh` run with the configuration that the state kept, and take a new token only from the environment or with `--run-program`. " +
      "The state does not change: a refused token never makes an object look deleted.",
  },
  "A permission that is missing": answered(
    403,
    "forbidden",
    "Required 'compute.routes.create' permission for 'egress'",
  ),
  "A token without the scope": answered(
    403,
    "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
    "Request had insufficient authentication scopes.",
  ),
  "The API is not enabled": answered(
    403,
    "accessNotConfigured",
    "Compute Engine API has not been used in project 1 before.",
  ),
  "An object of that name exists already": (lane) => {
    lane.emulator.objects.put(`${routes}/taken`, { network: "default", destRange: "10.9.0.0/16" });
    return lane.up("Route", { ...route, name: "taken" });
  },
  "A network that does not exist": answered(
    404,
    "notFound",
    `The resource 'projects/${project}/global/networks/defualt' was not found`,
  ),
  "A quota that is used up": answered(403, "QUOTA_EXCEEDED", "Quota 'ROUTES' exceeded. Limit: 250.0 globally."),
  "A network that has another firewall policy": (lane) => {
    attach(lane);
    return lane.up("NetworkFirewallPolicyAssociation", {
      name: "a",
      firewallPolicy: "ours",
      attachmentTarget: "shared",
    });
  },
  "A group that does not exist": (lane) =>
    lane.up("RegionInstanceGroupManagerPatch", { instanceGroupManager: "wbe", region: "us-central1", targetSize: 3 }),
  "An emulator that is not running": {
    make: (lane) =>
      lane.up(
        "Route",
        { ...route, __timeouts: { create: "1s" } },
        { "gcp:computeCustomEndpoint": "http://127.0.0.1:9/compute/v1" },
      ),
    note: "The package tries an address of this machine for ten seconds, and any other address for a minute.",
  },
  "An operation that takes longer than the deadline": (lane) => {
    lane.emulator.latency({ byType: { insert: 3_600_000 } });
    return lane.up("Route", { ...route, name: "slow", __timeouts: { create: "1s" } });
  },
};

/** A network that another policy holds. */
function attach({ emulator }: MistakeLane): void {
  const global = `projects/${project}/global`;
  const attachmentTarget = `https://www.googleapis.com/compute/v1/${global}/networks/shared`;
  emulator.objects.put(`${global}/networks/shared`, {});
  for (const name of ["ours", "theirs"]) emulator.objects.put(`${global}/firewallPolicies/${name}`, {});
  emulator.objects.patch(`${global}/firewallPolicies/theirs`, { associations: [{ name: "theirs", attachmentTarget }] });
}
