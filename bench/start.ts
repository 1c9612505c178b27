/**
 * `import "pulumi-gce"` on top of the SDK, in a process of its own each time.
 *
 * Options: `--quick`, `--rounds 15`.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { median, options, publish } from "./support/measure";

const { rounds, quick } = options();
const script = `require("@pulumi/pulumi");
  const at = performance.now();
  require("pulumi-gce");
  console.log(performance.now() - at);`;
const ours = Array.from({ length: Math.max(rounds, quick ? 3 : 15) }, () =>
  Number(execFileSync(process.execPath, ["-e", script], { cwd: fileURLToPath(new URL("..", import.meta.url)) })),
);
publish("start", "Cold start", [
  { name: 'import "pulumi-gce"', unit: "ms", ours, goal: "≤ 60 ms", reached: median(ours) <= 60 },
]);
