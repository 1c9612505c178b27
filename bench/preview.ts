/**
 * `npm run bench:preview`: `pulumi preview` and `pulumi refresh` of unchanged resources beside the same number of resources
 * whose provider checks and reads nothing. A second floor of the refresh has the same properties and sends the same requests.
 *
 * Options: `--quick`, `--rounds 5`, `--sizes 1000`.
 */
import { registeredKinds } from "../test/kinds/every";
import { median, options, publish, type Figure } from "./support/measure";
import { routes, sleepers, startBench, type Bench } from "./support/programs";
import { twinsOf } from "./support/twins";

const { rounds, numbers } = options();
const sizes = numbers("sizes", [1000], [30]);

const figures: Figure[] = [];
for (const count of sizes) {
  const programs = { routes: routes(count), "mixed kinds": mixed(count) };
  for (const [what, program] of Object.entries(programs)) figures.push(...(await compare(count, what, program)));
}
publish("preview", "pulumi preview and refresh of unchanged resources beside those that check nothing", figures);

/** Three stacks that take turns: everything is there before the first is timed. */
async function compare(count: number, what: string, program: string): Promise<Figure[]> {
  const [ours, floor, twin] = [await startBench(), await startBench(), await startBench()];
  try {
    for (const { plain } of registeredKinds) plain.arrange?.(ours.emulator, "bench-project", 1);
    await apply(ours, program);
    await apply(floor, sleepers(count, [0]));
    ours.emulator.clearRequests();
    await ours.timed(() => ours.stack.refresh());
    await apply(twin, twinsOf(ours, ours.emulator.requests(), twin));
    const found: Figure[] = [];
    for (const verb of ["preview", "refresh"] as const) {
      // A preview of twins is no floor: the SDK takes a stack trace of each, which this package spares its own.
      const hasTwins = verb === "refresh";
      const times = { ours: [] as number[], floor: [] as number[], twin: [] as number[] };
      const requests: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        times.floor.push((await floor.timed(() => floor.stack[verb]())) / 1000);
        ours.emulator.clearRequests();
        times.ours.push((await ours.timed(() => ours.stack[verb]())) / 1000);
        const sent = ours.emulator.requests();
        requests.push(sent.length / count);
        if (!hasTwins) continue;
        ours.emulator.clearRequests();
        times.twin.push((await twin.timed(() => twin.stack.refresh())) / 1000);
        expectSameRequests(sent, ours.emulator.requests());
      }
      const name = `${verb} of ${String(count)} ${what}`;
      found.push(
        withGoal({ name, unit: "s", ours: times.ours, floor: times.floor }, verb === "preview" && what === "routes"),
        ...(hasTwins
          ? [withGoal({ name: `${name}: beside twins`, unit: "s", ours: times.ours, floor: times.twin }, true)]
          : []),
        { name: `${name}: requests of each`, unit: "", ours: requests },
      );
    }
    return found;
  } finally {
    for (const bench of [ours, floor, twin]) await bench.close();
  }
}

async function apply(bench: Bench, program: string): Promise<void> {
  bench.stack.program(program);
  await bench.timed(() => bench.stack.up());
}

type Requests = ReturnType<Bench["emulator"]["requests"]>;

/** A floor that asks for less would be none. How many share the read of a policy depends on who comes when. */
function expectSameRequests(wanted: Requests, sent: Requests): void {
  const isShared = (path: string) => path.endsWith("/getIamPolicy");
  const asked = (requests: Requests) => {
    const paths = requests.map(({ path }) => path);
    return [...paths.filter((path) => !isShared(path)), ...new Set(paths.filter(isShared))].sort().join("\n");
  };
  if (asked(wanted) !== asked(sent)) throw new Error("The twins have not asked for the same.");
}

function withGoal(figure: Figure, isGoal: boolean): Figure {
  if (!isGoal) return figure;
  return { ...figure, goal: "≤ 1.15 ×", reached: median(figure.ours) <= 1.15 * median(figure.floor ?? []) };
}

/** Routes, snapshots, bindings and members in equal parts. */
function mixed(count: number): string {
  return `for (let i = 0; i < ${String(Math.floor(count / 4))}; i++) {
  new gce.Route("r" + i, { network: "default", destRange: "10." + (i >> 8) + "." + (i & 255) + ".0/24", nextHopIp: "10.128.0.5" });
  new gce.Snapshot("s" + i, { sourceDisk: "d", zone: "us-central1-a" });
  new gce.FirewallPolicyIamBinding("b" + i, { firewallPolicy: "locations/global/firewallPolicies/123456789", role: "roles/compute.b" + i, members: ["user:a@example.com"] });
  new gce.FirewallPolicyIamMember("m" + i, { firewallPolicy: "locations/global/firewallPolicies/123456789", role: "roles/compute.viewer", member: "user:u" + i + "@example.com" });
}`;
}
