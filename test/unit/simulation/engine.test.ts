import { describe, expect, it } from "vitest";
import { unknownValue } from "../../../provider/src/fields/unknown";
import type { Values } from "../../../provider/src/fields/values";
import { Engine } from "../../simulation/engine/engine";
import { ProviderDied, type EngineRequest, type Method, type Plugins } from "../../simulation/engine/plugins";
import { OutputOf, type DeclaredResource, type ResourceOptions } from "../../simulation/engine/program";

type Answer = (name: string, args: readonly Values[], provider: string) => unknown;

/** How the provider answers where a test says nothing. */
const ordinary: Record<Method, Answer> = {
  check: (_name, [, news]) => ({ inputs: news }),
  diff: (_name, [, olds, news]) => ({
    changes: olds?.size !== news?.size || olds?.place !== news?.place,
    replaces: olds?.place === news?.place ? [] : ["place"],
    deleteBeforeReplace: news?.isFixed === true,
  }),
  create: (name, [inputs]) => ({ id: name, outs: { ...inputs, selfLink: `link to ${name}` } }),
  update: (_name, [, , news]) => ({ outs: news }),
  read: (_name, [id, props]) => ({ id, props }),
  delete: () => undefined,
};

/** An engine whose providers answer so, and note their calls. */
function engineWith(answers: Partial<Record<Method, Answer>> = {}, point?: (name: string) => Promise<void>) {
  const calls: string[] = [];
  const requests: EngineRequest[] = [];
  const plugins: Plugins = {
    async call(provider, _kind, method, args, request) {
      const properties = args as readonly Values[];
      const name = String((method === "check" ? properties[1] : properties.at(-1))?.__as);
      calls.push(`${method} ${name}`);
      requests.push(request);
      return (answers[method] ?? ordinary[method])(name, properties, provider);
    },
  };
  return { engine: new Engine(() => plugins, point), calls, requests };
}

function route(
  name: string,
  inputs: Values = {},
  { dependsOn, provider, ...options }: ResourceOptions & Pick<DeclaredResource, "dependsOn" | "provider"> = {},
): DeclaredResource {
  const more = { ...(dependsOn && { dependsOn }), ...(provider && { provider }) };
  return { name, kind: "Route", inputs, options, ...more };
}

/** What the state has, in a line for each entry. */
function summary({ state }: Engine): string[] {
  const nameOf = (urn: string) => urn.split("::").at(-1) ?? "";
  return [
    ...state.resources.map(({ urn, delete: isLeft, pendingReplacement, initErrors }) =>
      [nameOf(urn), isLeft && "to be deleted", pendingReplacement && "to be replaced", initErrors && "half"]
        .filter(Boolean)
        .join(", "),
    ),
    ...state.pending.map(({ type, resource }) => `${type} ${nameOf(resource.urn)}`),
  ];
}

const never = new Promise<never>(() => undefined);

/** Lets everything happen that waits for no timer. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("the order of steps", () => {
  it("creates everything that depends on nothing at the same time, and its dependents when it is recorded", async () => {
    const waiting = new Map<string, () => void>();
    const create: Answer = async (name, args) => {
      await new Promise<void>((resolve) => waiting.set(name, resolve));
      return ordinary.create(name, args, "");
    };
    const { engine } = engineWith({ create });
    const resources = [route("a"), route("c", { note: [new OutputOf("a", "selfLink")] }), route("b")];
    const result = engine.up({ resources });
    await settled();
    expect([...waiting.keys()]).toEqual(["a", "b"]);
    expect(summary(engine)).toEqual(["creating a", "creating b"]);
    waiting.get("a")?.();
    await settled();
    expect([...waiting.keys()]).toEqual(["a", "b", "c"]);
    waiting.get("c")?.();
    waiting.get("b")?.();
    expect(await result).toMatchObject({ ok: true });
    expect(engine.state.resources.find(({ id }) => id === "c")?.inputs.note).toEqual(["link to a"]);
  });

  it("begins no step after an error, and records those that run", async () => {
    const create: Answer = async (name, args) => {
      if (name === "bad") throw new Error("no");
      await settled();
      return ordinary.create(name, args, "");
    };
    const { engine, calls } = engineWith({ create });
    const resources = [route("slow"), route("bad"), route("next", {}, { dependsOn: ["slow"] })];
    expect(await engine.up({ resources })).toMatchObject({ ok: false, errors: [{ message: "no" }] });
    expect(calls).not.toContain("check next");
    expect(summary(engine)).toEqual(["slow"]);
  });

  it("does not replace a resource whose dependent is protected and would have to go first", async () => {
    const declare = (place: string) => ({
      resources: [
        route("a", { place, isFixed: true }),
        route("b", { place: new OutputOf("a", "place") }, { protect: true }),
      ],
    });
    const { engine, calls } = engineWith();
    await engine.up(declare("x"));
    expect(await engine.up(declare("y"))).toMatchObject({
      errors: [{ message: expect.stringContaining("protected") as string }],
    });
    expect(calls.filter((call) => call.startsWith("delete"))).toEqual([]);
  });
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
    const point = (name: string) => {
      isKilled ||= isArmed && name.replace(/urn:.*::/, "") === place;
      return isKilled ? never : Promise.resolve();
    };
    const { engine } = engineWith({}, point);
    await engine.up({ resources: [route("a", { place: "x", isFixed: true }), route("gone")] });
    isArmed = true;
    void engine.up({ resources: [route("a", { place: "y", isFixed: true })] });
    await settled();
    expect(isKilled).toBe(true);
    expect(summary(engine)).toEqual(left);
  });
});

describe("a preview", () => {
  it("asks only, records nothing, and does not know the outputs of what does not exist", async () => {
    const { engine, calls } = engineWith();
    const seen: Values[] = [];
    const { engine: previewed } = engineWith({
      check: (name, [olds = {}, news = {}]) => {
        if (name === "b") seen.push(news);
        return ordinary.check(name, [olds, news], "");
      },
    });
    const resources = [
      route("a", { size: 1 }),
      route("b", { link: new OutputOf("a", "selfLink"), id: new OutputOf("a", "id"), size: new OutputOf("a", "size") }),
    ];
    expect(await previewed.preview({ resources })).toMatchObject({ steps: [{ op: "create" }, { op: "create" }] });
    expect(seen).toMatchObject([{ link: unknownValue, id: unknownValue, size: 1 }]);
    await engine.up({ resources });
    const { state } = engine;
    calls.length = 0;
    const changed = [route("a", { size: 2 })];
    expect(await engine.preview({ resources: changed })).toMatchObject({ steps: [{ op: "update" }, { op: "delete" }] });
    expect(calls).toEqual(["check a", "diff a"]);
    expect(engine.state).toBe(state);
  });
});

describe("what a provider answers", () => {
  it("loses nothing of another provider when one is killed", async () => {
    const create: Answer = async (name, args, provider) => {
      if (provider === "p1") throw new ProviderDied("killed");
      await settled();
      return ordinary.create(name, args, provider);
    };
    const { engine } = engineWith({ create });
    await engine.up({ resources: [route("a"), route("b", {}, { provider: "p1" })] });
    expect(summary(engine)).toEqual(["a"]);
  });

  it("fails where the wire cannot carry it, although the object exists", async () => {
    const { engine } = engineWith({ create: (name) => ({ id: name, outs: { size: undefined } }) });
    expect(await engine.up({ resources: [route("a")] })).toMatchObject({
      errors: [{ message: "Unexpected struct type." }],
    });
    expect(summary(engine)).toEqual([]);
  });

  it("needs the loader that a partial failure leaves out", async () => {
    const half = Object.assign(new Error("half"), { id: "a", properties: {}, reasons: ["half"] });
    const { engine } = engineWith({
      create: () => {
        throw half;
      },
    });
    await engine.up({ resources: [route("a")] });
    expect(summary(engine)).toEqual(["a, half"]);
    expect(await engine.destroy()).toMatchObject({ ok: false });
  });

  it("replaces for an option the paths that the difference names, in the order that it asks for", async () => {
    const diff: Answer = () => ({ changes: true, details: { paths: ["labels", "labels.env"], deletesFirst: true } });
    const { engine, calls } = engineWith({ diff });
    await engine.up({ resources: [route("a"), route("b")] });
    calls.length = 0;
    await engine.up({
      resources: [
        route("a", {}, { replaceOnChanges: ["labels.env"] }),
        route("b", {}, { replaceOnChanges: ["labels.other"], dependsOn: ["a"] }),
      ],
    });
    expect(calls.filter((call) => /delete|create|update/.test(call))).toEqual(["delete a", "create a", "update b"]);
  });
});

it("gives each resource of each command a seed, and the same in each run of the simulator", async () => {
  const seeds = async () => {
    const { engine, requests } = engineWith();
    for (const size of [1, 2]) await engine.up({ resources: [route("a", { size }), route("b")] });
    return requests.flatMap(({ randomSeed }) => (randomSeed ? Buffer.from(randomSeed).toString("hex") : []));
  };
  const first = await seeds();
  expect(new Set(first).size).toBe(4);
  expect(await seeds()).toEqual(first);
});
