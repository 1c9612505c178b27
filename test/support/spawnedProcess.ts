import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { withoutForeignVariables } from "../../tools/pulumi/isolatedEnvironment";
import { dynamicServer } from "./dynamicServer";
import type { Launch } from "./providerProcess";

const repository = fileURLToPath(new URL("../..", import.meta.url));

export interface SpawnOptions {
  environment?: Record<string, string>;
  /** Modules that are loaded before the first request. */
  preloads?: readonly string[];
  /** The program's folder, from which the package is found. Default: the repository, where it is the one that is published. */
  folder?: string;
  /** The command to start. Default: the SDK's server for dynamic providers. */
  script?: string;
}

/** The engine's own way to get a provider: it starts a process, whose first line is the port. */
export function spawnProcess(options: SpawnOptions = {}): Launch {
  const { environment = {}, preloads = [], folder = repository, script = dynamicServer } = options;
  const preloaded = preloads.map((file) => `--require=${file}`);
  return ({ engine, print }) => {
    const child = spawn(process.execPath, [...preloaded, script, ...(engine === undefined ? [] : [engine])], {
      cwd: folder,
      env: { ...withoutForeignVariables(process.env), ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    const end = async () => {
      child.kill("SIGKILL");
      await ended;
    };
    return new Promise((resolve, reject) => {
      let printed = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (part: Buffer) => {
          print(part.toString());
          printed += part.toString();
          const port = /^(\d+)\r?\n/m.exec(printed)?.[1];
          if (port !== undefined) resolve({ address: `127.0.0.1:${port}`, pid: child.pid, ended, end });
        });
      }
      child.once("exit", (code) => {
        reject(new Error(`The provider process ended with ${String(code)} before it listened:\n${printed}`));
      });
    });
  };
}
