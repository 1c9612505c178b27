import { once } from "node:events";
import { Agent, request as ask, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { afterAll, expect, it, onTestFinished, vi } from "vitest";
import { startEmulator, type Emulator } from "../../emulator/src/index";
import { hostileRequests, type HostileRequest } from "../support/hostileRequests";
import { fc, runs } from "../support/property";
import { emulatorForTest, folderForTest } from "../support/untilTestEnds";

/** Lists that show most of what there is, and the pages of the console. */
const shown = [
  ...["networks", "routes", "snapshots", "firewallPolicies", "targetSslProxies", "networkProfiles"].flatMap((name) => [
    `/compute/v1/projects/my-project/global/${name}?maxResults=2&filter=id!%3D5`,
    `/compute/v1/projects/my-project/global/${name}?orderBy=creationTimestamp%20desc`,
  ]),
  ...["disks", "instanceGroupManagers", "addresses", "operations"].map(
    (name) => `/compute/v1/projects/my-project/aggregated/${name}?%24alt=json;enum-encoding%3Dint`,
  ),
  "/compute/v1/projects/my-project/regions/us-central1/instanceGroupManagers",
  "/compute/v1/projects/my-project/global/operations",
  "/compute/v1/locations/global/operations?parentId=organizations/123456789012",
  "/compute/v1/locations/global/firewallPolicies?parentId=organizations/123456789012",
  ...["/requests", "/operations", "/objects", "/faults", "/quotas", "/latency", "/rollouts"].map(
    (path) => `/_emulator${path}`,
  ),
  "/_emulator/console/state?objects=&requests=&problems=",
];

/** Kinds of faults by which a request gets no answer, or a late one. */
const silent =
  /"kind":"(?:delay|resetBefore|resetAfter|truncate|stall|outage|redirect)"|transfer-encoding|content-length/i;

const agent = new Agent({ keepAlive: true });
afterAll(() => {
  agent.destroy();
});

async function send({ url }: Emulator, { method, target, body }: HostileRequest): Promise<number | undefined> {
  const headers = { authorization: "Bearer t", "content-type": "application/json" };
  const sent = ask(url + target, {
    method,
    agent,
    headers: body === undefined ? headers : { ...headers, "content-length": Buffer.byteLength(body) },
  });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  await answer.toArray();
  return answer.statusCode;
}

/** Takes back what would keep the emulator from being looked at. */
function calm(emulator: Emulator): void {
  emulator.clearFaults();
  emulator.tokens(undefined);
  emulator.quota({});
  emulator.rollouts([]);
  emulator.latency({ defaultMs: 0, instancesMs: 0, perInstanceMs: 0, requestMs: 0, byType: {} });
}

function listAll({ objects }: Emulator): unknown {
  return JSON.parse(JSON.stringify(["projects/", "locations/"].map((root) => objects.list(root))));
}

it("the emulator, asked anything, never fails, shows all it has, and reads again what it has written", async () => {
  const mistakes = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => {
    mistakes.mockRestore();
  });
  const folder = folderForTest();
  let count = 0;
  const sample = await emulatorForTest({ seed: true });
  const requests = fc.array(hostileRequests(sample), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(requests, async (sent) => {
      mistakes.mockClear();
      const dataFile = join(folder, `${String((count += 1))}.json`);
      const emulator = await startEmulator({ seed: true, dataFile });
      for (const request of sent) {
        if (silent.test(request.body ?? "")) continue;
        await send(emulator, request);
        emulator.latency({ requestMs: 0 });
        expect(mistakes.mock.calls).toEqual([]);
      }
      calm(emulator);
      for (const target of shown)
        expect([target, await send(emulator, { method: "GET", target, body: undefined })]).toEqual([target, 200]);
      emulator.finishOperations();
      const stored = listAll(emulator);
      await emulator.close();
      const again = await startEmulator({ dataFile });
      const restored = listAll(again);
      await again.close();
      expect(restored).toEqual(stored);
      expect(mistakes.mock.calls).toEqual([]);
    }),
    { numRuns: runs(12) },
  );
});
