import { describe, expect, it } from "vitest";
import { everyKind, nameOf } from "../kinds/every";
import { loader } from "../../provider/src/program/loader";
import { startKindProvider } from "../support/kindProvider";
import { expectOfficial } from "../support/officialRequests";
import { project } from "../support/routeProvider";
import { shortCalls } from "../support/shortCalls";

const cases = everyKind.map((kind) => [nameOf(kind), kind.plain] as const);

describe.each(cases)("%s", (kind, { arrange, args, change, bytes, budget }) => {
  it("costs no request and no byte of state more than its budget says, in every call of the engine", async () => {
    const { emulator, provider } = await startKindProvider(kind);
    arrange?.(emulator, project, 1);
    const spent: Record<string, string[]> = {};
    const spend = async <T>(call: string, run: () => Promise<T>): Promise<T> => {
      emulator.clearRequests();
      const result = await run();
      spent[call] = shortCalls(emulator);
      expectOfficial(emulator);
      return result;
    };
    const declared = { __provider: loader(kind), __as: "logical", ...args(0) };
    const { inputs } = await spend("check", () => provider.check({}, declared));
    const made = await spend("create", () => provider.create(inputs));
    await spend("unchanged", async () => {
      const again = await provider.check(inputs, declared);
      expect((await provider.diff(made.id, made.outs, again.inputs)).changes).toBe(false);
    });
    await spend("read", () => provider.read(made.id, made.outs));
    // What the engine keeps of it, beside what it writes for every resource.
    expect(JSON.stringify(inputs).length + JSON.stringify(made.outs).length).toBeLessThanOrEqual(bytes);
    let outs = made.outs;
    if (change !== undefined) {
      const changed = await provider.check(inputs, { ...declared, ...change });
      const diff = await spend("changed", () => provider.diff(made.id, outs, changed.inputs));
      expect(diff).toMatchObject({ changes: true, replaces: [] });
      ({ outs } = await spend("update", () => provider.update(made.id, outs, changed.inputs)));
    }
    await spend("delete", () => provider.delete(made.id, outs));
    expect(spent).toEqual({
      check: [],
      unchanged: [],
      ...(change === undefined ? {} : { changed: [], update: budget.update?.requests }),
      create: budget.create.requests,
      read: budget.read.requests,
      delete: budget.delete.requests,
    });
  });
});
