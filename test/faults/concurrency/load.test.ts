import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Emulator, Fault } from "../../../emulator/src/index";
import { project } from "../../support/routeProvider";
import { startRouteStack, succeeded } from "../../support/routeStack";
import { seedsOf } from "../../support/seededRandom";

const global = `projects/${project}/global`;
const disk = `projects/${project}/zones/us-central1-a/disks/d`;
const iamPolicy = "locations/global/firewallPolicies/123";

const program = `
for (let n = 0; n < 150; n += 1) new gce.Route("r" + n, { network: "default", nextHopIp: "10.0.0.9", destRange: "10." + n + ".0.0/16" });
for (let n = 0; n < 30; n += 1) new gce.Snapshot("s" + n, { sourceDisk: "${disk}" });
for (let n = 0; n < 20; n += 1) new gce.FirewallPolicyIamMember("m" + n, { firewallPolicy: "${iamPolicy}", role: "roles/viewer", member: "user:u" + n + "@example.com" });
`;

/** Together a tenth of all requests. */
const faults: readonly Fault[] = [
  { kind: "status", status: 503 },
  { kind: "status", status: 500, body: "<html>oops</html>", contentType: "text/html" },
  { kind: "resetBefore" },
  { kind: "resetAfter" },
  { kind: "truncate" },
];

const storm: Fault = { kind: "status", status: 429, reason: "rateLimitExceeded", headers: { "retry-after": "1" } };

it.each(seedsOf(1))(
  "200 resources at 64 at a time, a tenth of the requests failing, and storms of 429: each is made once (FAULT_SEED=%i)",
  async (seed) => {
    const { emulator, stack } = await startRouteStack({
      program,
      emulator: { latency: { spread: { minMs: 20, maxMs: 400, seed } } },
    });
    emulator.objects.put(disk, { sizeGb: "20" });
    emulator.objects.put(iamPolicy, { iamPolicy: {} });
    arrange(emulator, seed);
    const over = new AbortController();
    const stormy = storms(emulator, seed, over.signal);
    succeeded(await stack.up("--parallel", "64"));
    over.abort();
    await stormy;
    const failures = emulator.requests().filter(({ fault }) => fault !== undefined);
    // Few: while all are refused, single requests ask whether that is over.
    expect(failures.filter(({ status }) => status === 429).length, "all storms are met").toBeGreaterThan(5);
    expect(failures.length).toBeGreaterThan(50);
    console.log(
      `200 resources: ${String(emulator.requests().length)} requests, ${String(failures.length)} of them failed; lost 0, leaked 0`,
    );

    emulator.clearFaults();
    const there = ["routes", "snapshots"].flatMap((kind) => emulator.objects.list(`${global}/${kind}/`));
    const owned = stack.managed().filter(({ id = "" }) => !id.startsWith("locations/"));
    expect(owned.map(({ id }) => id).sort()).toEqual(there.map(({ path }) => path).sort());
    expect(there).toHaveLength(180);
    expect(
      emulator.operations().filter(({ landed, operation }) => landed && operation.operationType === "insert"),
    ).toHaveLength(180);
    const { bindings } = emulator.objects.get(iamPolicy)?.iamPolicy as { bindings: { members: string[] }[] };
    expect(bindings.map(({ members }) => members.length)).toEqual([20]);
    for (const { outputs } of stack.managed()) expect(outputs).not.toHaveProperty("__pending");
    succeeded(await stack.up("--expect-no-changes"));
  },
);

function arrange(emulator: Emulator, seed: number): void {
  for (const [index, fault] of faults.entries())
    emulator.fault({ fault, times: "always", probability: 0.02, seed: seed + index });
}

/** For three seconds everything is refused, as when a quota is used up; three times, after so many requests. */
async function storms(emulator: Emulator, seed: number, over: AbortSignal): Promise<void> {
  for (const count of [60, 250, 500]) {
    while (emulator.requests().length < count) {
      if (over.aborted) return;
      await sleep(10);
    }
    emulator.clearFaults();
    emulator.fault({ fault: storm, times: "always" });
    await sleep(3_000);
    emulator.clearFaults();
    arrange(emulator, seed + count);
  }
}
