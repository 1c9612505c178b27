import { spawn } from "node:child_process";
import { join } from "node:path";
import { buildGoProgram } from "../goProgram";

/** A bucket that speaks S3, in memory, in a process of its own. */
export interface StateBackend {
  /** For `PULUMI_BACKEND_URL` and `pulumi login`. */
  readonly url: string;
  /** The environment that a client of it needs: any keys will do. */
  readonly environment: Readonly<Record<string, string>>;
  close(): void;
}

/**
 * Builds the server with Go and starts it.
 *
 * @param folder where the executable goes
 */
export async function startStateBackend(folder: string): Promise<StateBackend> {
  const executable = await buildGoProgram(folder, join(import.meta.dirname, "go"));
  const child = spawn(executable, ["state"], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise<string>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => {
      reject(new Error(`The state backend ended with ${String(code)} before it said where it is.`));
    });
    child.stdout.on("data", (line: Buffer) => {
      resolve(line.toString().trim());
    });
  });
  return {
    url: `s3://state?endpoint=http://${address}&s3ForcePathStyle=true&region=us-east-1`,
    environment: { AWS_ACCESS_KEY_ID: "any", AWS_SECRET_ACCESS_KEY: "any", AWS_REGION: "us-east-1" },
    close: () => {
      child.kill();
    },
  };
}
