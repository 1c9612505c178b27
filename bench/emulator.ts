/**
 * The emulator as it is published, in a process of its own: from its start to its first answer, the inserts that it answers in a
 * second, and the memory that it takes for many objects.
 *
 * Options: `--quick`, `--rounds 5`, `--sizes 100000` (objects in memory).
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import { inParallel } from "./support/inParallel";
import { median, options, publish } from "./support/measure";

const { quick, rounds, numbers } = options();
const [objects = 100_000] = numbers("sizes", [100_000], [5_000]);
const clients = 16;
const inserts = quick ? 2_000 : 10_000;
const project = "projects/bench-project";
const body = { network: "global/networks/default", destRange: "10.0.0.0/8", nextHopIp: "10.128.0.5" };

const published = [fileURLToPath(new URL("../emulator/lib/cli.js", import.meta.url)), "--port", "0"];
/** The least that a server of Node.js does: it reads a request and answers the same to all. */
const bare = [
  "-e",
  `require("node:http").createServer((request, response) => {
  request.resume().on("end", () => response.setHeader("content-type", "application/json").end("{}"));
}).listen(0, "127.0.0.1", function () { console.log("http://127.0.0.1:" + this.address().port); });`,
];

const starts = { ours: [] as number[], floor: [] as number[] };
const rates = { ours: [] as number[], floor: [] as number[] };
for (let round = 0; round < rounds; round += 1) {
  for (const [side, command] of [
    ["ours", published],
    ["floor", bare],
  ] as const) {
    const server = await start(command);
    starts[side].push(server.startMs);
    // The first requests also pay for compilation, which is not the cost of many requests.
    await insertAll(server.url, 0, inserts / 10);
    const begun = performance.now();
    await insertAll(server.url, inserts / 10, inserts);
    rates[side].push((inserts * 1000) / (performance.now() - begun));
    await server.stop();
  }
}
const memory = await megabytesFor(objects);
publish("emulator", "The emulator: start, inserts by sixteen clients on the same two cores, memory", [
  {
    name: "start to first answer",
    unit: "ms",
    ...starts,
    goal: "≤ 300 ms",
    reached: median(starts.ours) <= 300,
  },
  { name: "inserts of routes", unit: "/s", ...rates, goal: "≥ 2,000 /s", reached: median(rates.ours) >= 2_000 },
  {
    name: `memory with ${objects.toLocaleString("en")} objects, inserted`,
    unit: "MB",
    ours: [memory],
    goal: "≤ 1,000 MB",
    reached: memory <= 1_000,
  },
]);

/** Starts a server, and asks it once: the way that a user's client goes first. */
async function start(command: readonly string[]) {
  const begun = performance.now();
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  let url = "";
  for await (const chunk of child.stdout) {
    [url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(String(chunk)) ?? [];
    if (url !== "") break;
  }
  const pool = new Pool(url);
  await send(pool, "GET", "networks/default");
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

async function send(pool: Pool, method: "GET" | "POST", path: string, object?: object): Promise<void> {
  const { statusCode, body: answer } = await pool.request({
    method,
    path: `/compute/v1/${project}/global/${path}`,
    headers: { authorization: "Bearer bench", "content-type": "application/json" },
    ...(object === undefined ? {} : { body: JSON.stringify(object) }),
  });
  const text = await answer.text();
  if (statusCode !== 200) throw new Error(`${method} ${path}: ${String(statusCode)} ${text}`);
}

async function insertAll(url: string, from: number, count: number): Promise<void> {
  const pool = new Pool(url, { connections: clients });
  const insert = (number: number) => send(pool, "POST", "routes", { name: `object-${String(from + number)}`, ...body });
  await inParallel(count, clients, insert);
  await pool.close();
}

/** The most memory that the process had while the objects were inserted one by one, with what it logs and remembers of it. */
async function megabytesFor(count: number): Promise<number> {
  const { url, pid, stop } = await start(published);
  await insertAll(url, 0, count);
  const [, kilobytes = "NaN"] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, "utf8")) ?? [];
  await stop();
  return Number(kilobytes) / 1024;
}
