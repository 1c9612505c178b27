import { fork, type ChildProcess } from "node:child_process";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { patiently } from "../patience";
import { commandFolder } from "./commandFolder";
import { IdleProcesses, preloadsOf } from "./idleProcesses";

const hotScript = fileURLToPath(new URL("hotProvider.cjs", import.meta.url));

/** What a provider process is started with. */
export interface ProviderStart {
  /** Where the engine listens. */
  readonly engine: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly folder: string;
  readonly preloads: readonly string[];
}

/** Processes that have loaded the SDK and serve nobody. */
const idle = new IdleProcesses<ChildProcess>();
const environments = new WeakMap<ChildProcess, NodeJS.ProcessEnv>();

/** A provider process that begins anew, without loading the SDK again. */
export function lendProcess(start: ProviderStart): ChildProcess {
  const child =
    idle.take(start.environment) ?? fork(hotScript, { stdio: ["ignore", "pipe", "pipe", "ipc"], execArgv: [] });
  environments.set(child, start.environment);
  child.send(start);
  return child;
}

/** Takes back a process that has answered everything. */
export async function takeBack(child: ChildProcess): Promise<void> {
  child.stdout?.removeAllListeners("data");
  child.stderr?.removeAllListeners("data");
  if (hasEnded(child)) return;
  const ended = new Promise<void>((resolve) => {
    child.once("exit", resolve);
    child.once("message", () => {
      resolve();
    });
    // A process that was killed may not be known to have ended yet, and hears nothing any more.
    child.send("end", () => undefined);
  });
  await patiently(child, "A lent provider process does not end its work", ended);
  child.removeAllListeners("exit");
  if (!hasEnded(child)) idle.add(child, environments.get(child) ?? {});
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** A run of the CLI whose provider processes are lent. */
interface Loan {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly returned: Promise<void>[];
}

const loans = new Map<string, Loan>();
let server: Promise<Server> | undefined;
let runs = 0;

/**
 * Runs `work` with an environment in which the CLI's provider processes are lent ones.
 *
 * A provider process costs as much to start as the rest of a command. A test whose subject is not that start does
 * without it; the engine, the SDK and the package are the real ones.
 */
export async function withHotPlugins<T>(
  program: { folder: string; environment: NodeJS.ProcessEnv },
  work: (environment: NodeJS.ProcessEnv) => Promise<T>,
): Promise<T> {
  server ??= listen();
  const run = `${String(process.pid)}-${String((runs += 1))}`;
  const loan: Loan = { ...program, returned: [] };
  loans.set(run, loan);
  try {
    return await work({
      ...program.environment,
      PATH: `${await commandFolder()}${delimiter}${program.environment.PATH ?? ""}`,
      HOT_PLUGIN_PORT: String(((await server).address() as AddressInfo).port),
      HOT_PLUGIN_RUN: run,
    });
  } finally {
    loans.delete(run);
    await Promise.all(loan.returned);
  }
}

function listen(): Promise<Server> {
  /** Connections whose other half has not come yet, by the run and the process that made them. */
  const halves = new Map<string, { engine?: string; output?: Socket; errors?: Socket }>();
  const listener = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", (line: Buffer) => {
      const [run = "", pid = "", stream, engine = ""] = line.toString().trim().split(" ");
      const key = `${run} ${pid}`;
      const both = { ...halves.get(key), ...(stream === "errors" ? { errors: socket } : { output: socket, engine }) };
      halves.set(key, both);
      const loan = loans.get(run);
      if (loan === undefined) socket.destroy();
      else if (both.engine !== undefined && both.output !== undefined && both.errors !== undefined) {
        halves.delete(key);
        loan.returned.push(lend(loan, both.engine, both.output, both.errors));
      }
    });
  });
  return new Promise((resolve, reject) => {
    listener.once("error", reject);
    // The test's process need not wait for it.
    listener.listen(0, "127.0.0.1", () => {
      resolve(listener.unref());
    });
  });
}

/** Lends a process until the CLI ends the script that has asked for it. */
async function lend(loan: Loan, engine: string, output: Socket, errors: Socket): Promise<void> {
  const { environment, folder } = loan;
  const child = lendProcess({ engine, environment, folder, preloads: preloadsOf(environment) });
  child.stdout?.on("data", (part: Buffer) => output.write(part));
  child.stderr?.on("data", (part: Buffer) => errors.write(part));
  await new Promise<void>((resolve) => {
    child.once("exit", resolve);
    output.once("close", resolve);
    // The CLI may have ended the script before both connections were seen: then none of these is to come.
    if (output.closed) resolve();
  });
  await takeBack(child);
  output.destroy();
  errors.destroy();
}
