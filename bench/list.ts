/**
 * 100,000 items over 200 pages, listed by a function, beside undici and `JSON.parse` of the same pages: the
 * least that such a list can take. All run in turn, each in a process of its own; the ratio of the fastest is what counts: these
 * machines are shared, and others only ever slow a run down.
 *
 * Options: `--quick`, `--rounds 5`, `--sizes 200` (pages).
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Agent } from "undici";
import { options, publish } from "./support/measure";
import { itemsPerPage, servePages } from "./support/pageServer";

type Way = "floor" | "function";

/** How each way lists everything, and counts it. */
const ways: Readonly<Record<Way, (gce: typeof import("pulumi-gce"), origin: string) => Promise<number>>> = {
  floor: (_gce, origin) => floor(origin),
  function: async (gce) => (await gce.getInterconnectRemoteLocations({ project: "p" })).locations.length,
};

const [, , first, origin = ""] = process.argv;
if (first !== undefined && first in ways) await runOnce(first as Way, origin);
else await compare();

async function compare(): Promise<void> {
  const { rounds, numbers } = options();
  const [pageCount = 200] = numbers("sizes", [200], [20]);
  const items = pageCount * itemsPerPage;
  const { origin, close } = await servePages(pageCount);
  const rates: Record<Way, number[]> = { floor: [], function: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const way of Object.keys(ways) as Way[])
      rates[way].push((items * 1000) / (await inProcess(way, origin, items)));
  await close();
  publish("list", `${items.toLocaleString("en")} items over ${String(pageCount)} pages`, [
    {
      name: "getInterconnectRemoteLocations",
      unit: "/s",
      ours: rates.function,
      floor: rates.floor,
      goal: "≥ 0.8 × (fastest)",
      reached: Math.max(...rates.function) >= 0.8 * Math.max(...rates.floor),
    },
  ]);
}

/** Milliseconds of one run in a process of its own. */
async function inProcess(way: Way, origin: string, expected: number): Promise<number> {
  const args = ["--import", "tsx", fileURLToPath(import.meta.url), way, origin];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { items, milliseconds } = JSON.parse(stdout) as { items: number; milliseconds: number };
  if (items !== expected) throw new Error(`${way} listed ${String(items)} of ${String(expected)} items`);
  return milliseconds;
}

async function runOnce(way: Way, origin: string): Promise<void> {
  process.env.GOOGLE_OAUTH_ACCESS_TOKEN = "bench";
  process.env.GOOGLE_COMPUTE_CUSTOM_ENDPOINT = `${origin}/compute/v1`;
  const gce = await import("pulumi-gce");
  // The cost of a first call is another figure: connections, modules.
  await gce.getInterconnectRemoteLocations({ project: "p", maxItems: 1 });
  const startedMs = performance.now();
  const items = await ways[way](gce, origin);
  console.log(JSON.stringify({ items, milliseconds: performance.now() - startedMs }));
}

/** The least: the same pages, one after the other, all items kept. */
async function floor(origin: string): Promise<number> {
  const agent = new Agent();
  const items: unknown[] = [];
  let token: string | undefined = "0";
  while (token !== undefined) {
    const { body } = await agent.request({
      origin,
      path: `/compute/v1/projects/p/global/interconnectRemoteLocations?pageToken=${token}`,
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
