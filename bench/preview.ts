/**
 * `npm run bench:preview`: `pulumi preview` and `pulumi refresh` of unchanged resources beside the same number of resources
 * whose provider checks and reads nothing.
 *
 * Options: `--quick`, `--rounds 5`, `--sizes 1000`.
 */
import { registeredKinds } from "../test/kinds/every";
import { median, options, publish, type Figure } from "./support/measure";
import { routes, sleepers, startBench } from "./support/programs";

const { rounds, numbers } = options();
const sizes = numbers("sizes", [1000], [30]);

const figures: Figure[] = [];
for (const count of sizes) {
  const programs = { routes: routes(count), "mixed kinds": mixed(count) };
  for (const [what, program] of Object.entries(programs)) {
    // Two stacks that take turns: everything is there before the first is timed.
    const [ours, floor] = [await startBench(), await startBench()];
    try {
      for (const { plain } of registeredKinds) plain.arrange?.(ours.emulator, "bench-project", 1);
      for (const [bench, body] of [
        [ours, program],
        [floor, sleepers(count, [0])],
      ] as const) {
        bench.stack.program(body);
        await bench.timed(() => bench.stack.up());
      }
      for (const verb of ["preview", "refresh"] as const) {
        const figure = { ours: [] as number[], floor: [] as number[] };
        ours.emulator.clearRequests();
        for (let round = 0; round < rounds; round += 1) {
          figure.floor.push(await floor.timed(() => floor.stack[verb]()));
          figure.ours.push(await ours.timed(() => ours.stack[verb]()));
        }
        const isGoal = verb === "preview" && what === "routes";
        figures.push({
          name: `${verb} of ${String(count)} ${what}`,
          unit: "s",
          ours: figure.ours.map((ms) => ms / 1000),
          floor: figure.floor.map((ms) => ms / 1000),
          ...(isGoal ? { goal: "≤ 1.15 ×", reached: median(figure.ours) <= 1.15 * median(figure.floor) } : {}),
        });
        figures.push({
          name: `${verb} of ${String(count)} ${what}: requests of each`,
          unit: "",
          ours: [ours.emulator.requests().length / rounds / count],
        });
      }
    } finally {
      await ours.close();
      await floor.close();
    }
  }
}
publish("preview", "pulumi preview and refresh of unchanged resources beside those that check nothing", figures);

/** Routes, snapshots, bindings and members in equal parts. */
function mixed(count: number): string {
  return `for (let i = 0; i < ${String(Math.floor(count / 4))}; i++) {
  new gce.Route("r" + i, { network: "default", destRange: "10." + (i >> 8) + "." + (i & 255) + ".0/24", nextHopIp: "10.128.0.5" });
  new gce.Snapshot("s" + i, { sourceDisk: "d", zone: "us-central1-a" });
  new gce.FirewallPolicyIamBinding("b" + i, { firewallPolicy: "locations/global/firewallPolicies/123456789", role: "roles/compute.b" + i, members: ["user:a@example.com"] });
  new gce.FirewallPolicyIamMember("m" + i, { firewallPolicy: "locations/global/firewallPolicies/123456789", role: "roles/compute.viewer", member: "user:u" + i + "@example.com" });
}`;
}
