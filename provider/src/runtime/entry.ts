import { registry } from "../resources/registry";
import { DefinedProvider } from "./provider";
import { rememberUrns } from "./requestUrn";

rememberUrns();

/**
 * What the loader in the state reaches: one provider per kind, made when it is asked for.
 *
 * This entry (`pulumi-gce/runtime`) is stable: states of every released version name it.
 */
const providers = new Map<string, DefinedProvider>();

export = new Proxy({} as Readonly<Record<string, DefinedProvider>>, {
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
    const provider = new DefinedProvider(load());
    providers.set(kind, provider);
    return provider;
  },
});
