/**
 * `pulumi up`, `refresh` and `destroy` of members of one firewall policy, whose requests take a tenth of a second each. The
 * floor of the `up` is as many resources that only sleep for two requests: each one as if it were alone with its policy.
 *
 * Options: `--quick`, `--rounds 3`, `--sizes 50`.
 */
import { options, publish, type Figure } from "./support/measure";
import { sleepers, startBench } from "./support/programs";
import { Step } from "./support/steps";

const requestMs = 100;
const policy = "locations/global/firewallPolicies/123456789";

const { rounds, numbers } = options();

const [ours, floor] = [await startBench(), await startBench()];
const figures: Figure[] = [];
try {
  for (const count of numbers("sizes", [50], [20])) figures.push(...(await compare(count)));
} finally {
  await ours.close();
  await floor.close();
}
publish("grants", `Members of one firewall policy, at ${String(requestMs)} ms for each request`, figures);

async function compare(count: number): Promise<Figure[]> {
  const sleeping = new Step("up");
  const steps = [new Step("up"), new Step("refresh"), new Step("destroy")];
  for (let round = 0; round < rounds; round += 1) {
    floor.stack.program(sleepers(count, 2 * requestMs));
    await sleeping.run(floor);
    await new Step("destroy").run(floor);
    await ours.emulator.reset();
    ours.emulator.objects.put(policy, { shortName: "p" });
    ours.emulator.latency({ requestMs });
    ours.stack.program(members(count));
    for (const step of steps) await step.run(ours);
  }
  return steps.flatMap(({ verb, times, requests }): Figure[] => {
    const name = `${verb} of ${String(count)} members`;
    return [
      { name, unit: "s", ours: times, ...(verb === "up" ? { floor: sleeping.times } : {}) },
      { name: `${name}: requests`, unit: "", ours: requests },
    ];
  });
}

function members(count: number): string {
  return `for (let i = 0; i < ${String(count)}; i++)
  new gce.FirewallPolicyIamMember("m" + i, { firewallPolicy: "${policy}", role: "roles/compute.viewer", member: "user:u" + i + "@example.com" });`;
}
