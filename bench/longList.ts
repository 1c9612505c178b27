/**
 * The memory of both faces at a list of 170,000 operations: of a program that lists them, and of the plugin, which refuses what the engine
 * cannot take.
 *
 * Options: `--quick`, `--sizes 170000` (operations).
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import { loopbackServer } from "../test/support/loopbackServer";
import { ProviderProcess, struct } from "../test/support/providerProcess";
import { options, publish } from "./support/measure";

const parentId = "organizations/123456789012";
const script = fileURLToPath(new URL("../provider/lib/plugin/pulumi-resource-gce", import.meta.url));
const operationsPerPage = 500;

const [, , first, origin = ""] = process.argv;
if (first === "program") await listInProgram(origin);
else await compare();

async function compare(): Promise<void> {
  const [count = 170_000] = options().numbers("sizes", [170_000], [10_000]);
  const { origin, close } = await serveOperations(count);
  const args = ["--import", "tsx", fileURLToPath(import.meta.url), "program", origin];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const plugin = await listInPlugin(origin);
  await close();
  publish("longList", `${count.toLocaleString("en")} operations in one list`, [
    { name: "memory of a program that lists them", unit: "MB", ours: [Number(stdout)] },
    { name: "memory of the plugin", unit: "MB", ours: [plugin] },
  ]);
}

async function listInProgram(origin: string): Promise<void> {
  process.env.GOOGLE_OAUTH_ACCESS_TOKEN = "bench";
  process.env.GOOGLE_COMPUTE_CUSTOM_ENDPOINT = `${origin}/compute/v1`;
  const gce = await import("pulumi-gce");
  await gce.getOrganizationOperations({ parentId });
  console.log(peakMegabytes("self"));
}

async function listInPlugin(origin: string): Promise<number> {
  const config = { accessToken: "bench", computeCustomEndpoint: `${origin}/compute/v1` };
  const provider = await ProviderProcess.start({ script, config });
  const request = new messages.InvokeRequest().setTok("gce:index:getOrganizationOperations");
  try {
    await provider.call("invoke", request.setArgs(struct({ parentId })));
  } catch (error) {
    console.log((error as Error).message);
  }
  const peak = peakMegabytes(String(provider.launched?.pid));
  await provider.stop();
  return peak;
}

/** The most memory that a process has had at a time; Linux tells it. */
function peakMegabytes(pid: string): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1000;
}

/** Serves that many operations, page after page. */
function serveOperations(count: number): ReturnType<typeof loopbackServer> {
  return loopbackServer((request, response) => {
    const page = Number(new URL(request.url ?? "/", "http://127.0.0.1").searchParams.get("pageToken") ?? 0);
    const from = page * operationsPerPage;
    const length = Math.min(operationsPerPage, count - from);
    const items = Array.from({ length }, (_none, index) => operationNumbered(from + index));
    const nextPageToken = from + length < count ? String(page + 1) : undefined;
    response.writeHead(200, { "content-type": "application/json; charset=UTF-8" });
    response.end(JSON.stringify({ kind: "compute#operationList", items, nextPageToken }));
  });
}

function operationNumbered(number: number): object {
  const [id, root] = [String(10 ** 18 + number), "https://www.googleapis.com/compute/v1/locations/global"];
  const name = `operation-${String(1_700_000_000_000 + number)}-60a1b2c3d4e5f-0123abcd-89ef4567`;
  const time = "2026-01-01T00:00:00.000-07:00";
  return {
    ...{ kind: "compute#operation", id, name, operationType: "insert", targetId: id, status: "DONE", progress: 100 },
    ...{ targetLink: `${root}/firewallPolicies/${id}`, user: "someone@example.com" },
    ...{ insertTime: time, startTime: time, endTime: time },
    ...{ selfLink: `${root}/operations/${name}`, selfLinkWithId: `${root}/operations/${id}` },
  };
}
