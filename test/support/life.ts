import { expect } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { pluginToken } from "../../provider/src/names/typeToken";
import { emulatorOptions, everyKind, nameOf } from "../kinds/every";
import type { TestedKind } from "../kinds/kind";
import { extendedFolder } from "./extendedPackage";
import type { Properties } from "./providerProcess";
import { project } from "./routeProvider";
import { mutations, startRouteStack, succeeded } from "./routeStack";
import { secretMark, type Stack } from "./stack";

/** A change of the program of a kind, and what the engine does with it. */
function changeProgram({ plain, replacement }: TestedKind): readonly [op: "update" | "replace", change: Properties] {
  return plain.change === undefined
    ? ["replace", replacement ?? { description: "ours too" }]
    : ["update", plain.change];
}

/** The resources that a program declares, with their arguments: one of each kind, by the kind's name. */
export type Declared = Readonly<Record<string, Properties>>;

/**
 * The life of every kind, as resources of classes.
 *
 * @param environment of the CLI
 * @returns the stack, which has ended
 */
export async function liveAsClasses(environment: Readonly<Record<string, string>> = {}): Promise<Stack> {
  const { emulator, stack } = await startRouteStack({
    parent: extendedFolder,
    emulator: emulatorOptions(),
    config: { "gcp:region": "us-central1" },
    environment,
  });
  await liveThrough(everyKind, stack, emulator, (declared) => {
    stack.program(writeProgram(declared));
  });
  return stack;
}

function writeProgram(declared: Declared): string {
  return Object.entries(declared)
    .map(([kind, args]) => `new gce.${kind}("${kind}", ${JSON.stringify(args)});\n`)
    .join("");
}

/**
 * A resource of each kind is made, left alone, changed, found changed by others, mended, and removed.
 *
 * @param write makes the stack's program of what it is to declare
 */
export async function liveThrough(
  kinds: readonly TestedKind[],
  stack: Stack,
  emulator: Emulator,
  write: (declared: Declared) => void | Promise<void>,
): Promise<void> {
  const changed = kinds.map((kind) => [nameOf(kind), ...changeProgram(kind)] as const);
  const seed = () => {
    for (const { calls } of kinds) calls[0]?.seed(emulator);
  };
  /** The state of each kind's object at the service. */
  const readAll = () =>
    Object.fromEntries(kinds.map((kind) => [nameOf(kind), lasting(emulator.objects.get(findPath(kind)))]));
  const isAlike = (left: ReturnType<typeof readAll>, right: ReturnType<typeof readAll>) =>
    kinds.map(nameOf).filter((name) => JSON.stringify(left[name]) === JSON.stringify(right[name]));
  seed();
  const before = readAll();

  await write(Object.fromEntries(kinds.map((kind) => [nameOf(kind), kind.fullProgram])));
  succeeded(await stack.up());
  expect(stack.managed()).toHaveLength(kinds.length);
  const made = readAll();
  expect(isAlike(made, before)).toEqual([]);

  emulator.clearRequests();
  succeeded(await stack.up("--expect-no-changes"));
  expect(emulator.requests()).toEqual([]);

  await write(
    Object.fromEntries(kinds.map((kind) => [nameOf(kind), { ...kind.fullProgram, ...changeProgram(kind)[1] }])),
  );
  // Before it, the CLI can warn about a language host that is not beside it.
  const [json = ""] = /^\{[^]*/m.exec(succeeded(await stack.preview("--json"))) ?? [];
  const preview = JSON.parse(json) as { steps: { op: string; urn: string }[] };
  const planned = preview.steps.filter(({ op }) => ["update", "replace"].includes(op));
  expect(Object.fromEntries(planned.map(({ op, urn }) => [urn.replace(/^.*::/, ""), op]))).toEqual(
    Object.fromEntries(changed.map(([name, op]) => [name, op])),
  );
  succeeded(await stack.up());
  const after = readAll();
  expect(isAlike(after, made)).toEqual([]);

  // Somebody else deletes the objects, and makes anew those of which we manage a part.
  for (const kind of kinds) if (kind.definition.ownsObject) emulator.objects.delete(findPath(kind));
  seed();
  const secret = listSecrets(stack);
  succeeded(await stack.refresh());
  expect(listSecrets(stack).filter((output) => !secret.includes(output))).toEqual([]);
  succeeded(await stack.up());
  expect(readAll()).toEqual(after);

  succeeded(await stack.destroy());
  expect(stack.managed()).toEqual([]);
  expect(readAll()).toEqual(before);
}

/** The same for a program of the plugin of the page about languages: it has one route, and exports its link and the name of the only profile. */
export async function applyAndRemove(stack: Stack, emulator: Emulator): Promise<void> {
  emulator.objects.put(`projects/${project}/global/networkProfiles/p`, {});
  succeeded(await stack.up());
  const path = `projects/${project}/global/routes/egress`;
  expect(stack.managed()).toMatchObject([{ type: pluginToken("Route"), id: path }]);
  expect(await stack.outputs()).toEqual({ route: emulator.objects.get(path)?.selfLink, profile: "p" });
  succeeded(await stack.up("--expect-no-changes"));
  succeeded(await stack.destroy());
  expect(mutations(emulator)).toEqual(["insert egress", "delete egress"]);
}

/** The outputs that the state keeps encrypted, with the names of their resources. */
function listSecrets(stack: Stack): string[] {
  return stack.managed().flatMap(({ urn, outputs = {} }) => {
    const isSecret = (key: string) => !key.startsWith("__") && JSON.stringify(outputs[key]).includes(secretMark);
    const names = Object.keys(outputs).filter(isSecret);
    return names.map((key) => `${urn} ${key}`);
  });
}

/** Where the service has what a kind makes or changes. */
function findPath({ calls }: TestedKind): string {
  return calls[0]?.path ?? "";
}

/** An object without its number, its times, and what becomes of it by itself. */
function lasting(object: Readonly<Record<string, unknown>> | undefined): unknown {
  if (object === undefined) return undefined;
  const own = /^(id|etag|creationTimestamp|status|currentActions|\w*[fF]ingerprint)$/;
  return JSON.parse(JSON.stringify(object, (key, value: unknown) => (own.test(key) ? undefined : value)));
}
