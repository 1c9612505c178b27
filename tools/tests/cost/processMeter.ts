import childProcess, { ChildProcess } from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import type { Readable } from "node:stream";
import type { ProcessCosts } from "./cost";
import { processKind, type ProcessKind } from "./processKind";

interface StartedProcess {
  readonly kind: ProcessKind;
  readonly startMs: number;
  firstWordMs?: number;
  endMs?: number;
}

/** What `spawn`, `execFile`, `exec` and `fork` all call, and Node does not document. */
interface Spawning {
  spawn(this: ChildProcess, options: { file: string; args?: readonly string[] }): number;
}

const key = Symbol.for("pulumi-gce.processMeter");

/** Notes which processes are started, when they say their first word and when they end. */
export class ProcessMeter {
  private readonly started: StartedProcess[] = [];
  private readonly runningPids = new Set<number>();

  /** The meter of this process, which is put in place at the first call. */
  static install(): ProcessMeter {
    const known = globalThis as { [key]?: ProcessMeter };
    known[key] ??= new ProcessMeter();
    return known[key];
  }

  private constructor() {
    this.watchAsynchronous();
    this.watchSynchronous();
    syncBuiltinESMExports();
  }

  /** The processes that have not ended. */
  running(): Iterable<number> {
    return this.runningPids;
  }

  /** A place in time from which {@link since} counts. */
  mark(): number {
    return this.started.length;
  }

  /** What was started since a mark. */
  since(mark: number): ProcessCosts {
    const nowMs = performance.now();
    const costs: ProcessCosts = {};
    for (const { kind, startMs, firstWordMs, endMs = nowMs } of this.started.slice(mark)) {
      const cost = (costs[kind] ??= { count: 0, wallMs: 0, startingMs: 0 });
      cost.count += 1;
      cost.wallMs += Math.round(endMs - startMs);
      cost.startingMs += firstWordMs === undefined ? 0 : Math.round(firstWordMs - startMs);
    }
    return costs;
  }

  private note(file: string, args: readonly string[]): StartedProcess {
    const noted = { kind: processKind(file, args), startMs: performance.now() };
    this.started.push(noted);
    return noted;
  }

  private watchAsynchronous(): void {
    const prototype = ChildProcess.prototype as unknown as Spawning;
    const spawn = prototype.spawn;
    const note = this.note.bind(this);
    const { runningPids } = this;
    prototype.spawn = function (options) {
      const result = spawn.call(this, options);
      const { pid } = this;
      // Without one nothing was started.
      if (pid === undefined) return result;
      const noted = note(options.file, (options.args ?? []).slice(1));
      runningPids.add(pid);
      this.once("exit", () => {
        runningPids.delete(pid);
        noted.endMs = performance.now();
      });
      for (const stream of [this.stdout, this.stderr]) {
        if (stream !== null) onFirstChunk(stream, () => (noted.firstWordMs ??= performance.now()));
      }
      return result;
    };
  }

  private watchSynchronous(): void {
    const measured = (name: "spawnSync" | "execFileSync" | "execSync") => {
      const original = childProcess[name] as (...args: unknown[]) => unknown;
      const note = this.note.bind(this);
      const replacement = (...args: unknown[]) => {
        const noted = note(...commandOf(name, args));
        try {
          return original(...args);
        } finally {
          noted.endMs = performance.now();
        }
      };
      Object.assign(childProcess, { [name]: replacement });
    };
    measured("spawnSync");
    measured("execFileSync");
    measured("execSync");
  }
}

function commandOf(name: string, [command, args]: unknown[]): [file: string, args: string[]] {
  if (name !== "execSync") return [String(command), Array.isArray(args) ? args.map(String) : []];
  const [file = "", ...words] = String(command).split(/\s+/);
  return [file, words];
}

/** A listener for `data` would set the stream flowing before its user listens. */
function onFirstChunk(stream: Readable, heard: () => void): void {
  const push = stream.push.bind(stream);
  stream.push = (chunk: unknown, encoding?: BufferEncoding) => {
    Reflect.deleteProperty(stream, "push");
    if (chunk !== null) heard();
    return push(chunk, encoding);
  };
}
