import type { JsonObject } from "../json";
import { timestamp } from "../identifiers";
import { ALLOWABLE_FEATURES, type AllowableFeature } from "../routes/networkProfiles";
import { cycle, Draw, LARGEST_ID } from "./draw";
import type { Planting, SeedOptions } from "./options";

/** What networks of one kind may have: everything that is not named is blocked. */
interface ProfileKind {
  readonly code: string;
  readonly description: string;
  readonly scope: "REGION" | "ZONE";
  readonly allowed: readonly AllowableFeature[];
  readonly unicast: string;
  /** Lists that are empty limit nothing, and are left out. */
  readonly limits: Readonly<Record<string, readonly string[]>>;
}

const KINDS: readonly [ProfileKind, ...ProfileKind[]] = [
  {
    code: "vpc-roce",
    description: "RDMA over converged Ethernet between the interfaces of one zone",
    scope: "ZONE",
    allowed: ["allowDefaultNicAttachment", "allowMultiNicInSameNetwork", "allowSameNetworkUnicast"],
    unicast: "UNICAST_SDN",
    limits: {
      addressPurposes: ["GCE_ENDPOINT"],
      interfaceTypes: ["MRDMA"],
      subnetPurposes: ["SUBNET_PURPOSE_PRIVATE"],
      subnetStackTypes: ["SUBNET_STACK_TYPE_IPV4_ONLY", "SUBNET_STACK_TYPE_IPV6_ONLY"],
      subnetworkPurposes: ["PRIVATE"],
      subnetworkStackTypes: ["IPV4_ONLY", "IPV6_ONLY"],
    },
  },
  {
    code: "vpc-falcon",
    description: "RDMA over Falcon between the interfaces of one zone",
    scope: "ZONE",
    allowed: ["allowDefaultNicAttachment", "allowSameNetworkUnicast", "allowSubInterfaces", "allowClassDFirewalls"],
    unicast: "UNICAST_ULL",
    limits: {
      addressPurposes: ["GCE_ENDPOINT", "VPC_PEERING"],
      interfaceTypes: ["IRDMA"],
      subnetPurposes: ["SUBNET_PURPOSE_CUSTOM_HARDWARE", "SUBNET_PURPOSE_PRIVATE"],
      subnetStackTypes: ["SUBNET_STACK_TYPE_IPV4_ONLY"],
      subnetworkPurposes: ["PRIVATE"],
      subnetworkStackTypes: ["IPV4_ONLY"],
    },
  },
  {
    code: "vpc-regional",
    description: "A network of one region, with what other networks have",
    scope: "REGION",
    allowed: (Object.keys(ALLOWABLE_FEATURES) as AllowableFeature[]).filter(
      (feature) => feature !== "allowAutoModeSubnet" && feature !== "allowNetworkMigration",
    ),
    unicast: "UNICAST_SDN",
    limits: {
      subnetStackTypes: ["SUBNET_STACK_TYPE_IPV4_IPV6", "SUBNET_STACK_TYPE_IPV4_ONLY"],
      subnetworkPurposes: ["INTERNAL_HTTPS_LOAD_BALANCER", "PRIVATE", "PRIVATE_NAT", "REGIONAL_MANAGED_PROXY"],
      subnetworkStackTypes: ["IPV4_IPV6", "IPV4_ONLY"],
    },
  },
];

const AREAS = ["us", "northamerica", "southamerica", "europe", "asia", "australia", "me", "africa"] as const;
const DIRECTIONS = ["central", "east", "north", "south", "west"] as const;

/** `us-central1`, `northamerica-central1`, …, then those with 2. */
function regionAt(index: number): string {
  const direction = Math.floor(index / AREAS.length);
  const number = 1 + Math.floor(direction / DIRECTIONS.length);
  return `${cycle(AREAS, index)}-${cycle(DIRECTIONS, direction)}${String(number)}`;
}

/** As many network profiles as are asked for: every kind in every zone or region, region after region. */
export function* seedNetworkProfiles({ seed, networkProfiles }: Required<SeedOptions>): Generator<Planting> {
  for (let index = 0; index < networkProfiles; index += 1) {
    const kind = cycle(KINDS, index);
    const place = placeAt(kind, Math.floor(index / KINDS.length));
    const draw = new Draw(seed, "networkProfiles", index);
    yield {
      name: `${place}-${kind.code}`,
      fields: {
        id: index === 0 ? LARGEST_ID : draw.id(),
        creationTimestamp: timestamp(Date.UTC(2024, 0, 1) + draw.below(600) * 86_400_000),
        description: `${kind.description}.`,
        location: { name: place, scope: kind.scope },
        features: featuresOf(kind),
      },
    };
  }
}

function placeAt({ scope }: ProfileKind, index: number): string {
  return scope === "REGION"
    ? regionAt(index)
    : `${regionAt(Math.floor(index / 3))}-${cycle(["a", "b", "c"] as const, index)}`;
}

function featuresOf({ allowed, unicast, limits }: ProfileKind): JsonObject {
  const states = Object.entries(ALLOWABLE_FEATURES).map(([name, value]) => {
    const isAllowed = allowed.includes(name as AllowableFeature);
    return [name, `${value}_${isAllowed ? "ALLOWED" : "BLOCKED"}`] as const;
  });
  return { ...Object.fromEntries(states), unicast, ...limits };
}
