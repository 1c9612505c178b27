import * as pulumi from "@pulumi/pulumi";
import * as gce from "pulumi-gce";

const config = new pulumi.Config();
const group = config.require("group");
const tunnel = config.require("vpnTunnel");

// A change of routes while the web servers are being replaced would be hard to tell from a failure. So the program asks
// first, and its preview fails when the answer is no: a pull request shows it before anybody merges.
const stable = gce.getManagedInstances({ instanceGroupManager: group }).then(({ managedInstances }) => {
  const busy = managedInstances.filter(({ currentAction }) => currentAction !== "NONE");
  if (busy.length > 0) {
    const list = busy.map(({ name, currentAction }) => `  ${name}: ${currentAction}`).join("\n");
    throw new pulumi.RunError(`${group} is not stable; try again when it is:\n${list}`);
  }
  return managedInstances.length;
});

// The other cloud, place by place: each interconnect location that may be connected with one of its locations in Europe
// gets a route of its own. A place that is added there is a route more in the next preview.
const permitted = stable.then(() =>
  gce.getInterconnectRemoteLocations({
    filter: '(continent = "EUROPE") (status = "AVAILABLE")',
    orderBy: "name",
    maxItems: config.getNumber("places") ?? 20,
  }),
);

export const instances = stable;
export const routes = permitted.then(({ locations }) => {
  const urls = locations.flatMap(({ permittedConnections = [] }) =>
    permittedConnections.map(({ interconnectLocation = "" }) => interconnectLocation),
  );
  const places = [...new Set(urls.map((url) => url.slice(url.lastIndexOf("/") + 1)))].sort();
  return places.map((place, index) => {
    const route = new gce.Route(place, {
      name: `to-${place}`,
      description: `Through ${place}`,
      network: config.get("network") ?? "default",
      destRange: `10.64.${String(index)}.0/24`,
      nextHopVpnTunnel: tunnel,
    });
    return route.selfLink;
  });
});

// The policy that inspects traffic, and what it copies. Before the first `pulumi up` the association is not there: the
// preview shows the action as unknown, and makes no call.
const association = new gce.NetworkFirewallPolicyAssociation("inspection", {
  firewallPolicy: config.require("firewallPolicy"),
  attachmentTarget: config.get("network") ?? "default",
});
const rule = gce.getNetworkFirewallPolicyPacketMirroringRuleOutput(
  { firewallPolicy: association.firewallPolicy, priority: 0 },
  { dependsOn: association },
);
export const mirroring = rule.apply(({ action = "?", direction = "?" }) => `${action} ${direction}`);
