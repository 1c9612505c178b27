/**
 * `npm run bench:emulator`: the emulator as it is published, in a process of its own: from its start to its first answer,
 * the inserts that it answers in a second, and the memory that it takes for many objects.
 *
 * Options: `--quick`, `--rounds 5`, `--sizes 100000` (objects in memory), `--keep`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { inParallel } from "./support/inParallel";
import { median, options, publish, type Figure } from "./support/measure";

const { quick, rounds, numbers } = options();
const [objects = 100_000] = numbers("sizes", [100_000], [5_000]);
const clients = 16;
const inserts = quick ? 2_000 : 10_000;
const project = "projects/bench-project";

const published = [fileURLToPath(new URL("../emulator/lib/cli.js", import.meta.url)), "--port", "0"];
/** The least that a server of Node.js does: it reads a request and answers the same to all. */
const bare = [
  "-e",
  `require("node:http").createServer((request, response) => {
  request.resume().on("end", () => response.setHeader("content-type", "application/json").end("{}"));
}).listen(0, "127.0.0.1", function () { console.log("http://127.0.0.1:" + this.address().port); });`,
];

const route = {
  path: `${project}/global/routes`,
  body: { network: "global/networks/default", destRange: "10.0.0.0/8", nextHopIp: "10.128.0.5" },
};
const firewall = {
  path: `${project}/global/firewalls`,
  body: {
    network: "global/networks/default",
    allowed: [{ IPProtocol: "tcp", ports: ["443"] }],
    sourceRanges: ["10.0.0.0/8"],
  },
};

interface Started {
  readonly url: string;
  readonly pid: number;
  readonly startMs: number;
  stop(): Promise<void>;
}

const [starts, startsOfBare]: [number[], number[]] = [[], []];
const rates = { routes: [] as number[], firewalls: [] as number[], bare: [] as number[], data: [] as number[] };
for (let round = 0; round < rounds; round += 1) {
  starts.push(await startMs(published));
  startsOfBare.push(await startMs(bare));
  rates.bare.push(await insertsPerSecond(bare, route));
  rates.routes.push(await insertsPerSecond(published, route));
  rates.firewalls.push(await insertsPerSecond(published, firewall));
  const folder = mkdtempSync(join(tmpdir(), "bench-emulator-"));
  rates.data.push(await insertsPerSecond([...published, "--data", join(folder, "world.json")], route));
  rmSync(folder, { recursive: true, force: true });
}
const memory = await megabytesFor(objects);

const perSecond = (name: string, ours: readonly number[]): Figure => {
  return { name, unit: "/s", ours, floor: rates.bare, goal: "≥ 2,000 /s", reached: median(ours) >= 2_000 };
};
publish("emulator", "The emulator: start, inserts by sixteen clients on the same two cores, memory", [
  {
    name: "start to first answer",
    unit: "ms",
    ours: starts,
    floor: startsOfBare,
    goal: "≤ 300 ms",
    reached: median(starts) <= 300,
  },
  perSecond("inserts of routes", rates.routes),
  perSecond("inserts of firewalls, served by their description", rates.firewalls),
  perSecond("inserts of routes, with a data file", rates.data),
  {
    name: `memory with ${objects.toLocaleString("en")} objects, inserted`,
    unit: "MB",
    ours: [memory],
    goal: "≤ 1,000 MB",
    reached: memory <= 1_000,
  },
]);

async function startMs(command: readonly string[]): Promise<number> {
  const server = await start(command);
  await server.stop();
  return server.startMs;
}

/** Starts a server, and asks it once: the way that a user's client goes first. */
async function start(command: readonly string[]): Promise<Started> {
  const begun = performance.now();
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  let url = "";
  for await (const chunk of child.stdout) {
    [url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(String(chunk)) ?? [];
    if (url !== "") break;
  }
  const pool = new Pool(url);
  await send(pool, "GET", `${project}/global/networks/default`);
  const startMs = performance.now() - begun;
  await pool.close();
  return {
    url,
    pid: child.pid ?? 0,
    startMs,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function send(pool: Pool, method: "GET" | "POST", path: string, body?: object): Promise<void> {
  const { statusCode, body: answer } = await pool.request({
    method,
    path: `/compute/v1/${path}`,
    headers: { authorization: "Bearer bench", "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (statusCode !== 200) throw new Error(`${method} ${path}: ${String(statusCode)} ${text}`);
}

async function insertAll(
  url: string,
  { path, body }: typeof route | typeof firewall,
  from: number,
  to: number,
): Promise<void> {
  const pool = new Pool(url, { connections: clients });
  await inParallel(to - from, clients, (number) =>
    send(pool, "POST", path, { name: `object-${String(from + number)}`, ...body }),
  );
  await pool.close();
}

async function insertsPerSecond(command: readonly string[], kind: typeof route | typeof firewall): Promise<number> {
  const server = await start(command);
  try {
    // What the first requests compile is not what many of them cost.
    await insertAll(server.url, kind, 0, inserts / 10);
    const begun = performance.now();
    await insertAll(server.url, kind, inserts / 10, inserts / 10 + inserts);
    return (inserts / (performance.now() - begun)) * 1000;
  } finally {
    await server.stop();
  }
}

/** The most memory that the process had while the objects were inserted one by one, with what it logs and remembers of it. */
async function megabytesFor(count: number): Promise<number> {
  const server = await start(published);
  try {
    await insertAll(server.url, firewall, 0, count);
    const [, kilobytes = "NaN"] =
      /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(server.pid)}/status`, "utf8")) ?? [];
    return Number(kilobytes) / 1024;
  } finally {
    await server.stop();
  }
}
