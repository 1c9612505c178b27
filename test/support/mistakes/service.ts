import type { FaultRule } from "../../../emulator/src/index";
import { putObjects } from "../../kinds/parts/calls";
import { project } from "../functionCalls";
import type { Make, MistakeLane, Mistakes } from "./lane";

const route = { name: "egress", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" };
const routes = `projects/${project}/global/routes`;

/** The message of `up` of a route when the service answers its insert so. */
const answered =
  (status: number, reason: string, message: string, exactReason?: string): Make =>
  (lane) => {
    const info = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: exactReason, domain: "googleapis.com" };
    const details = exactReason === undefined ? [] : [info];
    const fault = { kind: "status", status, reason, message, details } as const;
    return failing(lane, { match: { method: "POST", path: "routes$" }, fault });
  };

const forbidden = (message: string, exactReason?: string) => answered(403, "forbidden", message, exactReason);

function failing(lane: MistakeLane, rule: FaultRule, timeout = "20m"): Promise<string> {
  lane.emulator.fault(rule);
  return lane.up("Route", { ...route, __timeouts: { create: timeout } });
}

export const serviceMistakes: Mistakes = {
  "A token file that does not exist": (lane) => lane.up("Route", route, { "gcp:accessToken": "./token.txt" }),
  "A key file that does not exist": (lane) => lane.up("Route", route, { "gcp:credentials": "./key.json" }),
  "A key file in the home of somebody else": (lane) => lane.up("Route", route, { "gcp:credentials": "~/key.json" }),
  "A token that has expired": answered(401, "authError", "Invalid Credentials"),
  "A permission that is missing": forbidden("Required 'compute.routes.create' permission for 'egress'"),
  "A token without the scope": answered(
    403,
    "insufficientPermissions",
    "Request had insufficient authentication scopes.",
  ),
  "The API is not enabled": answered(
    403,
    "accessNotConfigured",
    "Compute Engine API has not been used in project 1 before.",
  ),
  "A project without billing": forbidden(
    "This API method requires billing to be enabled. Please enable billing on project #1.",
    "BILLING_DISABLED",
  ),
  "A request from outside of the perimeter of VPC Service Controls": forbidden(
    "Request is prohibited by organization's policy. vpcServiceControlsUniqueIdentifier: abc123",
    "SECURITY_POLICY_VIOLATED",
  ),
  "A location that a policy of the organization forbids": (lane) => {
    lane.emulator.fault({
      match: { method: "POST", path: "snapshots$" },
      fault: {
        kind: "status",
        status: 412,
        reason: "conditionNotMet",
        message: `Location us violates constraint constraints/gcp.resourceLocations on the resource projects/${project}/global/snapshots/nightly.`,
      },
    });
    return lane.up("Snapshot", { name: "nightly", sourceDisk: "database", zone: "us-central1-a" });
  },
  "An id of a project that is misspelt, or that the caller may not see": forbidden(
    `Permission denied on resource project ${project}.`,
    "CONSUMER_INVALID",
  ),
  "A login of a user without a quota project": answered(
    403,
    "accessNotConfigured",
    "Your application is authenticating by using local Application Default Credentials. The compute.googleapis.com API requires a quota project, which is not set by default.",
    "SERVICE_DISABLED",
  ),
  "A quota project that the caller may not charge": forbidden(
    `Caller does not have required permission to use project ${project}.`,
    "USER_PROJECT_DENIED",
  ),
  "A proxy that refuses the request": (lane) =>
    failing(lane, {
      match: { method: "POST", path: "routes$" },
      fault: { kind: "status", status: 403, body: "<title>Access Denied</title>", contentType: "text/html" },
    }),
  "A destroy while the project is deleted": (lane) => {
    const message = `The resource 'projects/${project}' was not found`;
    return lane.destroy("Route", route, { kind: "status", status: 404, reason: "notFound", message });
  },
  "An object of that name exists already": (lane) => {
    lane.emulator.objects.put(`${routes}/taken`, { network: "default", destRange: "10.9.0.0/16" });
    return lane.up("Route", { ...route, name: "taken" });
  },
  "A resource that got another name without `aliases`": (lane) => lane.upAgain("Route", route),
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
  "An emulator that is not running": (lane) =>
    lane.up("Route", route, { "gcp:computeCustomEndpoint": "http://127.0.0.1:9/compute/v1" }),
  "An operation that takes longer than the deadline": (lane) => {
    lane.emulator.latency({ byType: { insert: 3_600_000 } });
    return lane.up("Route", { ...route, name: "slow", __timeouts: { create: "10s" } });
  },
};

/** A network that another policy holds. */
function attach({ emulator }: MistakeLane): void {
  const global = `projects/${project}/global`;
  const attachmentTarget = `https://www.googleapis.com/compute/v1/${global}/networks/shared`;
  putObjects(emulator, {
    [`${global}/networks/shared`]: {},
    [`${global}/firewallPolicies/ours`]: {},
    [`${global}/firewallPolicies/theirs`]: { associations: [{ name: "theirs", attachmentTarget }] },
  });
}
