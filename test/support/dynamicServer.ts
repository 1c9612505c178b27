import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Script } from "node:vm";
import * as grpc from "@grpc/grpc-js";
import { entry } from "../../provider/src/program/loader";

const require = createRequire(import.meta.url);

/** The SDK's server for dynamic providers: the script that the engine starts. */
export const dynamicServer = require.resolve("@pulumi/pulumi/cmd/dynamic-provider/index.js");

/** Modules with a state that each process has for itself: the server, and the messages that the package extends. */
const belongsToProcess =
  /[\\/]@pulumi[\\/]pulumi[\\/](cmd[\\/]dynamic-provider[\\/]index|proto[\\/]provider(_grpc)?_pb)\.js$/;

const scripts = new Map<string, Script>();

interface Module {
  exports: unknown;
}
type Require = (name: string) => unknown;

export interface DynamicServerOptions {
  /** The arguments of the process. */
  readonly args: readonly string[];
  /** Takes what the server prints. */
  readonly print: (text: string) => void;
  readonly exit: () => void;
  /** Gives the entry of the package, which asks for modules of this SDK. */
  readonly loadEntry: (loadSdk: Require) => unknown;
}

/**
 * The SDK's server, as it is published, in this process of Node.js. Its gRPC is real. It gets a `process`, a `console` and a
 * `require` of its own, so that several of these know nothing of each other.
 */
export function loadDynamicServer({ args, print, exit, loadEntry }: DynamicServerOptions): { stop(): void } {
  const modules = new Map<string, Module>();
  const servers: grpc.Server[] = [];
  class ListedServer extends grpc.Server {
    constructor(options?: grpc.ServerOptions) {
      super(options);
      servers.push(this);
    }
  }
  const surroundings = [
    { argv: [process.execPath, dynamicServer, ...args], on: () => undefined, exit },
    { log: print, error: print },
  ];
  let packageEntry: unknown;
  /** As `require-from-string` runs what the state has, which finds the package by its name. */
  const runLoader = (text: string): unknown => {
    const main = { path: dirname(dynamicServer) };
    const resolve = (name: string, { paths }: { paths: readonly string[] }) => {
      if (name === entry && paths.includes(main.path)) return name;
      throw new Error(`The loader asks for ${name} in ${paths.join(", ")}.`);
    };
    const load = () => (packageEntry ??= loadEntry(createLoad(require.resolve("@pulumi/pulumi/package.json"))));
    return run(new Script(wrap("exports, require", text)), (module) => [
      module.exports,
      Object.assign(load, { main, resolve }),
    ]);
  };
  const replacements: Readonly<Record<string, unknown>> = {
    "@grpc/grpc-js": { ...grpc, Server: ListedServer },
    "require-from-string": runLoader,
    // It changes the stacks of all errors.
    "source-map-support/register": undefined,
  };
  const createLoad = (file: string): Require => {
    const ordinary = createRequire(file);
    return (name) => {
      if (Object.hasOwn(replacements, name)) return replacements[name];
      const found = ordinary.resolve(name);
      return belongsToProcess.test(found) ? load(found) : (ordinary(name) as unknown);
    };
  };
  const load = (file: string): unknown => {
    const known = modules.get(file);
    if (known !== undefined) return known.exports;
    const names = "exports, require, module, __filename, __dirname, process, console";
    const script = scripts.get(file) ?? new Script(wrap(names, readFileSync(file, "utf8")), { filename: file });
    scripts.set(file, script);
    return run(script, (module) => {
      modules.set(file, module);
      return [module.exports, createLoad(file), module, file, dirname(file), ...surroundings];
    });
  };
  load(dynamicServer);
  return {
    stop() {
      for (const server of servers) server.forceShutdown();
    },
  };
}

function wrap(names: string, text: string): string {
  return `(function (${names}) {${text}\n})`;
}

/** Runs a module; gives what it exports. */
function run(script: Script, listArguments: (module: Module) => readonly unknown[]): unknown {
  const module: Module = { exports: {} };
  (script.runInThisContext() as (...given: readonly unknown[]) => void)(...listArguments(module));
  return module.exports;
}
