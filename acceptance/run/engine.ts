import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { LocalWorkspace, PulumiCommand, type EngineEvent, type Stack } from "@pulumi/pulumi/automation";
import { isolatedEnvironment } from "../../tools/pulumi/isolatedEnvironment";
import { pulumiToolchain } from "../../tools/pulumi/toolchain";

/** What one command of the engine did with one resource of the program. */
export interface Done {
  /** `create`, `update`, `replace`, `delete` or `same`. */
  readonly step: string;
  /** The error of the resource; undefined where there was none. */
  readonly error: string | undefined;
}

/** What one command did, by the names of resources in the program. */
export interface Ran {
  readonly resources: ReadonlyMap<string, Done>;
  /** An error that is about no single resource. */
  readonly error: string | undefined;
}

type Program = () => Promise<void>;

/** The real engine, with a stack that is in one folder and a program that is given to each command. */
export class Engine {
  #program: Program = () => Promise.resolve();

  private constructor(
    private readonly stack: Stack,
    private readonly signal: AbortSignal,
    private readonly log: string,
  ) {}

  /** Everything is in `folder`, which is inside the repository: the provider process finds the package from there. */
  static async start(folder: string, config: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Engine> {
    const [workDir, stateFolder] = [join(folder, "program"), join(folder, "state")];
    for (const each of [workDir, stateFolder]) mkdirSync(each, { recursive: true });
    const toolchain = await pulumiToolchain();
    const environment = Object.entries(isolatedEnvironment(toolchain, stateFolder, "acceptance"));
    const envVars = Object.fromEntries(
      environment.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    const pulumiCommand = await PulumiCommand.get({ root: dirname(toolchain.directory) });
    const program: Program = () => engine.#program();
    const stack = await LocalWorkspace.createStack(
      { projectName: "acceptance", stackName: "run", program },
      { workDir, pulumiCommand, envVars },
    );
    // Two more runs of the CLI after each command, for answers that nobody reads: the events tell all.
    stack.outputs = () => Promise.resolve({});
    stack.info = () => Promise.resolve(undefined);
    const engine = new Engine(stack, signal, join(folder, "pulumi.log"));
    const values = Object.entries(config).map(([key, value]) => [key, { value, secret: key === "gcp:accessToken" }]);
    await stack.setAllConfig(Object.fromEntries(values) as Parameters<Stack["setAllConfig"]>[0]);
    return engine;
  }

  up(program: Program, options: { refresh?: boolean } = {}): Promise<Ran> {
    this.#program = program;
    return this.#run("up", (shared) => this.stack.up({ ...shared, ...options, continueOnError: true }));
  }

  refresh(): Promise<Ran> {
    return this.#run("refresh", (shared) => this.stack.refresh(shared));
  }

  destroy(): Promise<Ran> {
    return this.#run("destroy", (shared) => this.stack.destroy({ ...shared, continueOnError: true }));
  }

  async #run(
    name: string,
    command: (shared: {
      onEvent: (event: EngineEvent) => void;
      onOutput: (text: string) => void;
      signal: AbortSignal;
    }) => Promise<unknown>,
  ): Promise<Ran> {
    this.signal.throwIfAborted();
    const events: EngineEvent[] = [];
    const onOutput = (text: string) => {
      appendFileSync(this.log, text);
    };
    onOutput(`\n$ pulumi ${name}\n`);
    const error = await command({ onEvent: (event) => events.push(event), onOutput, signal: this.signal }).then(
      () => undefined,
      (failure: unknown) => (failure instanceof Error ? failure.message : String(failure)),
    );
    this.signal.throwIfAborted();
    return read(events, error);
  }
}

/** Steps of the engine that a person would call by another name. */
const plainSteps: Readonly<Record<string, string>> = { "create-replacement": "replace", "delete-replaced": "replace" };

function read(events: readonly EngineEvent[], failure: string | undefined): Ran {
  const steps = new Map<string, string>();
  const errors = new Map<string, string>();
  for (const { resourcePreEvent, resOutputsEvent, diagnosticEvent } of events) {
    const { op, urn } = (resOutputsEvent ?? resourcePreEvent)?.metadata ?? { op: "", urn: "" };
    // What a refresh says first is overruled by what the program then does, and a change by no "same" after it.
    if (
      urn !== "" &&
      op !== "refresh" &&
      !(op === "same" && resourcePreEvent !== undefined && steps.has(parseName(urn)))
    )
      steps.set(parseName(urn), strongest(steps.get(parseName(urn)), plainSteps[op] ?? op));
    if (diagnosticEvent?.severity === "error") {
      const name = parseName(diagnosticEvent.urn ?? "");
      errors.set(name, `${errors.get(name) ?? ""}${plain(diagnosticEvent.message)}`.trim());
    }
  }
  const names = new Set(
    [...steps.keys(), ...errors.keys()].filter((name) => name !== "" && !name.startsWith("acceptance-")),
  );
  return {
    resources: new Map([...names].map((name) => [name, { step: steps.get(name) ?? "none", error: errors.get(name) }])),
    error: failure === undefined || [...names].some((name) => errors.has(name)) ? undefined : failure,
  };
}

/** A resource may be reported more than once: a replacement in its parts, a refresh before the change. */
function strongest(before: string | undefined, now: string): string {
  return now === "same" && before !== undefined ? before : now === "replace" || before !== "replace" ? now : before;
}

/** The name of a resource in the program is the end of its URN. */
function parseName(urn: string): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}

/** Without the marks of colours. */
function plain(message: string): string {
  return message.replaceAll(/<\{%.*?%\}>/g, "");
}
