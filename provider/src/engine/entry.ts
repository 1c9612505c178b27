import type * as pulumi from "@pulumi/pulumi";
import { EngineLog } from "./engineLog";
import { watchEngine } from "./engineWatch";
import { ProviderProcess } from "./process";
import { extendSdk } from "./sdkMessages";

extendSdk();

/** The engine's address, which it passes to the process as its first argument. */
const engine = process.argv[2];

const thisProcess = new ProviderProcess({
  environment: process.env,
  log: new EngineLog(engine),
  // Nothing that happens without an engine could be recorded; what is running at the service is found by `orphans`.
  watch() {
    watchEngine(engine, () => process.exit(1));
  },
});

/**
 * What the loader in the state reaches: one provider per kind, made when it is asked for.
 *
 * This entry (`pulumi-gce/runtime`) is stable: states of every released version name it.
 */
export = new Proxy({} as Readonly<Record<string, pulumi.dynamic.ResourceProvider>>, {
  get(_target, kind) {
    // Module loaders look for members of their own, such as `then` and `__esModule`; kinds are capitalised.
    if (typeof kind !== "string" || !/^[A-Z]/.test(kind)) return undefined;
    const provider = thisProcess.provider(kind);
    if (provider !== undefined) return provider;
    throw new Error(
      `This version of pulumi-gce does not know gce:${kind}: the state was written by a newer one. Upgrade pulumi-gce.`,
    );
  },
});
