/**
 * `npm run bench:list`: 100,000 items over 200 pages, listed by a function and by an iterator, beside undici and
 * `JSON.parse` of the same pages: the least that such a list can take. All run in turn, several times, each in a process
 * of its own; the ratio of the fastest is what counts: these machines are shared, and others only ever slow a run down.
 *
 * Once more over a line of 100 Mbit/s, which is where it shows that our lists come compressed and the floor's do not.
 *
 * The iterator's memory is measured with a tenth of the pages, too: what it holds must not grow with their number.
 *
 * Options: `--quick`, `--rounds 5`, `--sizes 200` (pages).
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Agent } from "undici";
import { options, publish, type Figure } from "./support/measure";
import { itemsPerPage, servePages } from "./support/pageServer";

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
  const { origin, sent, close } = await servePages(pageCount);
  try {
    const times: Record<Way, number[]> = { floor: [], function: [], iterator: [] };
    for (let round = 1; round <= rounds; round += 1) {
      for (const way of ["floor", "function", "iterator"] as const) {
        times[way].push((await inProcess(way, origin, `pages-${String(pageCount)}`)).milliseconds);
      }
    }
    const overLine = { ours: [] as number[], floor: [] as number[] };
    const bytes = { ours: 0, floor: 0 };
    for (let round = 1; round <= Math.ceil(rounds / 2); round += 1) {
      for (const [side, way] of [
        ["floor", "floor"],
        ["ours", "function"],
      ] as const) {
        const before = sent.bytes;
        overLine[side].push((await inProcess(way, origin, `line-pages-${String(pageCount)}`)).milliseconds);
        bytes[side] = (sent.bytes - before) / pageCount / itemsPerPage;
      }
    }
    const peaks = await Promise.all(
      [pageCount / 10, pageCount].map(
        async (count) => (await inProcess("iterator", origin, `pages-${String(count)}`, true)).peakBytes,
      ),
    );
    const rates = (milliseconds: readonly number[]) => milliseconds.map((ms) => (pageCount * itemsPerPage * 1000) / ms);
    const rate = (way: Way) => rates(times[way]);
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
      {
        name: "getInterconnectRemoteLocations over 100 Mbit/s",
        unit: "/s",
        ours: rates(overLine.ours),
        floor: rates(overLine.floor),
      },
      { name: "an item on the line", unit: "B", ours: [bytes.ours], floor: [bytes.floor] },
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
    await close();
  }
}

/** One run in a process of its own. */
async function inProcess(way: Way, origin: string, project: string, peak = false): Promise<Measured> {
  const flags = peak ? ["--expose-gc"] : [];
  const args = [...flags, "--import", "tsx", fileURLToPath(import.meta.url), "run", way, `${origin} ${project}`];
  const child = spawn(process.execPath, peak ? [...args, "peak"] : args, { stdio: ["ignore", "pipe", "inherit"] });
  const parts: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0) throw new Error(`${way} ended with ${String(code)}`);
  const measured = JSON.parse(Buffer.concat(parts).toString()) as Measured;
  const expected = Number(/\d+$/.exec(project)?.[0]) * itemsPerPage;
  if (measured.items !== expected)
    throw new Error(`${way} listed ${String(measured.items)} of ${String(expected)} items`);
  return measured;
}

async function runOnce(way: Way, where: string, peak: boolean): Promise<void> {
  const [origin = "", project = ""] = where.split(" ");
  process.env.GOOGLE_OAUTH_ACCESS_TOKEN = "bench";
  process.env.GOOGLE_COMPUTE_CUSTOM_ENDPOINT = `${origin}/compute/v1`;
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
