import { isDeepStrictEqual } from "node:util";
import { setTimeout as pause } from "node:timers/promises";
import { Stack, type Run as Command } from "../../test/support/stack";
import { functions, type FunctionName } from "../subjects/functions";
import type { Stage, TriedResource } from "../subjects/resources";
import type { Run } from "../subjects/subject";

/** How the program of a life reaches the service. */
export interface ProgramSettings {
  readonly config: Record<string, string>;
  readonly environment: Record<string, string>;
  /** Ends a life after the command that is under way. */
  readonly signal: AbortSignal;
}

/**
 * A resource is made, left alone, changed, found changed by others, mended, and removed: the life that the tests of the engine
 * have. Fails at the first step that is not as it should be.
 */
export async function live(name: string, resource: TriedResource, run: Run, settings: ProgramSettings): Promise<void> {
  const stack = await Stack.create(settings);
  const declare = (stage: Stage) => {
    stack.program(`new gce.${name}("${name}", ${JSON.stringify(resource.args(run, stage))});`);
  };
  const step = (command: Promise<Command>, what: string) => succeeded(command, what, settings.signal);
  const shows = (expected: unknown, what: string) => wait(() => resource.look(run), expected, what);
  try {
    const before = await resource.look(run);
    declare("made");
    await step(stack.up(), "create");
    await shows(resource.declared(run, "made"), "create");
    await step(stack.up("--expect-no-changes"), "second up");
    await step(stack.refresh("--expect-no-changes"), "refresh");
    declare("changed");
    const output = await step(stack.up(), "change");
    if (!output.includes(`1 ${resource.change}d`))
      throw new Error(`change: 1 ${resource.change}d is expected, and the engine says: ${output.trim()}`);
    await shows(resource.declared(run, "changed"), "change");
    await resource.drift(run);
    await step(stack.up("--refresh"), "up after the drift");
    await shows(resource.declared(run, "changed"), "up after the drift");
    await step(stack.destroy(), "destroy");
    await shows(before, "destroy");
  } finally {
    stack.remove();
  }
}

/** Calls functions in one program. Returns for each one the reason why it failed, or undefined. */
export async function call(
  names: readonly FunctionName[],
  run: Run,
  settings: ProgramSettings,
): Promise<Map<FunctionName, string | undefined>> {
  const calls = names.map((name) => {
    const args = JSON.stringify(functions[name].args(run));
    return `exports.${name} = gce.${name}(${args}).catch((error) => ({ failure: String(error) }));\n`;
  });
  const stack = await Stack.create({ ...settings, program: calls.join("") });
  try {
    await succeeded(stack.up(), "call", settings.signal);
    const results = (await stack.outputs()) as Record<string, { failure?: string }>;
    return new Map(
      names.map((name) => {
        const { failure, ...result } = results[name] ?? { failure: "call: it has no result" };
        const isRight = failure === undefined && functions[name].isRight(result, run);
        return [name, isRight ? undefined : (failure ?? `call: the result is ${JSON.stringify(result).slice(0, 300)}`)];
      }),
    );
  } finally {
    stack.remove();
  }
}

async function succeeded(command: Promise<Command>, what: string, signal: AbortSignal): Promise<string> {
  const { code, output } = await command;
  signal.throwIfAborted();
  if (code !== 0) throw new Error(`${what}: ${output.slice(Math.max(0, output.indexOf("Diagnostics:"))).trim()}`);
  return output;
}

/** The service may take a moment to show a change everywhere. */
async function wait(look: () => Promise<unknown>, expected: unknown, what: string): Promise<void> {
  let observed = await look();
  for (let waitMs = 250; !isDeepStrictEqual(observed, expected) && waitMs <= 4_000; waitMs *= 2) {
    await pause(waitMs);
    observed = await look();
  }
  if (!isDeepStrictEqual(observed, expected))
    throw new Error(`${what}: the service shows ${toText(observed)}, and ${toText(expected)} is expected`);
}

function toText(observed: unknown): string {
  return observed === undefined ? "nothing" : JSON.stringify(observed);
}
