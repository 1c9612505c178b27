import type { Values } from "../../../provider/src/fields/values";
import { OutputOf, type DeclaredResource } from "../../simulation/engine/program";
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
function quiet(): readonly Step[] {
  const first = up("creates", [
    route("changed", { size: 1 }),
    route("after", { size: 1 }, { dependsOn: ["changed"] }),
    route("linked", { note: new OutputOf("changed", "selfLink"), size: 1 }),
    route("moved", { place: "x", size: 1 }),
    route("beside moved", { note: new OutputOf("moved", "id") }),
    route("fixed", { place: "x", isFixed: true }),
    route("on fixed", { place: new OutputOf("fixed", "id"), isFixed: true }),
    route("noting fixed", { note: new OutputOf("fixed", "id"), size: 1 }, { dependsOn: ["fixed"] }),
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
    route("linked", { note: new OutputOf("changed", "selfLink"), size: 2 }, { dependsOn: ["after"] }),
    route("moved", { place: "y", size: 2 }),
    route("beside moved", { note: new OutputOf("moved", "id") }),
    route("fixed", { place: "y", isFixed: true }),
    route("on fixed", { place: new OutputOf("fixed", "id"), isFixed: true }),
    route("noting fixed", { note: new OutputOf("fixed", "id"), size: 1 }, { dependsOn: ["fixed"] }),
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

/** A life in which calls fail. */
function failing(): readonly Step[] {
  const resources = ["1", "2", "3"].map((place): readonly DeclaredResource[] => [
    route("updated", { size: place }),
    route("half updated", { size: place }),
    route("moved", { place }),
    route("half moved", { place }),
    route("undeleted", { place, isFixed: true }),
    route("unmade", { place, isFixed: true }),
    route("half made", { place, isFixed: true }),
    route("late", { size: place }),
    route("undone", { place, isFixed: true }),
    ...(place !== "2"
      ? []
      : [route("new", {}), route("half new", { size: 1 }), route("waiting", {}, { dependsOn: ["new"] })]),
  ]);
  const [first = [], second = [], third = []] = resources;
  const left = [route("moved", { place: "1" }), route("below", {}), route("above", {}, { dependsOn: ["below"] })];
  const moved = [route("moved", { place: "2" }), ...left.slice(1)];
  const withUnmade = (place: string, isFixed: boolean) => [
    route("unmade", { place, isFixed }),
    route("gone", { place, isFixed: true }),
    route("moved", { place }),
    ...left.slice(1),
  ];
  return [
    up("creates", first),
    up("fails at nine", second, {
      outcomes: {
        "create new": "fails",
        "create half new": "fails in part",
        "update updated": "fails",
        "update half updated": "fails in part",
        "create moved": "fails",
        "create half moved": "fails in part",
        "delete undeleted": "fails",
        "create unmade": "fails",
        "create half made": "fails in part",
        "update late": "succeeds after a failure",
        "delete undone": "succeeds after a failure",
      },
      together: 13,
    }),
    up("mends all", second),
    up("fails in part again", third, {
      outcomes: { "update half updated": "fails in part", "update late": "fails in part" },
      together: 13,
    }),
    command("refresh", "finds no fault", up("", third)),
    up("goes on", left),
    up("cannot delete what it replaces", moved, { outcomes: { "delete moved": "fails" } }),
    command("refresh", "reads what is left to be deleted too", up("", moved)),
    up("cannot delete what is not declared", [...moved.slice(0, 2)], {
      outcomes: { "delete moved": "succeeds after a failure", "delete above": "fails" },
      together: 2,
    }),
    up("has what is to be replaced", withUnmade("1", true)),
    up("cannot make what it has deleted", withUnmade("2", true), {
      outcomes: { "create unmade": "fails", "create gone": "fails", "create moved": "succeeds after a failure" },
      together: 5,
    }),
    command("refresh", "does not read what is deleted already", up("", withUnmade("2", true))),
    up(
      "makes it as it was, and nothing of what is not declared",
      withUnmade("1", false).filter(({ name }) => name !== "gone"),
    ),
    command("destroy", "stops at what it cannot delete", up("", left), { outcomes: { "delete above": "fails" } }),
    command("destroy", "deletes the rest", up("", left)),
  ];
}

/** A life in which the engine's own questions fail. */
function asking(): readonly Step[] {
  const first = up("creates", [route("a", { size: 1 }), route("b", { size: 1 })]);
  const change = [route("a", { size: 2 }), route("b", { size: 2 }, { dependsOn: ["a"] })];
  const renamed = [
    route("c", { size: 2 }, { options: { aliases: ["a"] } }),
    route("b", { size: 2 }, { dependsOn: ["c"] }),
  ];
  return [
    first,
    up("stops at a check that refuses", change, { outcomes: { "check a": "is refused" } }),
    up("changes", change),
    up("stops at a check that fails", [route("a", { size: 2 }), route("b", { size: 3 }, { dependsOn: ["a"] })], {
      outcomes: { "check b": "fails" },
    }),
    up("knows a renamed resource in the dependencies of one that it has not come to", renamed, {
      outcomes: { "check b": "fails" },
    }),
    up("renames it back", [route("a", { size: 2 }, { options: { aliases: ["c"] } }), ...change.slice(1)]),
    up("stops at a diff that fails", [route("a", { size: 3 }), ...change.slice(1)], {
      outcomes: { "diff a": "fails" },
    }),
    command("refresh", "goes on after a read that fails", first, { outcomes: { "read a": "fails" } }),
    command("up --refresh", "does not begin after a read that fails", first, {
      outcomes: { "read b": "fails", "read a": "finds another size" },
    }),
  ];
}

/** A life in which processes are killed. */
function killed(): readonly Step[] {
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

export const lives: Readonly<Record<string, () => readonly Step[]>> = {
  "a quiet life": quiet,
  "a life of failures": failing,
  "questions that fail": asking,
  "processes that are killed": killed,
};
