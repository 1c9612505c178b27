import { isDeepStrictEqual } from "node:util";
import type { TestContext } from "vitest";
import type { StateResource } from "../../simulation/engine/snapshot";
import { listDependencies } from "../../simulation/engine/program";
import type { Entry, Outcomes, Step } from "./life";
import { ModelPlayer } from "./modelPlayer";
import { RealPlayer } from "./realPlayer";

/** Plays a life through Pulumi's CLI and through the model, and compares their calls and states after each step. */
export async function expectSameLife(steps: readonly Step[], { expect, onTestFinished }: TestContext): Promise<void> {
  const real = await RealPlayer.create();
  onTestFinished(() => {
    real.stack.remove();
  });
  const model = new ModelPlayer();
  for (const [index, step] of steps.entries()) {
    const [inReality, inTheModel] = [await real.play(step), await model.play(step)];
    const said = `step ${String(index + 1)} of ${JSON.stringify(steps, undefined, 2)}\n${real.stack.printed.at(-1) ?? ""}`;
    expect(comparableOf(inTheModel, step), said).toEqual(comparableOf(inReality, step));
    expect(unsaid(inReality.entries, inTheModel.entries), said).toEqual([]);
  }
}

/** The parts that both sides have to agree on. */
function comparableOf({ ok, entries, resources, pending }: Outcomes, step: Step) {
  return {
    ok,
    calls: entries
      .filter(({ at }) => at === "begin")
      .map(({ method, name, provider, args }) => `${method} ${name} by ${provider ?? ""} with ${sorted(args)}`)
      .sort(),
    orders: ordersOf(entries, step),
    resources: inOrder(resources.map((resource) => recorded(resource as StateResource))),
    pending: inOrder(
      pending.map((operation) => {
        const { type, resource } = operation as { type: string; resource: StateResource };
        const { urn, inputs, provider } = resource;
        return { type, urn, inputs, provider };
      }),
    ),
  };
}

/**
 * The calls of each resource, and the order of the mutations of each beside those of one that it depends on. Others can be
 * at any time, and so can the deletes of an `up`, where one name may stand for two objects.
 */
function ordersOf(entries: readonly Entry[], { command, program }: Step): Record<string, readonly string[]> {
  const of = (names: readonly string[], methods: readonly string[]) =>
    entries
      .filter(({ name, method }) => names.includes(name) && methods.includes(method))
      .map(({ at, method, name }) => `${method} ${name} ${at}s`);
  const names = [...new Set(entries.map(({ name }) => name))];
  const alone = names.map((name) => [name, of([name], ["check", "diff", "read", ...mutations]).sort()]);
  const ordered = command === "destroy" ? mutations : ["create", "update"];
  const pairs = program.resources.flatMap((resource) =>
    listDependencies(resource).map((other) => [`${other} → ${resource.name}`, of([other, resource.name], ordered)]),
  );
  return Object.fromEntries([...alone, ...pairs]) as Record<string, readonly string[]>;
}

const mutations = ["create", "update", "delete"];

const flags = ["delete", "pendingReplacement", "protect", "retainOnDelete"] as const;

function recorded({ dependencies, propertyDependencies, ...resource }: StateResource): object {
  const { urn, id, provider, inputs, outputs, initErrors } = resource;
  const causes = Object.entries((propertyDependencies as StateResource["propertyDependencies"] | undefined) ?? {});
  return {
    ...{ urn, id, provider, inputs, outputs, initErrors },
    flags: flags.filter((flag) => resource[flag]),
    dependencies: [...((dependencies as readonly string[] | undefined) ?? [])].sort(),
    propertyDependencies: Object.fromEntries(causes.filter(([, urns]) => (urns as readonly string[] | null)?.length)),
  };
}

function inOrder(values: readonly object[]): readonly object[] {
  return [...values].sort((one, other) => (sorted(one) < sorted(other) ? -1 : 1));
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}

/** The requests of the real engine, beside the properties of its calls, that the model did not make. */
function unsaid(real: readonly Entry[], model: readonly Entry[]): readonly Entry[] {
  return real.filter(
    (entry) =>
      entry.request !== undefined &&
      !model.some(
        ({ at, method, name, args, request }) =>
          at === entry.at &&
          method === entry.method &&
          name === entry.name &&
          isDeepStrictEqual([args, request], [entry.args, entry.request]),
      ),
  );
}
