/** `npm run pulumi -- …`: the CLI with these arguments, in the folder that npm was called from. */
import { spawn } from "node:child_process";
import { pulumiEnvironment } from "./isolatedEnvironment";
import { pulumiToolchain } from "./toolchain";

const toolchain = await pulumiToolchain();
// Ctrl-C reaches the CLI from the terminal already, and a second one would make it abandon what it is doing.
process.on("SIGINT", () => undefined);
const child = spawn(toolchain.command, process.argv.slice(2), {
  cwd: process.env.INIT_CWD,
  env: pulumiEnvironment(toolchain),
  stdio: "inherit",
});
process.on("SIGTERM", (signal) => child.kill(signal));
child.once("exit", (code) => {
  process.exitCode = code ?? 1;
});
