import type * as pulumi from "@pulumi/pulumi";
import { registry } from "./registry";
import { addressForm } from "./engineWatch";
import { DefinedProvider } from "./provider";
import { extendSdk } from "./sdkMessages";
import { RunJournal } from "../lifecycle/memory/runJournal";
import { RunMemory } from "../lifecycle/memory/runMemory";

extendSdk();

/**
 * What the loader in the state reaches: one provider per kind, made when it is asked for.
 *
 * This entry (`pulumi-gce/runtime`) is stable: states of every released version name it.
 */
const providers = new Map<string, DefinedProvider>();

/** Of all kinds: an object, or a part of one, may go from a resource of one kind to one of another. */
const run = new RunMemory(journalOf(process.argv[2]));

export = new Proxy({} as Readonly<Record<string, pulumi.dynamic.ResourceProvider>>, {
  get(_target, kind) {
    // Module loaders look for members of their own, such as `then` and `__esModule`; kinds are capitalised.
    if (typeof kind !== "string" || !/^[A-Z]/.test(kind)) return undefined;
    const known = providers.get(kind);
    if (known !== undefined) return known;
    const load = Object.hasOwn(registry, kind) ? registry[kind as keyof typeof registry] : undefined;
    if (load === undefined) {
      throw new Error(
        `This version of pulumi-gce does not know gce:${kind}: the state was written by a newer one. Upgrade pulumi-gce.`,
      );
    }
    const provider = new DefinedProvider(load(), undefined, run);
    providers.set(kind, provider);
    return provider;
  },
});

function journalOf(engine: string | undefined): RunJournal | undefined {
  return engine !== undefined && addressForm.test(engine) ? new RunJournal(engine) : undefined;
}
