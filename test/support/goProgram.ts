import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Builds a program with Go, and returns its executable. Go keeps what it has compiled, so only the first build takes a while.
 *
 * @param folder where the executable goes
 * @param module the folder of the module whose requirements it is built with
 * @param program the folder or file of the program; default: that of the module
 */
export async function buildGoProgram(folder: string, module: string, program = "."): Promise<string> {
  const executable = join(folder, "program");
  await run("go", ["build", "-mod=readonly", "-buildvcs=false", "-trimpath", "-o", executable, program], {
    cwd: module,
    env: { ...process.env, CGO_ENABLED: "0", GOWORK: "off" },
  });
  return executable;
}
