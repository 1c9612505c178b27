/**
 * The cost of an answer of the dearest forms, beside an honest one of as many values: how long nothing
 * else runs in the process, and the memory. Each is asked for in a process of its own with a heap of 512 MB, by the client that the
 * classes, the plugin, the functions and the commands share.
 *
 * Options: `--quick`, `--rounds 5`.
 */
import { execFile } from "node:child_process";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { pageForm } from "../provider/src/compute/paging";
import { ComputeClient } from "../provider/src/http/client";
import { Deadline } from "../provider/src/http/deadline";
import { Endpoint } from "../provider/src/http/endpoint";
import { deepestNesting, mostValues } from "../provider/src/http/structure";
import { maxAnswerBytes } from "../provider/src/http/transport/transport";
import { loopbackServer } from "../test/support/loopbackServer";
import { median, options, publish, type Figure } from "./support/measure";

const items = (count: number, item: (index: number) => string) =>
  `{"items":[${Array.from({ length: count }, (_none, index) => item(index)).join(",")}]}`;

const values = mostValues - 1_000;
const nested = (open: string, close: string) => open.repeat(deepestNesting - 10) + close.repeat(deepestNesting - 10);
/** A little less than the limit. */
const filled = (unit: string, bytes = maxAnswerBytes) => unit.repeat(Math.floor((bytes - 1_000) / unit.length));

const objects = (bytes: number) => {
  const [members, count] = [23, Math.floor(values / 25)];
  const value = "x".repeat(Math.floor(bytes / count / members) - 14);
  const text = JSON.stringify(
    Object.fromEntries(Array.from({ length: members }, (_none, at) => [`member${String(at)}`, value])),
  );
  return items(count, () => text);
};

/** Pages as the service gives them, with as many values as the others: of few bytes, and of as many as an answer may have. */
const honest = { small: () => objects(6_000_000), large: () => objects(maxAnswerBytes - 1_000_000) };

const dear: Readonly<Record<string, () => string>> = {
  "empty objects": () => items(values / 2, () => "{}"),
  "empty objects, more than the limit": () => items(maxAnswerBytes / 3 - 1_000, () => "{}"),
  brackets: () => filled("["),
  "nested lists": () => items(values / deepestNesting, () => nested("[", "]")),
  "nested objects": () => items(values / deepestNesting, () => `${nested('{"a":', "}").replace("}", "0}")}`),
  "keys of one object": () =>
    `{${Array.from({ length: values }, (_none, index) => `"k${String(index)}":0`).join(",")}}`,
  "numbers as keys": () =>
    `{${Array.from({ length: values }, (_none, index) => `"${String(index * 7919)}":0`).join(",")}}`,
  "objects with keys of their own": () => items(values / 2, (index) => `{"k${String(index)}":0}`),
  fractions: () => items(values, () => "1e-7"),
  "ids that are numbers": () => items(values / 2, () => `{"id":${"1".repeat(100)}}`),
  "one text": () => `{"a":"${filled("ü")}"}`,
  "escapes in a text": () => `{"a":"${filled("\\u00fc")}"}`,
  "a number of many digits": () => `{"a":${filled("1")}}`,
  spaces: () => `{"id"${filled(" ")}:1}`,
};

/** Larger than the honest ones of few bytes. */
const isLarge = (text: string) => text.length > maxAnswerBytes / 2;

interface Cost {
  readonly blockedMs: number;
  readonly peakMegabytes: number;
}

const [, , first, origin = ""] = process.argv;
if (first === "ask") console.log(JSON.stringify(await ask(origin)));
else await compare();

async function compare(): Promise<void> {
  let answer: { body: Buffer; encoding: string } = { body: Buffer.from("{}"), encoding: "identity" };
  const { origin: address, close } = await loopbackServer((request, response) => {
    const { body, encoding } = request.url?.includes("warm") ? { body: "{}", encoding: "identity" } : answer;
    response.writeHead(200, { "content-type": "application/json", "content-encoding": encoding }).end(body);
  });
  const inProcess = async (): Promise<Cost> => {
    const args = ["--max-old-space-size=512", "--expose-gc", "--import", "tsx", fileURLToPath(import.meta.url)];
    return JSON.parse((await promisify(execFile)(process.execPath, [...args, "ask", address])).stdout) as Cost;
  };
  /** Of both encodings the dearer one, each round. */
  const measure = async (text: string): Promise<Cost[]> => {
    const plain = Buffer.from(text);
    const packed = gzipSync(plain);
    const costs: Cost[] = [];
    for (let round = 0; round < options().rounds; round += 1) {
      answer = { body: plain, encoding: "identity" };
      const alone = await inProcess();
      answer = { body: packed, encoding: "gzip" };
      const unpacked = await inProcess();
      costs.push({
        blockedMs: Math.max(alone.blockedMs, unpacked.blockedMs),
        peakMegabytes: Math.max(alone.peakMegabytes, unpacked.peakMegabytes),
      });
    }
    return costs;
  };
  const [small, large] = [await measure(honest.small()), await measure(honest.large())];
  const figures: Figure[] = [];
  for (const [form, make] of Object.entries(dear)) {
    const text = make();
    const [ours, floor] = [await measure(text), isLarge(text) ? large : small];
    const compared = (name: string, unit: string, read: (cost: Cost) => number, most: number): Figure => {
      const [own, least] = [ours.map(read), floor.map(read)];
      const reached = median(own) - median(least) <= most;
      return {
        name: `${form}: ${name}`,
        unit,
        ours: own,
        floor: least,
        goal: `≤ ${String(most)} ${unit} more`,
        reached,
      };
    };
    figures.push(
      compared("nothing else runs", "ms", ({ blockedMs }) => blockedMs, 200),
      compared("memory", "MB", ({ peakMegabytes }) => peakMegabytes, 150),
    );
  }
  await close();
  publish("answers", "Answers of the dearest forms, beside honest ones of the same size", figures);
}

/** Asks once for what is given, whatever it is. */
async function ask(address: string): Promise<Cost> {
  const client = new ComputeClient({
    endpoint: new Endpoint(`${address}/compute/v1`),
    tokens: { token: () => Promise.resolve("bench"), invalidate: () => undefined, renewable: false },
    requestTimeoutMs: 60_000,
    userAgent: "bench",
    rules: [],
  });
  const get = (path: string) =>
    client
      .request(
        { action: "list", method: "GET", permissions: [], compressed: true, path, form: pageForm("any") },
        { deadline: Deadline.after(60_000) },
      )
      .catch(() => undefined);
  await get("warm");
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await get("form");
  await setTimeout(5);
  const { maxRSS } = process.resourceUsage();
  return { blockedMs: delay.max / 1e6, peakMegabytes: Math.max(0, maxRSS * 1024 - before) / 1e6 };
}
