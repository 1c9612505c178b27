import { describe, expect, it } from "vitest";
import { everyKind, nameOf, restoring } from "../kinds/every";
import { startKindProvider } from "../support/kindProvider";
import type { ProviderError } from "../support/providerProcess";
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

  it("leaves what a create that was begun has made to the next run", async () => {
    const { emulator, provider, inputs } = await startKindProvider("Route", { latency: { defaultMs: 600_000 } });
    const declaredRoute = await inputs({
      name: "r",
      network: "default",
      destRange: "10.1.0.0/16",
      nextHopIp: "10.0.0.9",
    });
    emulator.fault({ ...lost, match: { method: "POST", path: "/wait$" } });
    const failure = await provider.create(declaredRoute).then(undefined, (error: unknown) => error);
    const { id, properties } = (failure as ProviderError).partial ?? { id: "", properties: {} };
    expect(properties).toMatchObject({ __pending: [{ action: "insert" }] });
    emulator.clearFaults();
    emulator.fault(lost);
    await expect(provider.read(id, properties)).rejects.toThrow("The recorded state is unchanged.");
    await expect(provider.delete(id, properties)).rejects.toThrow("It stays recorded");
    emulator.clearFaults();
    emulator.finishOperations();
    expect(await provider.read(id, properties)).toMatchObject({ id, props: { name: "r" } });
  });
});
