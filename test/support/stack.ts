import { spawn, type ChildProcess } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isolatedEnvironment, temporaryFolder } from "./pulumiEnvironment";
import { listDescendants, kill } from "./processTree";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** The result of one run of the CLI. */
export interface Run {
  code: number;
  /** Standard output and error, in the order in which they came. */
  output: string;
}

/** One resource as the state has it. */
export interface StateResource {
  urn: string;
  type: string;
  id?: string;
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
  initErrors?: string[];
  delete?: boolean;
  protect?: boolean;
}

export interface StackOptions {
  /** Body of the program; `pulumi` and `gce` are in scope, and what it assigns to `exports` is exported. Default: empty. */
  program?: string;
  /** Files of the program's folder, beside or instead of those of a program in JavaScript. */
  files?: Readonly<Record<string, string>>;
  /** Values for `pulumi config set`; those in `secrets` are encrypted. */
  config?: Record<string, string>;
  secrets?: Record<string, string>;
  environment?: Record<string, string>;
  /** Where the program's folder is made: it finds its packages from there. Default: inside the repository. */
  parent?: string;
}

/** The member by which the engine marks a secret. */
export const secretMark = "4dabf18193072939515e22adb298388d";

/**
 * A program with a stack of its own, run by the real CLI.
 *
 * The program's folder is inside the repository, so that it finds the packages the way a user's program does; state,
 * home and settings are in a temporary folder.
 */
export class Stack {
  private constructor(
    readonly folder: string,
    readonly stateFolder: string,
    readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** Everything that any run has printed: what must not hold a secret. */
  readonly printed: string[] = [];

  private readonly running = new Set<ChildProcess>();

  static async create({
    program = "",
    files = {},
    config = {},
    secrets = {},
    environment = {},
    parent = join(repository, "test-results"),
  }: StackOptions): Promise<Stack> {
    mkdirSync(join(parent, "programs"), { recursive: true });
    const folder = mkdtempSync(join(parent, "programs", "p-"));
    const stateFolder = temporaryFolder();
    const stack = new Stack(folder, stateFolder, { ...(await isolatedEnvironment(stateFolder)), ...environment });
    stack.write("Pulumi.yaml", "name: test-project\nruntime: nodejs\n");
    stack.write("package.json", JSON.stringify({ name: "test-program", private: true, main: "index.js" }));
    stack.program(program);
    for (const [file, text] of Object.entries(files)) stack.write(file, text);
    await stack.mustSucceed(["stack", "init", "dev"]);
    // Written and not set with the CLI, which would cost a process for each value.
    const lines = Object.entries(config).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`);
    if (lines.length > 0) appendFileSync(join(folder, "Pulumi.dev.yaml"), `config:\n${lines.join("")}`);
    for (const [key, value] of Object.entries(secrets))
      await stack.mustSucceed(["config", "set", "--secret", key, value]);
    return stack;
  }

  /** The same stack in the hands of somebody else: a copy of the folder, as `git clone` makes it, and a home of its own. */
  async colleague(): Promise<Stack> {
    const folder = mkdtempSync(join(repository, "test-results", "programs", "p-"));
    cpSync(this.folder, folder, { recursive: true });
    const stateFolder = temporaryFolder();
    const stack = new Stack(folder, stateFolder, { ...this.environment, PULUMI_HOME: join(stateFolder, "home") });
    await stack.mustSucceed(["stack", "select", "dev"]);
    return stack;
  }

  /** Replaces the program. */
  program(body: string): void {
    const head = 'const pulumi = require("@pulumi/pulumi");\nconst gce = require("pulumi-gce");\n';
    this.write("index.js", head + body);
  }

  /** Writes a file of the program's folder. */
  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  up(...flags: string[]): Promise<Run> {
    return this.pulumi(["up", "--yes", "--skip-preview", "--non-interactive", ...flags]);
  }

  preview(...flags: string[]): Promise<Run> {
    return this.pulumi(["preview", "--non-interactive", ...flags]);
  }

  refresh(...flags: string[]): Promise<Run> {
    return this.pulumi(["refresh", "--yes", "--skip-preview", "--non-interactive", ...flags]);
  }

  destroy(...flags: string[]): Promise<Run> {
    return this.pulumi(["destroy", "--yes", "--skip-preview", "--non-interactive", ...flags]);
  }

  /** Runs the CLI in the program's folder. */
  async pulumi(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Run> {
    const run = await ended(this.start(args, environment));
    this.printed.push(run.output);
    return run;
  }

  /** Starts the CLI without waiting for its end. */
  start(args: readonly string[], environment: NodeJS.ProcessEnv = {}): ChildProcess {
    const child = spawn("pulumi", [...args], {
      cwd: this.folder,
      env: { ...this.environment, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.running.add(child);
    child.once("close", () => this.running.delete(child));
    return child;
  }

  /** The CLI's output; an error when it fails. */
  async mustSucceed(args: readonly string[]): Promise<string> {
    const { code, output } = await this.pulumi(args);
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${String(code)}:\n${output}`);
    return output;
  }

  /** The stack's resources as the state has them, secrets encrypted. */
  state(): StateResource[] {
    const { checkpoint } = JSON.parse(this.stateText()) as { checkpoint: { latest?: { resources?: StateResource[] } } };
    return checkpoint.latest?.resources ?? [];
  }

  /** The resources of our own kinds, of either face. */
  managed(): StateResource[] {
    return this.state().filter(({ type }) => /^(pulumi-nodejs:dynamic\/)?gce:/.test(type));
  }

  /** The state file as it is on disk. */
  stateText(): string {
    return readFileSync(join(this.stateFolder, ".pulumi", "stacks", "test-project", "dev.json"), "utf8");
  }

  /** The exported outputs of the program. */
  async outputs(): Promise<Record<string, unknown>> {
    const own = this.state().find(({ type }) => type === "pulumi:pulumi:Stack")?.outputs;
    if (own !== undefined && !JSON.stringify(own).includes(secretMark)) return own;
    return JSON.parse(await this.mustSucceed(["stack", "output", "--json", "--show-secrets"])) as Record<
      string,
      unknown
    >;
  }

  /**
   * Removes what the test left on disk, and ends what it left running: after a test that timed out, a program whose engine
   * is gone can take all memory of the machine.
   */
  remove(): void {
    for (const { pid } of this.running) {
      if (pid === undefined) continue;
      for (const process of [{ pid }, ...listDescendants(pid)]) kill(process.pid);
    }
    rmSync(this.folder, { recursive: true, force: true });
    rmSync(this.stateFolder, { recursive: true, force: true });
  }
}

/** The end of a run, with its output. */
export function ended(child: ChildProcess): Promise<Run> {
  return new Promise((resolve, reject) => {
    const parts: string[] = [];
    child.stdout?.on("data", (part: Buffer) => parts.push(part.toString()));
    child.stderr?.on("data", (part: Buffer) => parts.push(part.toString()));
    child.on("error", reject);
    child.on("close", (code) => {
      resolve({ code: code ?? -1, output: parts.join("") });
    });
  });
}
