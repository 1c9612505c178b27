import type { JsonObject } from "../json";
import { fullUrl } from "../links";
import { timestamp } from "../identifiers";
import { cycle, Draw, LARGEST_ID } from "./draw";
import type { Planting, SeedOptions } from "./options";

interface Metro {
  readonly code: string;
  readonly city: string;
  readonly continent: string;
}

function metros(continent: string, cities: Readonly<Record<string, string>>): Metro[] {
  return Object.entries(cities).map(([code, city]) => ({ code, city, continent }));
}

const METROS = [
  ...metros("NORTH_AMERICA", {
    atl: "Atlanta, GA",
    dfw: "Dallas, TX",
    iad: "Ashburn, VA",
    lax: "Los Angeles, CA",
    lga: "New York, NY",
    ord: "Chicago, IL",
    sea: "Seattle, WA",
    sjc: "San Jose, CA",
    yul: "Montréal, QC",
    yyz: "Toronto, ON",
  }),
  ...metros("EUROPE", {
    ams: "Amsterdam, Netherlands",
    cdg: "Paris, France",
    dub: "Dublin, Ireland",
    fra: "Frankfurt, Germany",
    lhr: "London, United Kingdom",
    mad: "Madrid, Spain",
    mxp: "Milan, Italy",
    zrh: "Zürich, Switzerland",
  }),
  ...metros("ASIA_PAC", {
    bom: "Mumbai, India",
    hkg: "Hong Kong",
    icn: "Seoul, South Korea",
    nrt: "Tokyo, Japan",
    sin: "Singapore",
    syd: "Sydney, Australia",
  }),
  ...metros("SOUTH_AMERICA", {
    bog: "Bogotá, Colombia",
    eze: "Buenos Aires, Argentina",
    gru: "São Paulo, Brazil",
    scl: "Santiago, Chile",
  }),
  ...metros("AFRICA", { jnb: "Johannesburg, South Africa", los: "Lagos, Nigeria" }),
] as [Metro, ...Metro[]];

/** What a provider's side can do decides what a connection to it may ask for. */
interface Service {
  readonly code: string;
  readonly name: string;
  readonly lacp: "LACP_SUPPORTED" | "LACP_UNSUPPORTED";
  readonly bgpMd5: string;
  readonly portPairVlan: string;
  readonly portPairRemoteLocation: string;
  readonly subnetLengths: readonly [min: number, max: number];
  readonly asnRanges: readonly (readonly [min: number, max: number])[];
}

const ANY_LOCATION = "PORT_PAIR_UNCONSTRAINED_REMOTE_LOCATION";
const SAME_LOCATION = "PORT_PAIR_MATCHING_REMOTE_LOCATION";
const ANY_VLAN = "PORT_PAIR_UNCONSTRAINED_VLAN";
const SAME_VLAN = "PORT_PAIR_MATCHING_VLAN";

const SERVICES: readonly [Service, ...Service[]] = [
  {
    code: "aws",
    name: "Amazon Web Services",
    lacp: "LACP_SUPPORTED",
    bgpMd5: "MD5_OPTIONAL",
    portPairVlan: ANY_VLAN,
    portPairRemoteLocation: ANY_LOCATION,
    subnetLengths: [29, 30],
    asnRanges: [
      [1, 23455],
      [64512, 65534],
      [4200000000, 4294967295],
    ],
  },
  {
    code: "azure",
    name: "Microsoft Azure",
    lacp: "LACP_UNSUPPORTED",
    bgpMd5: "MD5_UNSUPPORTED",
    portPairVlan: SAME_VLAN,
    portPairRemoteLocation: SAME_LOCATION,
    subnetLengths: [30, 30],
    asnRanges: [[12076, 12076]],
  },
  {
    code: "oci",
    name: "Oracle Cloud Infrastructure",
    lacp: "LACP_UNSUPPORTED",
    bgpMd5: "MD5_OPTIONAL",
    portPairVlan: ANY_VLAN,
    portPairRemoteLocation: SAME_LOCATION,
    subnetLengths: [29, 30],
    asnRanges: [[31898, 31898]],
  },
  {
    code: "alibaba",
    name: "Alibaba Cloud",
    lacp: "LACP_SUPPORTED",
    bgpMd5: "MD5_REQUIRED",
    portPairVlan: SAME_VLAN,
    portPairRemoteLocation: ANY_LOCATION,
    subnetLengths: [29, 29],
    asnRanges: [],
  },
];

const FACILITY_PROVIDERS: readonly [FacilityProvider, ...FacilityProvider[]] = [
  { code: "eqix", name: "Equinix" },
  { code: "csite", name: "CoreSite" },
  { code: "dlr", name: "Digital Realty" },
  { code: "mega", name: "Megaport" },
];

interface FacilityProvider {
  readonly code: string;
  readonly name: string;
}

const STREETS: readonly [string, ...string[]] = ["Harbour Street", "Station Road", "Relay Lane", "Switchyard Avenue"];

/** As many remote locations as are asked for: every service in every metro, facility after facility. */
export function* seedInterconnectRemoteLocations(options: Required<SeedOptions>): Generator<Planting> {
  for (let index = 0; index < options.interconnectRemoteLocations; index += 1) {
    const inMetros = Math.floor(index / SERVICES.length);
    const facilities = Math.floor(inMetros / METROS.length);
    const provider = cycle(FACILITY_PROVIDERS, facilities);
    const facility = `${provider.code}${String(1 + Math.floor(facilities / FACILITY_PROVIDERS.length))}`;
    const service = cycle(SERVICES, index);
    const metro = cycle(METROS, inMetros);
    yield {
      name: `${service.code}-${metro.code}-${facility}`,
      fields: locationFields(options, { index, service, metro, provider, facility }),
    };
  }
}

interface Site {
  readonly index: number;
  readonly service: Service;
  readonly metro: Metro;
  readonly provider: FacilityProvider;
  readonly facility: string;
}

function locationFields({ project, seed }: Required<SeedOptions>, site: Site): JsonObject {
  const { index, service, metro, provider, facility } = site;
  const draw = new Draw(seed, "interconnectRemoteLocations", index);
  const isClosed = draw.chance(0.1);
  const code = metro.code.toUpperCase();
  const [min, max] = service.subnetLengths;
  const connections = isClosed ? 0 : draw.between(1, 4);
  return {
    id: index === 0 ? LARGEST_ID : draw.id(),
    creationTimestamp: timestamp(Date.UTC(2023, 0, 1) + draw.below(1000) * 86_400_000 + draw.below(86_400_000)),
    description: `${service.name} in ${metro.city}, at ${provider.name}`,
    peeringdbFacilityId: String(draw.between(1, 19_999)),
    address: `${String(draw.between(1, 4500))} ${draw.oneOf(STREETS)}\n${metro.city}`,
    facilityProvider: provider.name,
    facilityProviderFacilityId: `${code} ${facility.toUpperCase()}`,
    continent: metro.continent,
    city: metro.city,
    status: isClosed ? "CLOSED" : "AVAILABLE",
    remoteService: service.name,
    // Where nothing may be connected any more the list is empty, and so it is left out.
    ...(connections === 0 ? {} : { permittedConnections: permittedConnections(project, metro, connections) }),
    constraints: {
      portPairRemoteLocation: service.portPairRemoteLocation,
      portPairVlan: service.portPairVlan,
      subnetLengthRange: { min, max },
    },
    attachmentConfigurationConstraints: {
      bgpMd5: service.bgpMd5,
      ...(service.asnRanges.length === 0
        ? {}
        : { bgpPeerAsnRanges: service.asnRanges.map(([lowest, highest]) => ({ min: lowest, max: highest })) }),
    },
    lacp: service.lacp,
    // Without LACP there is no group of links: one is all there is.
    maxLagSize100Gbps: service.lacp === "LACP_SUPPORTED" ? draw.between(1, 2) : 1,
    maxLagSize10Gbps: service.lacp === "LACP_SUPPORTED" ? draw.between(2, 8) : 1,
  };
}

function permittedConnections(project: string, { code }: Metro, count: number): JsonObject[] {
  return Array.from({ length: count }, (_none, index) => {
    const name = `${code}-zone${String(1 + (index % 2))}-${String(1 + Math.floor(index / 2))}`;
    return { interconnectLocation: fullUrl(`projects/${project}/global/interconnectLocations/${name}`) };
  });
}
