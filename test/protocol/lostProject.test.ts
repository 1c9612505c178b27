import { describe, expect, it } from "vitest";
import { everyKind, nameOf, restoring } from "../kinds/every";
import { startKindProvider } from "../support/kindProvider";
import { declared, project } from "../support/routeProvider";

const message = `The resource 'projects/${project}' was not found`;
const lost = { times: "always", fault: { kind: "status", status: 404, reason: "notFound", message } } as const;

describe("a project that is deleted, and restored", () => {
  it("loses nothing, of any kind", async () => {
    const { emulator, provider, turnTo, inputs, made } = await startKindProvider("Route");
    for (const each of everyKind) {
      const kind = nameOf(each);
      const { arrange, args, change } = each.plain;
      await turnTo(kind);
      arrange?.(emulator, project, 1);
      const { id, outs } = await made({ ...args(0), ...restoring(each) });
      emulator.fault(lost);
      await expect(provider.read(id, outs), kind).rejects.toThrow(/was not found[^]*The recorded state is unchanged\./);
      await expect(provider.delete(id, outs), kind).rejects.toThrow(/was not found[^]*It stays recorded/);
      if (change !== undefined) {
        const changed = { ...args(0), ...change };
        const { inputs: news } = await provider.check(await inputs(args(0)), declared(kind, changed));
        await expect(provider.update(id, outs, news), kind).rejects.toThrow(/was not found/);
      }
      emulator.clearFaults();
      expect((await provider.read(id, outs)).id).toBe(id);
      await provider.delete(id, outs);
    }
  });
});
