import { OutputOf, type DeclaredResource, type ResourceOptions } from "../../simulation/engine/program";
import type { SeededRandom } from "../../support/seededRandom";
import type { Outcome, Step } from "./life";

/** A resource of the program, which changes from step to step. */
interface Thing {
  name: string;
  alias?: string;
  size: number;
  place: number;
  isFixed: boolean;
  readonly isSilent: boolean;
  provider?: string;
  /** An output of another resource that it uses, in an argument that replaces it or in one that does not. */
  link?: { readonly name: string; readonly isPlace: boolean };
  options: ResourceOptions;
}

const commands: readonly Step["command"][] = [
  ...Array<"up">(6).fill("up"),
  "up --refresh",
  "refresh",
  "refresh --clear-pending-creates",
  "preview",
  "destroy",
];

const optionsToChoose: readonly ResourceOptions[] = [
  {},
  { protect: true },
  { retainOnDelete: true },
  { deleteBeforeReplace: true },
  { deleteBeforeReplace: false },
  { ignoreChanges: ["size"] },
  { replaceOnChanges: ["size"] },
  { replaceOnChanges: ["*"] },
  { customTimeouts: { create: "10s", update: "20s", delete: "30s" } },
];

/**
 * A life of random programs, commands and failures. Each resource depends on the one before it, so that what is done at
 * once is little, and the order of the rest is known.
 */
export function randomLife(random: SeededRandom, length: number): readonly Step[] {
  let count = 0;
  const nextName = () => `n${String((count += 1))}`;
  const fresh = (): Thing => ({
    name: nextName(),
    size: 1,
    place: 1,
    isFixed: random.chance(0.4),
    isSilent: random.chance(0.15),
    options: {},
  });
  let things = Array.from({ length: 4 }, fresh);
  return Array.from({ length }, (_none, index): Step => {
    if (index > 0) {
      for (const thing of things) change(random, thing, nextName);
      things = things.filter(() => !random.chance(0.1));
    }
    if (things.length < 6 && random.chance(0.4)) things.splice(random.between(0, things.length), 0, fresh());
    things.forEach((thing, position) => {
      relink(random, thing, things.slice(0, position));
    });
    const command = random.pick(commands);
    const resources =
      command === "destroy" ? [] : things.map((thing, position) => declared(thing, things[position - 1]));
    const names = things.flatMap(({ name, alias }) => [name, ...(alias === undefined ? [] : [alias])]);
    const step = { about: "", command, program: { resources } };
    if (names.length === 0) return step;
    const outcomes = random.chance(0.65) ? failures(random, command, names) : {};
    const isKilled = command === "up" && Object.keys(outcomes).length === 0 && random.chance(0.15);
    const hanging = `${random.pick(["create", "update", "delete"])} ${random.pick(names)}`;
    return { ...step, isKilled, outcomes: isKilled ? { [hanging]: "hangs" } : outcomes };
  });
}

function change(random: SeededRandom, thing: Thing, nextName: () => string): void {
  delete thing.alias;
  if (random.chance(0.3)) thing.size += 1;
  if (random.chance(0.2)) thing.place += 1;
  else if (random.chance(0.15)) thing.place = Math.max(1, thing.place - 1);
  if (random.chance(0.1)) thing.isFixed = !thing.isFixed;
  if (random.chance(0.06)) delete thing.provider;
  if (random.chance(0.06)) thing.provider = random.pick(["p1", "p2"]);
  if (random.chance(0.1)) {
    if (random.chance(0.6)) thing.alias = thing.name;
    thing.name = nextName();
  }
  if (random.chance(0.1)) thing.options = random.pick(optionsToChoose);
}

function relink(random: SeededRandom, thing: Thing, earlier: readonly Thing[]): void {
  if (!earlier.some(({ name }) => name === thing.link?.name)) delete thing.link;
  if (earlier.length > 0 && random.chance(0.15))
    thing.link = { name: random.pick(earlier).name, isPlace: random.chance(0.5) };
}

function declared(thing: Thing, before: Thing | undefined): DeclaredResource {
  const { name, alias, size, isFixed, isSilent, provider, link, options } = thing;
  return {
    name,
    kind: "Route",
    inputs: {
      size,
      place: link?.isPlace ? new OutputOf(link.name, "id") : thing.place,
      isFixed,
      ...(isSilent ? { isSilent } : {}),
      ...(link?.isPlace === false ? { note: new OutputOf(link.name, "selfLink") } : {}),
    },
    ...(provider === undefined ? {} : { provider }),
    ...(before === undefined ? {} : { dependsOn: [before.name] }),
    options: alias === undefined ? options : { ...options, aliases: [alias] },
  };
}

/** What can happen at each call of a provider. */
const happenings: Readonly<Record<string, readonly Outcome[]>> = {
  check: ["fails", "is refused"],
  diff: ["fails"],
  create: ["fails", "fails in part", "fails in part", "dies"],
  update: ["fails", "fails in part", "fails in part", "dies"],
  read: ["finds nothing", "finds another size", "finds nothing", "fails"],
  delete: ["fails", "dies"],
};

function failures(random: SeededRandom, command: string, names: readonly string[]): Record<string, Outcome> {
  const mutations = ["create", "update", "delete"];
  const methods = command.includes("refresh")
    ? ["read", "read", ...mutations]
    : [...mutations, ...mutations, ...mutations, "diff", "check"];
  const calls = Array.from({ length: random.between(1, 3) }, () => {
    const method = random.pick(methods);
    const outcome = random.pick(happenings[method] ?? []);
    const affected = random.chance(0.5) ? names : [random.pick(names)];
    return affected.map((name): [string, Outcome] => [`${method} ${name}`, outcome]);
  });
  return Object.fromEntries(calls.flat());
}
