import { clientEnvironment } from "./server/clientEnvironment";
import { startEmulator, type Emulator, type EmulatorOptions } from "./index";

/**
 * The functions of a test framework that run code around tests: the module `vitest`, `@jest/globals` or `node:test`, or
 * `globalThis` where the framework puts its functions there. `node:test` says `before` and `after` where the others say
 * `beforeAll` and `afterAll`.
 */
export interface TestHooks {
  readonly beforeAll?: Hook;
  readonly before?: Hook;
  readonly beforeEach: Hook;
  readonly afterAll?: Hook;
  readonly after?: Hook;
}

/** A function of a test framework that takes what is to be run. */
export type Hook = (act: () => Promise<void>) => unknown;

/** How the tests of a file use an emulator. */
export interface UseEmulatorOptions extends EmulatorOptions {
  /** True if everything is forgotten before each test. Default true. */
  readonly resetsBeforeEach?: boolean;
  /**
   * The project that the environment names while the tests run, or false to leave the environment as it is. Default
   * `my-project`.
   */
  readonly environmentProject?: string | false;
}

/**
 * Starts an emulator before the tests of a file or of a `describe`, resets it before each test, and stops it after the
 * last one. Meanwhile the environment points Pulumi, Terraform, gcloud and `pulumi-gce` at it.
 *
 * @returns The emulator. It can be used inside of tests and hooks, not before the first of them runs.
 * @example
 *   import * as vitest from "vitest";
 *   const emulator = useEmulator(vitest);
 */
export function useEmulator(hooks: TestHooks, options: UseEmulatorOptions = {}): Emulator {
  const { resetsBeforeEach = true, environmentProject, ...settings } = options;
  const { before = hooks.beforeAll, after = hooks.afterAll } = hooks;
  if (before === undefined || after === undefined)
    throw new Error("useEmulator needs beforeEach, beforeAll or before, and afterAll or after of a test framework.");
  let running: Emulator | undefined;
  let restoreEnvironment: (() => void) | undefined;
  before(async () => {
    running = await startEmulator(settings);
    if (environmentProject !== false)
      restoreEnvironment = setEnvironment(clientEnvironment(running.endpoint, environmentProject));
  });
  hooks.beforeEach(async () => {
    if (resetsBeforeEach) await running?.reset();
  });
  after(async () => {
    restoreEnvironment?.();
    await running?.close();
    running = undefined;
  });
  return whileItRuns(() => running);
}

/** Sets variables, and gives what sets them to what they were. */
function setEnvironment(variables: Readonly<Record<string, string>>): () => void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  };
}

/** The emulator that runs at the moment, under one name. */
function whileItRuns(running: () => Emulator | undefined): Emulator {
  return new Proxy({} as Emulator, {
    get(_target, member) {
      const emulator = running();
      if (emulator === undefined && typeof member === "string")
        throw new Error(`The emulator is not running, so it has no '${member}': use it inside of tests and hooks.`);
      return emulator === undefined ? undefined : (Reflect.get(emulator, member) as unknown);
    },
  });
}
