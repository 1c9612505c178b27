import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { loopbackServer } from "../../test/support/loopbackServer";

export const itemsPerPage = 500;

/** Bytes that a line of 100 Mbit/s carries in a millisecond. */
const lineBytesPerMs = 12_500;

/** A service that has nothing but a long list of remote locations with every member. */
export interface PageServer {
  origin: string;
  /** Of the bodies of all answers so far. */
  sent: { bytes: number };
  close: () => Promise<void>;
}

/**
 * Serves that many pages, or the first tenth of them, to projects by the names `pages-200` and `pages-20`; to
 * `line-pages-200` over a line of 100 Mbit/s. All are made once: plain, and compressed for who asks for that.
 */
export async function servePages(pageCount: number): Promise<PageServer> {
  const pages = Array.from({ length: pageCount }, (_none, page) => bothWays(pageText(page)));
  const lastPages = new Map(
    [pageCount / 10, pageCount].map((count) => [count - 1, bothWays(withoutToken(pageText(count - 1)))]),
  );
  const sent = { bytes: 0 };
  const { origin, close } = await loopbackServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const page = Number(url.searchParams.get("pageToken") ?? 0);
    // The project's name says how many pages it has, and whether there is a slow line in between.
    const [, line, count] = /\/projects\/(line-)?pages-(\d+)\//.exec(url.pathname) ?? [];
    const found = page === Number(count) - 1 ? lastPages.get(page) : pages[page];
    const compressed = request.headers["accept-encoding"] === "gzip";
    const body = (compressed ? found?.packed : found?.plain) ?? Buffer.alloc(0);
    sent.bytes += body.length;
    response.writeHead(200, {
      "content-type": "application/json; charset=UTF-8",
      ...(compressed ? { "content-encoding": "gzip" } : {}),
    });
    if (line === undefined) response.end(body);
    else void writeSlowly(response, body);
  });
  return { origin, sent, close };
}

function bothWays(text: string): { plain: Buffer; packed: Buffer } {
  return { plain: Buffer.from(text), packed: gzipSync(text) };
}

function withoutToken(text: string): string {
  return text.replace(/,"nextPageToken":"\d+"/, "");
}

/** Writes as fast as the line carries it. */
async function writeSlowly(response: ServerResponse, body: Buffer): Promise<void> {
  const startedMs = performance.now();
  const pieceBytes = 64 * 1024;
  for (let from = 0; from < body.length; from += pieceBytes) {
    const piece = body.subarray(from, from + pieceBytes);
    const dueMs = startedMs + (from + piece.length) / lineBytesPerMs;
    await sleep(Math.max(0, dueMs - performance.now()));
    response.write(piece);
  }
  response.end();
}

function pageText(page: number): string {
  const items = Array.from({ length: itemsPerPage }, (_none, index) => locationOf(page * itemsPerPage + index));
  return JSON.stringify({
    kind: "compute#interconnectRemoteLocationList",
    id: "projects/p/global/interconnectRemoteLocations",
    items,
    nextPageToken: String(page + 1),
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
