import type * as pulumi from "@pulumi/pulumi";
import { connectToEngine, type EngineClient, type EngineModules } from "../engineClient";
import { EngineLog } from "../engineLog";
import { ProviderProcess, type ProcessOptions } from "../steps/process";
import { DynamicProvider } from "./provider";
import { extendSdk } from "./sdkMessages";

/** The surroundings of the providers: the SDK's server, and the engine that has started it. */
export interface ProvidersOptions extends Omit<ProcessOptions, "log"> {
  /** The engine's address; `undefined` where nobody has started the server for an engine. */
  readonly engine: string | undefined;
  /** Comes when the run is cancelled. */
  readonly signal?: AbortSignal | undefined;
  /** Loads a module of the SDK's own: a second copy of gRPC could not share channels, and is no dependency of the package. */
  readonly loadSdk: (module: string) => unknown;
}

/** The providers that the loader in the state reaches: one per kind, made when it is asked for. */
export function makeProviders({
  engine,
  signal,
  loadSdk,
  ...options
}: ProvidersOptions): Readonly<Record<string, pulumi.dynamic.ResourceProvider>> {
  extendSdk(findMessages(loadSdk));
  let connection: EngineClient | undefined;
  const connect = () => (engine === undefined ? undefined : (connection ??= connectToEngine(engine, modules(loadSdk))));
  const thisProcess = new ProviderProcess({ ...options, log: new EngineLog(connect) });
  const providers = new Map<string, DynamicProvider>();
  return new Proxy({} as Readonly<Record<string, pulumi.dynamic.ResourceProvider>>, {
    get(_target, kind) {
      // Module loaders look for members of their own, such as `then` and `__esModule`; kinds are capitalised.
      if (typeof kind !== "string" || !/^[A-Z]/.test(kind)) return undefined;
      thisProcess.definition(kind);
      const provider = providers.get(kind) ?? new DynamicProvider((read) => thisProcess.steps(kind, read), signal);
      providers.set(kind, provider);
      return provider;
    },
  });
}

/** The messages that the SDK's server uses; `undefined` with an SDK that has them elsewhere. */
function findMessages(loadSdk: ProvidersOptions["loadSdk"]): Readonly<Record<string, unknown>> | undefined {
  try {
    return loadSdk("./proto/provider_pb.js") as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}

function modules(loadSdk: ProvidersOptions["loadSdk"]): EngineModules {
  return {
    grpc: loadSdk("@grpc/grpc-js"),
    services: loadSdk("./proto/engine_grpc_pb.js"),
    messages: loadSdk("./proto/engine_pb.js"),
  };
}
