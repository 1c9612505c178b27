/**
 * `npm run pictures:terminal`: makes `examples/quickstart/terminal.svg` from a real run of the quickstart: `pulumi up`, a
 * second one that changes nothing, and the preview of a change, against the emulator.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startEmulator } from "../emulator/dist/index";
import { isolatedEnvironment } from "../tools/pulumi/isolatedEnvironment";
import { pulumiToolchain } from "../tools/pulumi/toolchain";
import { terminalPicture } from "./support/terminalPicture";

const run = promisify(execFile);
const repository = fileURLToPath(new URL("..", import.meta.url));
const file = join(repository, "examples/quickstart/terminal.svg");

const toolchain = await pulumiToolchain();
const emulator = await startEmulator({ latency: { defaultMs: 1000 } });
const folder = mkdtempSync(join(tmpdir(), "pulumi-gce-picture-"));
try {
  const project = readFileSync(join(repository, "Pulumi.yaml"), "utf8");
  writeFileSync(join(folder, "Pulumi.yaml"), project.replace("main: ", `main: ${repository}`));
  const environment = {
    ...isolatedEnvironment(toolchain, folder, "picture"),
    GOOGLE_OAUTH_ACCESS_TOKEN: "any-token-will-do",
    GOOGLE_COMPUTE_CUSTOM_ENDPOINT: emulator.endpoint,
  };
  const pulumi = async (...args: string[]) => (await run("pulumi", args, { cwd: folder, env: environment })).stdout;
  /** What a reader sees who types this. What makes it run by itself is not part of the picture. */
  const shown = async (args: string[], ...unseen: string[]) =>
    `\u001B[1m$ pulumi ${args.join(" ")}\u001B[0m\n${quiet(await pulumi(...args, ...unseen, "--color", "always", "--non-interactive", "--suppress-progress"))}`;
  await pulumi("stack", "init", "dev");
  await pulumi("config", "set", "gcp:project", "my-project");
  const parts = [
    await shown(["up"], "--yes", "--skip-preview"),
    await shown(["up", "--expect-no-changes"], "--yes", "--skip-preview"),
  ];
  await pulumi("config", "set", "applianceAddress", "10.128.0.11");
  parts.push(await shown(["preview"]));
  writeFileSync(file, terminalPicture("pulumi up with pulumi-gce, as it runs", parts.join("\n\n")));
} finally {
  await emulator.close();
  rmSync(folder, { recursive: true, force: true });
}
console.log(file);

/** Without the lines that say where this machine keeps the state. */
function quiet(output: string): string {
  return output
    .split("\n")
    .filter((line) => !/View (in Browser|Live)|Permalink|file:\/\//.test(line))
    .join("\n")
    .trim();
}
