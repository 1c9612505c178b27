/**
 * `npm run bench:grants`: `pulumi up`, `refresh` and `destroy` of members of one firewall policy, whose requests take a tenth
 * of a second each. The floor of the `up` is as many resources that only sleep for two requests: each one as if it were
 * alone with its policy.
 *
 * Options: `--quick`, `--rounds 3`, `--sizes 250`, `--parallel 0,64` (0 is the engine's default).
 */
import { options, publish, type Figure } from "./support/measure";
import { sleepers, startBench } from "./support/programs";
import { parallelFlags, Step } from "./support/steps";

const requestMs = 100;
const policy = "locations/global/firewallPolicies/123456789";

const { rounds, numbers } = options();
const sizes = numbers("sizes", [250], [20]);
const parallels = numbers("parallel", [0, 64], [0]);

const [ours, floor] = [await startBench(), await startBench()];
const figures: Figure[] = [];
try {
  for (const count of sizes) for (const parallel of parallels) figures.push(...(await compare(count, parallel)));
} finally {
  await ours.close();
  await floor.close();
}
publish("grants", `Members of one firewall policy, at ${String(requestMs)} ms for each request`, figures);

async function compare(count: number, parallel: number): Promise<Figure[]> {
  const flags = parallelFlags(parallel);
  const sleeping = new Step("up");
  const steps = { up: new Step("up"), refresh: new Step("refresh"), destroy: new Step("destroy") };
  for (let round = 1; round <= rounds; round += 1) {
    floor.stack.program(sleepers(count, [2 * requestMs]));
    await sleeping.run(floor, flags);
    await new Step("destroy").run(floor, []);
    await ours.emulator.reset();
    ours.emulator.objects.put(policy, { shortName: "p" });
    ours.emulator.latency({ requestMs });
    ours.stack.program(members(count));
    for (const step of Object.values(steps)) await step.run(ours, flags);
    console.log(`round ${String(round)} of ${String(count)} members: ${JSON.stringify(steps)}`);
  }
  const suffix = `${String(count)} members${parallel === 0 ? "" : `, parallel ${String(parallel)}`}`;
  return Object.entries(steps).flatMap(([name, step]) =>
    step.figures(`${name} of ${suffix}`, name === "up" ? sleeping.times : undefined),
  );
}

function members(count: number): string {
  return `for (let i = 0; i < ${String(count)}; i++)
  new gce.FirewallPolicyIamMember("m" + i, { firewallPolicy: "${policy}", role: "roles/compute.viewer", member: "user:u" + i + "@example.com" });`;
}
