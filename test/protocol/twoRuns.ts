import { expect } from "vitest";
import { startKindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { declared, toClassUrn } from "../support/routeProvider";

/** The resources of a program by their names there, as an earlier run has made them, and the next run, beside objects of others. */
export async function startRuns(
  others: Readonly<Record<string, object>>,
  kind: string,
  first: Readonly<Record<string, Properties>>,
  next: Readonly<Record<string, Properties>>,
) {
  const { emulator, provider, nextRun, shownMessages } = await startKindProvider(kind, { others });
  const about = (name: string) => {
    provider.urn = toClassUrn(kind, name);
  };
  const made: Record<string, { id: string; outs: Properties; inputs: Properties }> = {};
  for (const [name, args] of Object.entries(first)) {
    about(name);
    // The very first request of a process has no URN.
    await provider.check({}, declared(kind, args));
    const { inputs } = await provider.check({}, declared(kind, args));
    made[name] = { ...(await provider.create(inputs)), inputs };
  }
  await nextRun();
  const [any = ""] = Object.keys(next);
  about(any);
  await provider.check({}, declared(kind, next[any] ?? {}));
  provider.logs.length = 0;
  emulator.clearRequests();
  const old = (name: string) => made[name] ?? { id: "", outs: {}, inputs: {} };
  /** Asks as the engine does for each resource, one after the other. */
  const check = async (name: string) => {
    about(name);
    const { inputs, failures } = await provider.check(old(name).inputs, declared(kind, next[name] ?? {}));
    expect(failures).toEqual([]);
    return inputs;
  };
  return {
    emulator,
    shownMessages,
    check,
    /** A resource of the program is one of the state: it has an alias. */
    rename: (name: string, former: string) => {
      made[name] = old(former);
    },
    diff: async (name: string) => provider.diff(old(name).id, old(name).outs, await check(name)),
    async create(name: string) {
      const inputs = await check(name);
      return provider.create(inputs);
    },
    /** Gives the new outputs, with which another change goes on. */
    async update(name: string) {
      const inputs = await check(name);
      const { id, outs } = old(name);
      await provider.diff(id, outs, inputs);
      const updated = await provider.update(id, outs, inputs);
      made[name] = { id, inputs, ...updated };
      return updated.outs;
    },
    async remove(name: string) {
      about(name);
      await provider.delete(old(name).id, old(name).outs);
    },
  };
}
