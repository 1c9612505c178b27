/**
 * `pulumi preview` of unchanged resources beside the same number of resources whose provider checks nothing.
 *
 * Options: `--quick`, `--rounds 5`, `--sizes 1000`.
 */
import { registeredKinds } from "../test/kinds/every";
import { atMost, options, publish, type Figure } from "./support/measure";
import { routes, sleepers, startBench, type Bench } from "./support/programs";

const { rounds, numbers } = options();
const policy = "locations/global/firewallPolicies/123456789";

const figures: Figure[] = [];
for (const count of numbers("sizes", [1000], [30])) {
  figures.push(atMost(1.15, await compare(count, "routes", routes(count))));
  figures.push(await compare(count, "mixed kinds", mixed(count)));
}
publish("preview", "pulumi preview of unchanged resources beside those that check nothing", figures);

/** Two stacks that take turns: everything is there before the first is timed. */
async function compare(count: number, what: string, program: string): Promise<Figure> {
  const [ours, floor] = [await startBench(), await startBench()];
  try {
    for (const { plain } of registeredKinds) plain.arrange?.(ours.emulator, "bench-project", 1);
    ours.emulator.objects.put(policy, {});
    await apply(ours, program);
    await apply(floor, sleepers(count, 0));
    const times = { ours: [] as number[], floor: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      times.floor.push((await floor.measureTime(() => floor.stack.preview())) / 1000);
      times.ours.push((await ours.measureTime(() => ours.stack.preview())) / 1000);
    }
    return { name: `preview of ${String(count)} ${what}`, unit: "s", ...times };
  } finally {
    for (const bench of [ours, floor]) await bench.close();
  }
}

async function apply(bench: Bench, program: string): Promise<void> {
  bench.stack.program(program);
  await bench.measureTime(() => bench.stack.up());
}

/** Routes, snapshots, bindings and members in equal parts. */
function mixed(count: number): string {
  return `for (let i = 0; i < ${String(Math.floor(count / 4))}; i++) {
  new gce.Route("r" + i, { network: "default", destRange: "10." + (i >> 8) + "." + (i & 255) + ".0/24", nextHopIp: "10.128.0.5" });
  new gce.Snapshot("s" + i, { sourceDisk: "d", zone: "us-central1-a" });
  new gce.FirewallPolicyIamBinding("b" + i, { firewallPolicy: "${policy}", role: "roles/compute.b" + i, members: ["user:a@example.com"] });
  new gce.FirewallPolicyIamMember("m" + i, { firewallPolicy: "${policy}", role: "roles/compute.viewer", member: "user:u" + i + "@example.com" });
}`;
}
