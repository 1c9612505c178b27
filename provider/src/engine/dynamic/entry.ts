import { createRequire } from "node:module";
import { engineAddress } from "../../names/engineAddress";
import { watchEngine } from "../engineWatch";
import { listenForCancellation } from "./cancellation";
import { makeProviders } from "./providers";

const engine = engineAddress();

// Nothing that happens without an engine could be recorded; what is running at the service is found by `orphans`.
if (engine !== undefined) watchEngine(engine, () => process.exit(1));

/**
 * The providers that the loader in the state reaches.
 *
 * This entry (`pulumi-gce/runtime`) is stable: states of every released version name it.
 */
export = makeProviders({
  environment: process.env,
  engine,
  signal: listenForCancellation(),
  loadSdk: (module) => createRequire(require.resolve("@pulumi/pulumi/package.json"))(module) as unknown,
});
