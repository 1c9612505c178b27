import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { IdleProcesses, preloadsOf } from "../hotPlugin/idleProcesses";
import { patiently } from "../patience";

const script = fileURLToPath(new URL("server.cjs", import.meta.url));

interface Message {
  port?: number;
  prepared?: true;
  finished?: { idle: boolean; printed: string };
}

/** Hosts that wait for a program. */
const idle = new IdleProcesses<LanguageHost>();

/**
 * Runs programs in a process that has loaded the SDK already, as the Automation API runs inline programs.
 *
 * More than half of what a `pulumi up` costs is the start of the program's own process. A test whose subject is not that
 * start does without it. The engine, the provider process and the SDK are the real ones.
 */
export class LanguageHost {
  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
  ) {}

  /**
   * Runs `work` while a host serves the folder's program; `client` is the flag that leads the CLI to it. Answers what the
   * program printed beside what the work answers.
   */
  static async serve<T>(
    program: { folder: string; environment: NodeJS.ProcessEnv },
    work: (client: string) => Promise<T>,
  ): Promise<{ result: T; printed: string }> {
    const host = idle.take(program.environment) ?? (await LanguageHost.start());
    try {
      await host.ask({ prepare: { ...program, preloads: preloadsOf(program.environment) } });
      const result = await work(`--client=127.0.0.1:${String(host.port)}`);
      const { finished } = await host.ask({ finish: true });
      if (finished === undefined) throw new Error("The language host did not say how its program ended.");
      // A program of which nobody hears any more would run on into the next one.
      if (finished.idle) idle.add(host, program.environment);
      else host.child.kill("SIGKILL");
      return { result, printed: finished.printed };
    } catch (error) {
      host.child.kill("SIGKILL");
      throw error;
    }
  }

  private static async start(): Promise<LanguageHost> {
    const child = fork(script, { stdio: ["ignore", "ignore", "inherit", "ipc"], execArgv: [] });
    // The test's process need not wait for it: it ends with the connection.
    child.unref();
    const { port } = await next(child);
    if (port === undefined) throw new Error("The language host did not say where it listens.");
    child.channel?.unref();
    return new LanguageHost(child, port);
  }

  private ask(message: object): Promise<Message> {
    const { child } = this;
    child.channel?.ref();
    const complaint = `A language host does not answer ${Object.keys(message).join()}`;
    const answer = patiently(child, complaint, next(child)).finally(() => child.channel?.unref());
    child.send(message);
    return answer;
  }
}

/** The next message; an error when the process ends first. */
function next(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => {
      reject(new Error(`The language host ended with ${String(code)}.`));
    };
    child.once("exit", ended);
    child.once("message", (message) => {
      child.off("exit", ended);
      resolve(message as Message);
    });
  });
}
