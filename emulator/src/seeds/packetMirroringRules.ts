import type { JsonObject } from "../json";
import { fullUrl } from "../links";
import { cycle, Draw, LARGEST_ID } from "./draw";
import type { Planting, SeedOptions } from "./options";

const LOWEST_PRIORITY = 2 ** 31 - 1;

/**
 * One policy with rules of both kinds. The packet mirroring rules have the priorities 0, 1000, 2000, … and the last one
 * 2147483647; a firewall rule at the priority of each of the first ones is there to be mistaken for it.
 */
export function* seedPacketMirroringRules(options: Required<SeedOptions>): Generator<Planting> {
  const { project, packetMirroringRules, seed } = options;
  if (packetMirroringRules === 0) {
    return;
  }
  yield {
    name: "traffic-inspection",
    fields: {
      id: LARGEST_ID,
      description: "Copies of what matters go to inspection.",
      rules: FIREWALL_RULES.map((rule, index) => ({
        ruleName: `firewall-${String(rule.action).replaceAll("_", "-")}`,
        priority: index * 1000,
        ...rule,
        ...(rule.action === "apply_security_profile_group" ? { securityProfileGroup: profileGroup(project) } : {}),
      })),
      packetMirroringRules: Array.from({ length: packetMirroringRules }, (_none, index) => ({
        priority: index === packetMirroringRules - 1 && index > 0 ? LOWEST_PRIORITY : index * 1000,
        ruleTupleCount: new Draw(seed, "packetMirroringRules", index).between(1, 40),
        ...mirroringRule(project, index),
      })),
    },
  };
}

const FIREWALL_RULES: readonly JsonObject[] = [
  { action: "allow", direction: "INGRESS", match: { srcNetworkType: "INTRA_VPC" } },
  {
    action: "apply_security_profile_group",
    direction: "EGRESS",
    tlsInspect: true,
    match: { destFqdns: ["example.org"] },
  },
  { action: "deny", direction: "INGRESS", enableLogging: true, match: { srcIpRanges: ["192.0.2.0/24"] } },
  { action: "goto_next", direction: "INGRESS", match: { srcIpRanges: ["0.0.0.0/0"] } },
];

const ACTIONS = ["mirror", "do_not_mirror", "goto_next"] as const;

function mirroringRule(project: string, index: number): JsonObject {
  const action = cycle(ACTIONS, index);
  const isIngress = index % 2 === 0;
  return {
    ruleName: `${action.replaceAll("_", "-")}-${String(index)}`,
    description: `Rule ${String(index)} of traffic inspection.`,
    action,
    direction: isIngress ? "INGRESS" : "EGRESS",
    match: isIngress ? ingressMatch(project, index) : egressMatch(index),
    ...(action === "mirror" ? { securityProfileGroup: profileGroup(project) } : {}),
    ...(action !== "goto_next" && index % 4 === 0 ? { enableLogging: true } : {}),
    ...(index % 7 === 6 ? { disabled: true } : {}),
    ...targets(project, index),
  };
}

function profileGroup(project: string): string {
  return `//networksecurity.googleapis.com/projects/${project}/locations/global/securityProfileGroups/inspection`;
}

/** Tags and service accounts exclude each other; with neither a rule is for every instance of the network. */
function targets(project: string, index: number): JsonObject {
  switch (index % 3) {
    case 0:
      return {
        targetSecureTags: [
          { name: "tagValues/281480000000001", state: "EFFECTIVE" },
          { name: "tagValues/281480000000002", state: "INEFFECTIVE" },
        ],
      };
    case 1:
      return { targetServiceAccounts: [`web@${project}.iam.gserviceaccount.com`] };
    default:
      return { targetResources: [fullUrl(`projects/${project}/global/networks/default`)] };
  }
}

const layer4Configs = [
  { ipProtocol: "tcp", ports: ["80", "443", "8000-8999"] },
  { ipProtocol: "udp", ports: ["53"] },
  { ipProtocol: "icmp" },
];

function ingressMatch(project: string, index: number): JsonObject {
  const everything = {
    srcIpRanges: ["10.0.0.0/8", "2001:db8::/32"],
    destIpRanges: ["10.128.0.0/9"],
    layer4Configs,
    srcSecureTags: [
      { name: "tagValues/281480000000003", state: "EFFECTIVE" },
      { name: "tagValues/281480000000004", state: "INEFFECTIVE" },
    ],
    srcAddressGroups: [`projects/${project}/locations/global/addressGroups/partners`],
    srcFqdns: ["example.com"],
    srcRegionCodes: ["CH", "DE"],
    srcThreatIntelligences: ["iplist-tor-exit-nodes"],
    srcNetworkType: "VPC_NETWORKS",
    srcNetworks: [fullUrl(`projects/${project}/global/networks/default`)],
  };
  return index === 0
    ? everything
    : { srcIpRanges: [`10.${String(index % 256)}.0.0/16`], layer4Configs: [{ ipProtocol: "esp" }] };
}

function egressMatch(index: number): JsonObject {
  const everything = {
    destIpRanges: ["0.0.0.0/0"],
    layer4Configs,
    destAddressGroups: ["organizations/123456789012/locations/global/addressGroups/suppliers"],
    destFqdns: ["example.net"],
    destRegionCodes: ["US"],
    destThreatIntelligences: ["iplist-known-malicious-ips"],
    destNetworkType: "INTERNET",
  };
  return index === 1
    ? everything
    : { destIpRanges: [`10.${String(index % 256)}.0.0/16`], layer4Configs: [{ ipProtocol: "esp" }] };
}
