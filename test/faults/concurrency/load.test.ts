import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Emulator, Fault } from "../../../emulator/src/index";
import { project } from "../../support/routeProvider";
import { startRouteStack, succeeded } from "../../support/routeStack";
import { seedsOf } from "../../support/seededRandom";

const disk = `projects/${project}/zones/us-central1-a/disks/d`;
const iamPolicy = "locations/global/firewallPolicies/123";

const program = `
for (let n = 0; n < 70; n += 1) new gce.Route("r" + n, { network: "default", nextHopIp: "10.0.0.9", destRange: "10." + n + ".0.0/16" });
for (let n = 0; n < 20; n += 1) new gce.Snapshot("s" + n, { sourceDisk: "${disk}" });
for (let n = 0; n < 10; n += 1) new gce.FirewallPolicyIamMember("m" + n, { firewallPolicy: "${iamPolicy}", role: "roles/viewer", member: "user:u" + n + "@example.com" });
`;

/** Together a tenth of all requests. */
const faults: readonly Fault[] = [
  { kind: "status", status: 503 },
  { kind: "status", status: 500, body: "<html>oops</html>", contentType: "text/html" },
  { kind: "resetBefore" },
  { kind: "resetAfter" },
  { kind: "truncate" },
];

it.each(seedsOf(1))(
  "100 resources at 64 at a time, a tenth of the requests failing, and a storm of 429: each is made once (FAULT_SEED=%i)",
  async (seed) => {
    const { emulator, stack } = await startRouteStack({
      program,
      emulator: { latency: { spread: { minMs: 20, maxMs: 400, seed } } },
    });
    emulator.objects.put(disk, { sizeGb: "20" });
    emulator.objects.put(iamPolicy, { iamPolicy: {} });
    arrange(emulator, seed);
    const [up] = await Promise.all([stack.up("--parallel", "64"), storm(emulator, seed)]);
    succeeded(up);
    const failures = emulator.requests().filter(({ fault }) => fault !== undefined);
    // Few: while all are refused, single requests ask whether that is over.
    expect(failures.filter(({ status }) => status === 429).length, "the storm is met").toBeGreaterThan(1);
    expect(failures.length).toBeGreaterThan(20);

    emulator.clearFaults();
    const inserts = emulator
      .operations()
      .filter(({ landed, operation }) => landed && operation.operationType === "insert");
    expect(inserts).toHaveLength(90);
    const { bindings } = emulator.objects.get(iamPolicy)?.iamPolicy as { bindings: { members: string[] }[] };
    expect(bindings.map(({ members }) => members.length)).toEqual([10]);
    succeeded(await stack.up("--expect-no-changes"));
  },
);

function arrange(emulator: Emulator, seed: number): void {
  for (const [index, fault] of faults.entries())
    emulator.fault({ fault, times: "always", probability: 0.02, seed: seed + index });
}

/** For three seconds everything is refused, as when a quota is used up. */
async function storm(emulator: Emulator, seed: number): Promise<void> {
  while (emulator.requests().length < 60) await sleep(10);
  emulator.clearFaults();
  const refusal: Fault = { kind: "status", status: 429, reason: "rateLimitExceeded", headers: { "retry-after": "1" } };
  emulator.fault({ fault: refusal, times: "always" });
  await sleep(3_000);
  emulator.clearFaults();
  arrange(emulator, seed + 60);
}
