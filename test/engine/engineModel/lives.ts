import type { Values } from "../../../provider/src/fields/values";
import { OutputReference, toUrn, type DeclaredResource } from "../../simulation/engine/program";
import { componentsAround, logicalNames } from "../../support/whatPeopleWrite/names";
import type { Step } from "./life";

type More = Omit<Partial<DeclaredResource>, "name" | "inputs">;

const route = (name: string, inputs: Values, more: More = {}): DeclaredResource => ({
  name,
  kind: "Route",
  inputs,
  ...more,
});
const up = (about: string, resources: readonly DeclaredResource[], more: Partial<Step> = {}): Step => ({
  about,
  command: "up",
  program: { resources },
  ...more,
});
const command = (
  name: Step["command"],
  about: string,
  { program }: Pick<Step, "program">,
  more: Partial<Step> = {},
): Step => ({ about, command: name, program, ...more });

/** A life in which every call succeeds. */
export function quietLife(): readonly Step[] {
  const first = up("creates", [
    route("changed", { size: 1 }),
    route("after", { size: 1 }, { dependsOn: ["changed"] }),
    route("linked", { note: new OutputReference("changed", "selfLink"), size: 1 }),
    route("moved", { place: "x", size: 1 }),
    route("beside moved", { note: new OutputReference("moved", "id") }),
    route("fixed", { place: "x", isFixed: true }),
    route("on fixed", { place: new OutputReference("fixed", "id"), isFixed: true }),
    route("noting fixed", { note: new OutputReference("fixed", "id"), size: 1 }, { dependsOn: ["fixed"] }),
    route("old name", { size: 1 }),
    route("on old name", { size: 1 }, { dependsOn: ["old name"] }),
    route("forgotten name", { size: 1 }),
    route("ignoring", { size: 1, tags: { a: 1, b: 1 }, list: [1, 2] }),
    route("handed over", { size: 1 }, { provider: "p1" }),
    route("retained", { size: 1 }, { options: { retainOnDelete: true } }),
    route("timed", { size: 1 }, { options: { customTimeouts: { create: "20s", update: "1m30s", delete: "40s" } } }),
    route("timed and moved", { place: "x" }, { options: { customTimeouts: { create: "20s", delete: "40s" } } }),
    route("silent", { isSilent: true, size: 1 }),
    route("optional", { isSilent: true, size: 1, tags: { a: 1 } }),
    route("empty", { size: null, list: [null, 1, []], nested: { absent: undefined, none: {} }, zero: 0 }),
    { name: "of another kind", kind: "Snapshot", inputs: { size: 1 } },
  ]);
  const second = up("changes", [
    route("changed", { size: 2 }),
    route("after", { size: 1 }),
    route("linked", { note: new OutputReference("changed", "selfLink"), size: 2 }, { dependsOn: ["after"] }),
    route("moved", { place: "y", size: 2 }),
    route("beside moved", { note: new OutputReference("moved", "id") }),
    route("fixed", { place: "y", isFixed: true }),
    route("on fixed", { place: new OutputReference("fixed", "id"), isFixed: true }),
    route("noting fixed", { note: new OutputReference("fixed", "id"), size: 1 }, { dependsOn: ["fixed"] }),
    route("new name", { size: 1 }, { options: { aliases: ["unknown name", "old name"] } }),
    route("on old name", { size: 1 }, { dependsOn: ["new name"] }),
    route("other name", { size: 1 }),
    route(
      "ignoring",
      { size: 2, tags: { a: 2, b: 2, c: 2 }, list: [3, 4] },
      { options: { ignoreChanges: ["size", 'tags["a"]', "tags.c", "list[1]", "absent.member"] } },
    ),
    route("handed over", { size: 1 }, { provider: "p2" }),
    route("timed", { size: 2 }, { options: { customTimeouts: { update: "1m30s" } } }),
    route("timed and moved", { place: "y" }, { options: { deleteBeforeReplace: true } }),
    route("silent", { isSilent: true, size: 2 }),
    route("optional", { isSilent: true, size: 1, tags: { a: 2 } }, { options: { replaceOnChanges: ["tags"] } }),
    route("empty", { size: null, list: [null, 1, []], nested: { absent: undefined, none: {} }, zero: 0 }),
    { name: "of another kind", kind: "Snapshot", inputs: { size: 1 } },
  ]);
  const guarded = up("protects", [
    route("new name", { size: 1 }),
    route("moved", { place: "y", size: 2 }, { dependsOn: ["new name"] }),
    route("changed", { size: 2 }, { options: { protect: true }, dependsOn: ["moved"] }),
    route("other name", { size: 1 }, { dependsOn: ["new name"] }),
  ]);
  const unguarded = up("deletes what is not declared", [route("changed", { size: 2 }), route("new name", { size: 1 })]);
  return [
    first,
    command("preview", "says what would change", second),
    second,
    { ...second, about: "changes nothing" },
    command("refresh", "finds other things", second, {
      outcomes: {
        "read after": "finds nothing",
        "read changed": "finds another size",
        "read fixed": "finds nothing",
      },
    }),
    command("up --refresh", "mends them", second, { outcomes: { "read new name": "finds nothing" } }),
    guarded,
    up("refuses to replace what is protected", [
      route("changed", { size: 2, place: "y" }, { options: { protect: true } }),
    ]),
    command("destroy", "leaves what is protected, and what that depends on", guarded),
    unguarded,
    command("destroy", "deletes in the order of dependencies", unguarded),
  ];
}

/** A life in which processes are killed. */
export function killedLife(): readonly Step[] {
  const inputs = (size: number) => [
    route("changed", { size }),
    route("moved", { place: size }),
    route("removed", {}, { dependsOn: ["changed"] }),
    route("elsewhere", { size }, { provider: "p1" }),
  ];
  const second = [...inputs(2), route("new", {})];
  const without = second.filter(({ name }) => name !== "removed");
  const third = [...inputs(3), route("newest", {})];
  return [
    up("creates", inputs(1)),
    up("is killed", second, {
      outcomes: {
        "update changed": "hangs",
        "create moved": "hangs",
        "create new": "hangs",
        "update elsewhere": "hangs",
      },
      isKilled: true,
    }),
    command("refresh", "keeps what was to be created", up("", second)),
    up("goes on", second),
    up("is killed while it deletes", without, { outcomes: { "delete removed": "hangs" }, isKilled: true }),
    command("refresh --clear-pending-creates", "forgets what was to be created", up("", without)),
    up("goes on", without),
    up("loses a provider", third, {
      outcomes: {
        "update changed": "dies",
        "create moved": "hangs",
        "create newest": "hangs",
        "update elsewhere": "succeeds after a failure",
      },
      together: 4,
    }),
    up("goes on", third),
    command("destroy", "deletes what has a provider of its own before that", up("", third), {
      outcomes: { "delete elsewhere": "fails" },
      together: 2,
    }),
    command("destroy", "loses a provider", up("", third), {
      outcomes: { "delete changed": "hangs", "delete moved": "hangs", "delete newest": "dies" },
      together: 4,
    }),
  ];
}

/** A life in which calls fail, each resource after the one before, so that the order of what fails is known. */
export function failingLife(): readonly Step[] {
  const chain = (size: number, place = 1) => [
    route("a", { size, place }),
    route("b", { size, place }, { dependsOn: ["a"] }),
    route("c", { size, place, isFixed: true }, { dependsOn: ["b"] }),
  ];
  const tries = (about: string, resources: readonly DeclaredResource[], outcomes: Step["outcomes"] = {}) =>
    up(about, resources, { outcomes });
  return [
    tries("cannot create", chain(1), { "create a": "fails" }),
    tries("creates in part", chain(1), { "create b": "fails in part" }),
    tries("goes on", chain(1)),
    tries("cannot update", chain(2), { "update a": "fails" }),
    tries("updates in part", chain(2), { "update b": "fails in part" }),
    tries("goes on", chain(2)),
    tries("is refused", chain(3), { "check b": "is refused" }),
    tries("cannot check", chain(3), { "check c": "fails" }),
    tries("cannot compare", chain(3), { "diff a": "fails" }),
    command("refresh", "cannot read", up("", chain(3)), { outcomes: { "read b": "fails" } }),
    tries("cannot replace", chain(3, 2), { "create a": "fails in part", "delete c": "fails" }),
    tries("cannot delete what is replaced", chain(3, 2), { "delete a": "fails", "delete c": "fails" }),
    tries("renames one, and protects another", [
      route("z", { size: 3, place: 2 }, { options: { aliases: ["a"], replaceOnChanges: ["*"] } }),
      route("b", { size: 4, place: 2 }, { dependsOn: ["z"], options: { deleteBeforeReplace: false, protect: true } }),
    ]),
    command("destroy", "is stopped by what is protected", up("", chain(3))),
    tries("lets go", chain(3, 2).slice(0, 2)),
    command("destroy", "cannot delete", up("", chain(3)), { outcomes: { "delete a": "fails" } }),
    command("destroy", "ends", up("", chain(3))),
  ];
}

/** A life of names and components as people write them. */
export function namedLife(): readonly Step[] {
  const pairs = logicalNames.map((name, index) => {
    const components = componentsAround[index % componentsAround.length] ?? [];
    return { name, components };
  });
  const all = (size: number, place = 1) =>
    pairs.map(({ name, components }) => route(name, { size, place }, { components }));
  // The SDK cuts the URN of such a parent, and so the alias is that of nothing.
  const hasAlias = ({ components }: (typeof pairs)[number]) => !components.at(-1)?.name.includes("::");
  const renamed = pairs.map(({ name, components }) =>
    hasAlias({ name, components })
      ? route(`${name} 2`, { size: 2, place: 2 }, { components, options: { aliases: [name] } })
      : route(name, { size: 2, place: 2 }, { components }),
  );
  return [
    up("creates", all(1)),
    up("updates", all(2)),
    up("replaces", all(2, 2)),
    up("renames", renamed),
    command("refresh", "reads", up("", renamed)),
    command("destroy", "deletes", up("", renamed)),
  ];
}

/** A life in which runs are of some of the resources. */
export function targetedLife(): readonly Step[] {
  const [before, after] = [route("before", { size: 1 }), route("after", { size: 1 })];
  const others = (size: number) => [route("beside", { size }), route("on beside", { size }, { dependsOn: ["beside"] })];
  const targets = (...names: string[]) => ({ targets: names.map((name) => toUrn("Route", name)) });
  const next = [after, ...others(2), route("new", { size: 1 })];
  return [
    up("creates", [before, ...others(1)]),
    up("makes the new one alone", next, targets("after")),
    up("deletes the old one alone", next, targets("before")),
    up("updates one that another depends on", next, targets("beside")),
    command("destroy", "deletes one alone", up("", next), targets("on beside")),
    up("does the rest", next),
    command("destroy", "ends", up("", next)),
  ];
}
