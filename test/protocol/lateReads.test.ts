import type { Emulator } from "../../emulator/src/index";
import { describe, expect, it } from "vitest";
import { startKindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { anotherProcess, plainRoute, routePath } from "../support/routeProvider";
import { group, mapNamed, proxies, proxy, theirGroup } from "./others";

interface Part {
  readonly kind: string;
  readonly others: Readonly<Record<string, object>>;
  readonly args: Properties;
  /** The object that it is a part of. */
  readonly path: string;
  /** The member that it sets. */
  readonly member: string;
  /** How its request is recorded. */
  readonly action: string;
}

const parts: readonly Part[] = [
  {
    kind: "RegionInstanceGroupManagerPatch",
    others: { [group]: theirGroup },
    args: { instanceGroupManager: "web", description: "ours", deletionPolicy: "RESTORE" },
    path: group,
    member: "description",
    action: "patch",
  },
  {
    kind: "TargetSslProxyCertificateMap",
    others: { [proxy]: { ...proxies[proxy], certificateMap: mapNamed("theirs") } },
    args: { targetSslProxy: "mail", certificateMap: "ours" },
    path: proxy,
    member: "certificateMap",
    action: "setCertificateMap",
  },
];

/** The newest operation that a step has waited for. */
function operationIn(emulator: Emulator): string | undefined {
  return emulator.requests().flatMap(({ path }) => /projects.*\/operations\/[^/]+/.exec(path) ?? [])[0];
}

/** The next reads of an object show what was there before. */
function readsLate(emulator: Emulator, path: string, before: object): void {
  const fault = { kind: "status", status: 200, body: JSON.stringify(before) } as const;
  emulator.fault({ match: { method: "GET", path: `/${path}$` }, times: 2, fault });
}

const begun = (action: string, operation: string | undefined) => ({
  __pending: [{ action, operation, sentAt: Date.now() / 1000 }],
});

describe.each(parts)("a destroy of a $kind", ({ kind, others, args, path, member, action }) => {
  /** A resource that was made, after which the next reads of its object show what was there before. */
  async function madeAndLate() {
    const { emulator, provider, inputs, shownMessages } = await startKindProvider(kind, { others });
    const before = emulator.objects.get(path) ?? {};
    const made = await provider.create(await inputs(args));
    readsLate(emulator, path, before);
    return { emulator, provider, made, shownMessages, value: before[member] };
  }

  it("restores the value of others right after its own change, behind late reads", async () => {
    const { emulator, provider, made, shownMessages, value } = await madeAndLate();
    await provider.delete(made.id, made.outs);
    expect(emulator.objects.get(path)?.[member]).toEqual(value);
    expect(shownMessages()).toEqual([]);
  });

  it("restores the value of others after a change that another run has begun, behind late reads", async () => {
    const { emulator, made, value } = await madeAndLate();
    const next = await anotherProcess(emulator);
    await next.delete(made.id, { ...made.outs, ...begun(action, operationIn(emulator)) });
    expect(emulator.objects.get(path)?.[member]).toEqual(value);
  });
});

// The group has the fingerprint of before again, and its process waits for that to go.
describe.each(parts.filter((one) => one.kind === "TargetSslProxyCertificateMap"))(
  "a create of a $kind right after a destroy of its process",
  ({ kind, others, args, path, member }) => {
    it("sends its change behind a late read of its own value", async () => {
      const { emulator, provider, inputs, shownMessages } = await startKindProvider(kind, { others });
      const before = emulator.objects.get(path) ?? {};
      const made = await provider.create(await inputs(args));
      const after = emulator.objects.get(path) ?? {};
      await provider.delete(made.id, made.outs);
      const news = await inputs(args);
      readsLate(emulator, path, after);
      const { id, outs } = await provider.create(news);
      expect(emulator.objects.get(path)?.[member]).toEqual(after[member]);
      await provider.delete(id, outs);
      expect(emulator.objects.get(path)?.[member]).toEqual(before[member]);
      expect(shownMessages()).toEqual([]);
    });
  },
);

it("a destroy deletes what an insert of another run has made, behind late reads of its predecessor", async () => {
  const { emulator, provider, inputs } = await startKindProvider("Route");
  const { id, outs } = await provider.create(await inputs(plainRoute));
  readsLate(emulator, routePath, { ...emulator.objects.get(routePath), id: "12345" });
  const recorded = Object.fromEntries(Object.entries(outs).filter(([name]) => name !== "numericId"));
  const next = await anotherProcess(emulator);
  await next.delete(id, { ...recorded, ...begun("insert", operationIn(emulator)) });
  expect(emulator.objects.get(routePath)).toBeUndefined();
});
