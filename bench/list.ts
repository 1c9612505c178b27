/**
 * `npm run bench:list`: 100,000 items over 200 pages, listed by a function and by an iterator, beside undici and
 * `JSON.parse` of the same pages: the least that such a list can take. All run in turn, several times, each in a process
 * of its own; the ratio of the fastest is what counts: these machines are shared, and others only ever slow a run down.
 *
 * The iterator's memory is measured with a tenth of the pages, too: what it holds must not grow with their number.
 *
 * Options: `--quick`, `--rounds 5`, `--sizes 200` (pages).
 */
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { Agent } from "undici";
import { options, publish, type Figure } from "./support/measure";

const itemsPerPage = 500;
const { rounds, numbers } = options();
const [pageCount = 200] = numbers("sizes", [200], [20]);
/** What the heap may differ by: a page with all that is made of it. */
const pageMegabytes = 4;

type Way = "floor" | "function" | "iterator";

/** What one run took. */
interface Measured {
  items: number;
  milliseconds: number;
  /** Peak of the heap's live part while listing, in bytes. */
  peakBytes: number;
}

async function compare(): Promise<void> {
  const { origin, close } = await servePages();
  try {
    const times: Record<Way, number[]> = { floor: [], function: [], iterator: [] };
    for (let round = 1; round <= rounds; round += 1) {
      for (const way of ["floor", "function", "iterator"] as const) {
        const { items, milliseconds } = await inProcess(way, origin, pageCount);
        if (items !== pageCount * itemsPerPage) throw new Error(`${way} listed ${String(items)} items`);
        times[way].push(milliseconds);
      }
    }
    const peaks = await Promise.all(
      [pageCount / 10, pageCount].map(async (count) => (await inProcess("iterator", origin, count, true)).peakBytes),
    );
    const rate = (way: Way) => times[way].map((ms) => (pageCount * itemsPerPage * 1000) / ms);
    const listed = (way: Way, name: string): Figure => ({
      name,
      unit: "/s",
      ours: rate(way),
      floor: rate("floor"),
      goal: "≥ 0.8 × (fastest)",
      reached: Math.max(...rate(way)) >= 0.8 * Math.max(...rate("floor")),
    });
    const [few = 0, many = 0] = peaks.map((bytes) => bytes / 1024 / 1024);
    publish("list", `${(pageCount * itemsPerPage).toLocaleString("en")} items over ${String(pageCount)} pages`, [
      listed("function", "getInterconnectRemoteLocations"),
      listed("iterator", "iterateInterconnectRemoteLocations"),
      { name: `heap while iterating ${String(pageCount / 10)} pages`, unit: "MB", ours: [few] },
      {
        name: `heap while iterating ${String(pageCount)} pages`,
        unit: "MB",
        ours: [many],
        goal: "no more, but for a page",
        reached: many - few < pageMegabytes,
      },
    ]);
  } finally {
    close();
  }
}

/** Pages of remote locations with everything that they have, as texts that are made once. */
async function servePages(): Promise<{ origin: string; close: () => void }> {
  const pages = Array.from({ length: pageCount }, (_none, page) => pageText(page));
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const page = Number(url.searchParams.get("pageToken") ?? 0);
    // The project's name says how many pages it has.
    const last = Number(/\/projects\/pages-(\d+)\//.exec(url.pathname)?.[1] ?? pageCount) - 1;
    const body = page === last ? pages[page]?.replace(/,"nextPageToken":"\d+"/, "") : pages[page];
    response.writeHead(200, { "content-type": "application/json; charset=UTF-8" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
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

/** One run in a process of its own. */
async function inProcess(way: Way, origin: string, pages: number, peak = false): Promise<Measured> {
  const flags = peak ? ["--expose-gc"] : [];
  const args = [...flags, "--import", "tsx", fileURLToPath(import.meta.url), "run", way, `${origin} ${String(pages)}`];
  const child = spawn(process.execPath, peak ? [...args, "peak"] : args, { stdio: ["ignore", "pipe", "inherit"] });
  const parts: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0) throw new Error(`${way} ended with ${String(code)}`);
  return JSON.parse(Buffer.concat(parts).toString()) as Measured;
}

async function runOnce(way: Way, where: string, peak: boolean): Promise<void> {
  const [origin = "", pages = ""] = where.split(" ");
  process.env.GOOGLE_OAUTH_ACCESS_TOKEN = "bench";
  process.env.GOOGLE_COMPUTE_CUSTOM_ENDPOINT = `${origin}/compute/v1`;
  const project = `pages-${pages}`;
  const gce = await import("pulumi-gce");
  const ways: Record<Way, (heap: Heap) => Promise<number>> = {
    floor: () => floor(origin, project),
    function: async () => (await gce.getInterconnectRemoteLocations({ project })).locations.length,
    iterator: async (heap) => {
      let count = 0;
      for await (const location of gce.iterateInterconnectRemoteLocations({ project })) {
        count += location.name === "" ? 0 : 1;
        if (peak && count % itemsPerPage === 0) heap.look();
      }
      return count;
    },
  };
  // What a first call costs is another figure: connections, modules.
  await gce.getInterconnectRemoteLocations({ project, maxItems: 1 });
  const heap = new Heap();
  const startedMs = performance.now();
  const items = await ways[way](heap);
  const measured: Measured = { items, milliseconds: performance.now() - startedMs, peakBytes: heap.peakBytes };
  console.log(JSON.stringify(measured));
}

/** The least: the same pages, one after the other, all items kept. */
async function floor(origin: string, project: string): Promise<number> {
  const agent = new Agent();
  const items: unknown[] = [];
  let token: string | undefined = "0";
  while (token !== undefined) {
    const { body } = await agent.request({
      origin,
      path: `/compute/v1/projects/${project}/global/interconnectRemoteLocations?pageToken=${token}`,
      method: "GET",
      headers: { authorization: "Bearer bench" },
    });
    const page = JSON.parse(await body.text()) as { items: unknown[]; nextPageToken?: string };
    for (const item of page.items) items.push(item);
    token = page.nextPageToken;
  }
  await agent.close();
  return items.length;
}

/** The live part of the heap: what is left after garbage was collected. */
class Heap {
  peakBytes = 0;

  look(): void {
    (globalThis as { gc?: () => void }).gc?.();
    this.peakBytes = Math.max(this.peakBytes, process.memoryUsage().heapUsed);
  }
}

if (process.argv[2] === "run") await runOnce(process.argv[3] as Way, process.argv[4] ?? "", process.argv[5] === "peak");
else await compare();
