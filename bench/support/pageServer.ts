import { gzipSync } from "node:zlib";
import { loopbackServer } from "../../test/support/loopbackServer";

export const itemsPerPage = 500;

/**
 * Serves that many pages of a long list of remote locations with every member, to any project. All are made once: plain, and
 * compressed for who asks for that.
 */
export async function servePages(pageCount: number): Promise<{ origin: string; close: () => Promise<void> }> {
  const pages = Array.from({ length: pageCount }, (_none, page) => {
    const plain = Buffer.from(pageText(page, page + 1 === pageCount));
    return { plain, packed: gzipSync(plain) };
  });
  return loopbackServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const page = pages[Number(url.searchParams.get("pageToken") ?? 0)];
    const isPacked = request.headers["accept-encoding"] === "gzip";
    response.writeHead(200, {
      "content-type": "application/json; charset=UTF-8",
      ...(isPacked ? { "content-encoding": "gzip" } : {}),
    });
    response.end(isPacked ? page?.packed : page?.plain);
  });
}

function pageText(page: number, isLast: boolean): string {
  const items = Array.from({ length: itemsPerPage }, (_none, index) => locationOf(page * itemsPerPage + index));
  return JSON.stringify({
    kind: "compute#interconnectRemoteLocationList",
    id: "projects/p/global/interconnectRemoteLocations",
    items,
    ...(isLast ? {} : { nextPageToken: String(page + 1) }),
    selfLink: "https://www.googleapis.com/compute/v1/projects/p/global/interconnectRemoteLocations",
  });
}

function locationOf(index: number): object {
  const name = `location-${String(index)}`;
  const root = "https://www.googleapis.com/compute/v1/projects/p/global";
  return {
    kind: "compute#interconnectRemoteLocation",
    id: String(18446744073709551615n - BigInt(index)),
    creationTimestamp: "2026-05-01T02:00:00.000-07:00",
    name,
    description: `A place of another cloud, number ${String(index)}`,
    selfLink: `${root}/interconnectRemoteLocations/${name}`,
    peeringdbFacilityId: String(index),
    address: "Example Street 1\nExample City",
    facilityProvider: "Example",
    facilityProviderFacilityId: `EX${String(index)}`,
    continent: "EUROPE",
    city: "Example City",
    status: "AVAILABLE",
    remoteService: "Example Direct Connect",
    permittedConnections: [1, 2, 3].map((zone) => ({
      interconnectLocation: `${root}/interconnectLocations/place-zone${String(zone)}-1`,
    })),
    constraints: {
      subnetLengthRange: { min: 29, max: 30 },
      portPairVlan: "PORT_PAIR_UNCONSTRAINED_VLAN",
      portPairRemoteLocation: "PORT_PAIR_MATCHING_REMOTE_LOCATION",
    },
    attachmentConfigurationConstraints: {
      bgpMd5: "MD5_OPTIONAL",
      bgpPeerAsnRanges: [{ min: 64512, max: 65534 }],
    },
    lacp: "LACP_SUPPORTED",
    maxLagSize100Gbps: 2,
    maxLagSize10Gbps: 8,
  };
}
