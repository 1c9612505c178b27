import { disk, global, region, root } from "../kinds/parts/calls";
import { project } from "../support/routeProvider";

/** The objects that others have at the service, for the tables of this folder. */

export { disk, global, region, root };
export const network = `${root}${global}/networks/default`;
export const disks = { [disk]: { sizeGb: "20" } };
export const proxy = `${global}/targetSslProxies/mail`;
export const proxies = { [proxy]: { sslCertificates: [`${root}${global}/sslCertificates/c`] } };
export const mapNamed = (name: string) =>
  `//certificatemanager.googleapis.com/projects/${project}/locations/global/certificateMaps/${name}`;
export const policies = Object.fromEntries(
  ["a", "b", "theirs"].map((name) => [`${global}/firewallPolicies/${name}`, {}]),
);
export const policy = "locations/global/firewallPolicies/123456789";
export const role = "roles/compute.viewer";
export const template = (name: string) => `${root}${global}/instanceTemplates/${name}`;
export const group = `${region}/instanceGroupManagers/web`;
/** The objects that programs refer to; nothing more is asked of them. */
export const references = Object.fromEntries(
  [
    `projects/${project}/zones/us-east1-b/instances/nat`,
    ...["forwardingRules/rule", "vpnTunnels/t", "targetPools/pool", "resourcePolicies/w", "instanceTemplates/t"].map(
      (path) => `${region}/${path}`,
    ),
    ...["instanceTemplates/t", "instanceTemplates/two", "healthChecks/check"].map((path) => `${global}/${path}`),
  ].map((path) => [path, {}]),
);
export const theirGroup = {
  description: "theirs",
  targetSize: 12,
  baseInstanceName: "web",
  instanceTemplate: template("one"),
  updatePolicy: { type: "OPPORTUNISTIC", maxSurge: { fixed: 4 }, maxUnavailable: { fixed: 3 } },
  distributionPolicy: { zones: ["a", "b"].map((letter) => ({ zone: `zones/us-central1-${letter}` })) },
};
