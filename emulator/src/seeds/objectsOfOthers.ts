import type { Collection } from "../collection";
import { fullUrl } from "../links";
import { disks, regionDisks } from "../routes/disks";
import { firewallPolicies } from "../routes/firewallPolicies";
import { instantSnapshots } from "../routes/instantSnapshots";
import { networkFirewallPolicies } from "../routes/networkFirewallPolicies";
import { targetSslProxies } from "../routes/targetSslProxies";
import type { Planting, SeedOptions } from "./options";

/** What programs refer to, change in part or attach, and cannot make here: one or two objects of each kind. */
export function seedObjectsOfOthers({
  project,
  parentId,
  region,
}: Required<SeedOptions>): readonly (readonly [Collection, readonly Planting[]])[] {
  const zone = `projects/${project}/zones/${region}-a`;
  const replicaZones = ["a", "b"].map((letter) => fullUrl(`projects/${project}/zones/${region}-${letter}`));
  const owner = { role: "roles/compute.orgFirewallPolicyAdmin", members: ["group:security@example.com"] };
  return [
    [disks, [{ name: "database", fields: { sizeGb: "100", labels: { env: "prod" } } }]],
    [regionDisks, [{ name: "documents", fields: { sizeGb: "200", replicaZones } }]],
    [instantSnapshots, [{ name: "database-now", fields: { sourceDisk: fullUrl(`${zone}/disks/database`) } }]],
    [
      networkFirewallPolicies,
      [
        { name: "baseline-1", fields: { description: "The rules of today.", rules: [rule("deny")] } },
        { name: "baseline-2", fields: { description: "The rules of tomorrow.", rules: [rule("goto_next")] } },
      ],
    ],
    [
      targetSslProxies,
      [
        {
          name: "mail-proxy",
          fields: {
            service: fullUrl(`projects/${project}/global/backendServices/mail`),
            sslCertificates: [fullUrl(`projects/${project}/global/sslCertificates/mail`)],
          },
        },
      ],
    ],
    [
      firewallPolicies,
      [
        { name: "123456789", fields: { shortName: "perimeter", parent: parentId, iamPolicy: { bindings: [owner] } } },
        { name: "987654321", fields: { shortName: "quarantine", parent: parentId } },
      ],
    ],
  ];
}

function rule(action: string): object {
  return { priority: 1000, action, direction: "INGRESS", match: { srcIpRanges: ["192.0.2.0/24"] } };
}
