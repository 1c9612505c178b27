import { describe, expect, it } from "vitest";
import type { Values } from "../../../provider/src/fields/values";
import { Engine } from "../../simulation/engine/engine";
import { ProviderDied, type Method, type Plugins } from "../../simulation/engine/plugins";
import { OutputOf, type DeclaredResource } from "../../simulation/engine/program";

// What `test/engine/engineModel.test.ts` does not compare with the real engine: the moment of each step, and kills.

type Answer = (name: string, args: readonly Values[], provider: string) => unknown;

/** How the provider answers where a test says nothing. */
const ordinary: Record<Method, Answer> = {
  check: (_name, [, news]) => ({ inputs: news }),
  diff: (_name, [, olds, news]) => ({
    changes: olds?.place !== news?.place,
    replaces: olds?.place === news?.place ? [] : ["place"],
    deleteBeforeReplace: true,
  }),
  create: (name, [inputs]) => ({ id: name, outs: { ...inputs, selfLink: `link to ${name}` } }),
  update: (_name, [, , news]) => ({ outs: news }),
  read: (_name, [id, props]) => ({ id, props }),
  delete: () => undefined,
};

function engineWith(create: Answer = ordinary.create, point?: (name: string) => Promise<void>) {
  const plugins: Plugins = {
    async call(provider, _kind, method, args) {
      const properties = args as readonly Values[];
      const name = String((method === "check" ? properties[1] : properties.at(-1))?.__as);
      return (method === "create" ? create : ordinary[method])(name, properties, provider);
    },
  };
  return new Engine(() => plugins, point);
}

const route = (name: string, inputs: Values = {}, more: Partial<DeclaredResource> = {}): DeclaredResource => {
  return { name, kind: "Route", inputs, options: {}, ...more };
};

/** What the state has, in a line for each entry. */
function summary({ state }: Engine): string[] {
  const nameOf = (urn: string) => urn.split("::").at(-1) ?? "";
  return [
    ...state.resources.map(({ urn, pendingReplacement, initErrors }) =>
      [nameOf(urn), pendingReplacement && "to be replaced", initErrors && "half"].filter(Boolean).join(", "),
    ),
    ...state.pending.map(({ type, resource }) => `${type} ${nameOf(resource.urn)}`),
  ];
}

/** Lets everything happen that waits for no timer. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it("creates everything that depends on nothing at the same time, and its dependents when it is recorded", async () => {
  const waiting = new Map<string, () => void>();
  const engine = engineWith(async (name, args) => {
    await new Promise<void>((resolve) => waiting.set(name, resolve));
    return ordinary.create(name, args, "");
  });
  const resources = [route("a"), route("c", { note: [new OutputOf("a", "selfLink")] }), route("b")];
  const result = engine.up({ resources });
  await settled();
  expect(summary(engine)).toEqual(["creating a", "creating b"]);
  waiting.get("a")?.();
  await settled();
  expect([...waiting.keys()]).toEqual(["a", "b", "c"]);
  waiting.get("c")?.();
  waiting.get("b")?.();
  expect(await result).toMatchObject({ ok: true });
  expect(engine.state.resources.find(({ id }) => id === "c")?.inputs.note).toEqual(["link to a"]);
});

it.each<[what: string, error: Error, left: string[]]>([
  ["an error", new Error("no"), ["slow"]],
  ["the kill of one provider", new ProviderDied("killed"), ["slow"]],
  ["half an object", Object.assign(new Error("half"), { id: "bad", reasons: ["half"] }), ["bad, half", "slow"]],
])("begins no step after %s, and records those that run", async (_what, error, left) => {
  const engine = engineWith(async (name, args) => {
    if (name === "bad") throw error;
    await settled();
    return ordinary.create(name, args, "");
  });
  const resources = [route("slow"), route("bad", {}, { provider: "p" }), route("next", {}, { dependsOn: ["slow"] })];
  expect(await engine.up({ resources })).toMatchObject({ ok: false });
  expect(summary(engine)).toEqual(left);
});

describe("a CLI that is killed", () => {
  it.each<[point: string, left: readonly string[]]>([
    ["before check a", ["a", "gone"]],
    ["before delete-replaced a", ["a", "gone", "deleting a"]],
    ["after delete-replaced a", ["a", "gone", "deleting a"]],
    ["before create-replacement a", ["a, to be replaced", "gone", "creating a"]],
    ["after create-replacement a", ["a, to be replaced", "gone", "creating a"]],
    ["before delete gone", ["a", "gone", "deleting gone"]],
    ["after delete gone", ["a", "gone", "deleting gone"]],
  ])("%s leaves %j", async (place, left) => {
    let isArmed = false;
    let isKilled = false;
    const engine = engineWith(ordinary.create, (name) => {
      isKilled ||= isArmed && name.replace(/urn:.*::/, "") === place;
      return isKilled ? new Promise<never>(() => undefined) : Promise.resolve();
    });
    await engine.up({ resources: [route("a", { place: "x" }), route("gone")] });
    isArmed = true;
    void engine.up({ resources: [route("a", { place: "y" })] });
    await settled();
    expect(isKilled).toBe(true);
    expect(summary(engine)).toEqual(left);
  });
});
