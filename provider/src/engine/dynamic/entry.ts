import { createRequire } from "node:module";
import type * as pulumi from "@pulumi/pulumi";
import { connectToEngine, type EngineClient, type EngineModules } from "../engineClient";
import { EngineLog } from "../engineLog";
import { watchEngine } from "../engineWatch";
import { engineAddress } from "../../names/engineAddress";
import { ProviderProcess } from "../steps/process";
import { DynamicProvider } from "./provider";
import { extendSdk } from "./sdkMessages";

extendSdk();

const engine = engineAddress();
let connection: EngineClient | undefined;

const thisProcess = new ProviderProcess({
  environment: process.env,
  log: new EngineLog(() =>
    engine === undefined ? undefined : (connection ??= connectToEngine(engine, loadSdkModules())),
  ),
});

// Nothing that happens without an engine could be recorded; what is running at the service is found by `orphans`.
if (engine !== undefined) watchEngine(engine, () => process.exit(1));

const providers = new Map<string, DynamicProvider>();

/**
 * The providers that the loader in the state reaches: one per kind, made when it is asked for.
 *
 * This entry (`pulumi-gce/runtime`) is stable: states of every released version name it.
 */
export = new Proxy({} as Readonly<Record<string, pulumi.dynamic.ResourceProvider>>, {
  get(_target, kind) {
    // Module loaders look for members of their own, such as `then` and `__esModule`; kinds are capitalised.
    if (typeof kind !== "string" || !/^[A-Z]/.test(kind)) return undefined;
    thisProcess.definition(kind);
    const provider = providers.get(kind) ?? new DynamicProvider((read) => thisProcess.steps(kind, read));
    providers.set(kind, provider);
    return provider;
  },
});

/** The SDK's own copies: a second one of gRPC could not share channels, and is no dependency of the package. */
function loadSdkModules(): EngineModules {
  const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
  const modules = { grpc: "@grpc/grpc-js", services: "./proto/engine_grpc_pb.js", messages: "./proto/engine_pb.js" };
  return { grpc: sdk(modules.grpc), services: sdk(modules.services), messages: sdk(modules.messages) };
}
