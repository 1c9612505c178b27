import { itemPrograms, rollouts, type Cast } from "./kinds/every";
import { liberties, type LibertyName } from "./liberties";
import { onTheWay } from "./network";
import type { Tape } from "./tape";

/** How probable is what others, the user and the operating system do; one of the rates is drawn for a life. */
const chances = {
  killed: [0, 0, 0, 0.02, 0.1],
  "killed CLI": [0, 0, 0, 0.05],
  cancelled: [0, 0, 0.1, 0.4],
  rival: [0, 0, 0.3, 0.6],
  /** A rival that has come during a command comes again during the same one. */
  "rival returns": [0, 0, 0, 0.6],
  "next program": [0.15, 0.15, 0.15, 0.6],
  /** Two resources of the next program have each what the other one had. */
  swap: [0.2, 0.2, 0.2, 0.8],
  /** The user replaces what the program does not change. */
  forced: [0, 0, 0, 0.4],
  /** Another stack has the same program. */
  "other stack": [0, 0, 0, 0.3],
  /** The program adopts what it finds. */
  adopts: [0.1, 0.1, 0.1, 0.6],
  /** The program has the option `ignoreChanges`. */
  ignores: [0, 0, 0, 0.6],
  /** A patch of a group waits for its instances. */
  rollouts: [0, 0, 0, 0.8],
  /** Others have a hand in a rollout while a step waits for it. */
  hands: [0, 0, 0.3, 0.6],
  /** A patch is about items of a list. */
  items: [0, 0, 0, 0.8],
  /** Habits of people: see `people.ts`. */
  "odd names": [0, 0, 0, 0.8],
  "rotated names": [0, 0, 0, 0.8],
  "changes in place": [0, 0, 0, 0.8],
  "staged runs": [0, 0, 0, 0.8],
} as const;

/** Until the package keeps its promises beside them, only `--raise` brings them in. */
const onlyRaised: ReadonlySet<string> = new Set([
  "items",
  "hands",
  "odd names",
  "rotated names",
  "changes in place",
  "staged runs",
]);

export type Rate = LibertyName | keyof typeof chances;

export function readRate(tape: Tape, name: keyof typeof chances): number {
  return onlyRaised.has(name) && !tape.isRaised(name) ? 0 : tape.rate(name, chances[name]);
}

/** True if it has rates that can be raised. */
export function isRate(name: string): name is Rate {
  return name in chances || name in liberties;
}

/** Lives that meet together what chance alone brings together too rarely. */
interface Family {
  readonly casts: readonly Cast[];
  /** These are as probable as they get. */
  readonly raises: readonly Rate[];
}

const objects = ["a route", "two routes", "a snapshot"] as const;
const grants = ["a member", "a binding", "a binding and two members", "a policy"] as const;

export const families: Readonly<Record<string, Family>> = {
  "networks that swap their policies": {
    casts: ["associations of two networks"],
    raises: ["swap", "next program", "rival"],
  },
  "members that move to another patch": { casts: ["two patches of one group"], raises: ["swap", "next program"] },
  "objects that others delete and make anew": { casts: objects, raises: ["rival", "rival returns"] },
  "a rival at every request of a grant": { casts: grants, raises: ["rivalJustBefore"] },
  "a rival at every request": {
    casts: [...objects, "an association", "a certificate map"],
    raises: ["rivalJustBefore"],
  },
  "lost requests and another program": {
    casts: [...objects, "a patch of a group", "a certificate map", "an association"],
    raises: ["answerLost", "requestLost", "next program"],
  },
  "many resources of one object": { casts: ["twelve bindings of one policy"], raises: ["contention"] },
  "an import, and others": {
    casts: [...objects, ...grants, "an association", "associations of two networks", "a certificate map"],
    raises: ["imports", "rival"],
  },
  "late reads": {
    casts: [...objects, ...grants, "a patch of a group", "two patches of one group", "an association"],
    raises: ["lateReads", "next program"],
  },
  "drift of what the program does not change": {
    casts: ["a patch of a group", "two patches of one group", "a snapshot"],
    raises: ["rival", "next program"],
  },
  "drift of what the program ignores": {
    casts: ["a patch of a group", "a snapshot", "a certificate map"],
    raises: ["rival", "next program", "ignores"],
  },
  "adoption of what others have made": { casts: objects, raises: ["adopts", "rival", "next program"] },
  "adoption, and old answers": { casts: objects, raises: ["adopts", "lateReads", "next program"] },
  "equal objects of others, and lost requests": {
    casts: objects,
    raises: ["rival", "answerLost", "requestLost", "deniedList"],
  },
  "replacements by force": {
    casts: [...grants, "a patch of a group", "two patches of one group", "a certificate map", "an association"],
    raises: ["forced"],
  },
  "objects that are replaced by force": { casts: objects, raises: ["forced", "adopts"] },
  "the same program in two stacks": {
    casts: objects,
    raises: ["other stack", "answerLost", "killed", "next program"],
  },
  "changes that fail after their effect": {
    casts: ["a patch of a group", "two patches of one group", "a certificate map", "an association", "a snapshot"],
    raises: ["changeFailsAfterEffect", "next program"],
  },
  "refusals that ask to wait": {
    casts: [...grants, "a patch of a group", "a snapshot", "a certificate map"],
    raises: ["asksForSeconds", "asksForLong", "contention", "rivalJustBefore"],
  },
  "answers that come late": { casts: [...grants, "a patch of a group"], raises: ["slowAnswer", "contention"] },
  "lists that take no filter": {
    casts: [...objects, "a patch of a group", "a certificate map", "an association"],
    raises: ["refusedFilter", "answerLost", "next program"],
  },
  "failed inserts that are seen late": { casts: objects, raises: ["lateReads", "leavesItsObject"] },
  "a wrong clock": {
    casts: [...objects, "an association", "a patch of a group"],
    raises: ["wrongClock", "requestLost"],
  },
};

/** Rates that a rollout can meet together: its lives have no family of their own, which would give other lives another one. */
const besideRollouts: readonly Readonly<Partial<Record<Rate, number>>>[] = [
  {},
  { "next program": 0.6 },
  { "next program": 0.6, killed: 0.03 },
  { killed: 0.03, "killed CLI": 0.05 },
  { rival: 0.6, "rival returns": 0.6 },
  { rivalJustBefore: 0.2, "next program": 0.6 },
  { lateReads: 1, "next program": 0.6 },
  { staleRead: 0.35 },
  { answerLost: 0.05, requestLost: 0.05 },
  { changeFailsAfterEffect: 0.15, failsWithoutEffect: 0.2 },
  { cancelled: 0.4 },
];

/** A wait asks a hundred times: few would come to their end where each request can be its last. */
export const disturbances = [
  ...onTheWay,
  "constraint",
  "badValue",
  "rivalJustBefore",
  "killed",
  "killed CLI",
  "cancelled",
];

/** The program, or in its place one that waits for the instances of the same group. */
export function chooseRollout(tape: Tape, cast: string): Cast | undefined {
  const rollout = rollouts[cast];
  if (rollout === undefined) return undefined;
  const waits = tape.choose("the patches", ["wait for nothing", "wait for instances"], readRate(tape, "rollouts"));
  if (waits === "wait for nothing") return undefined;
  if (tape.draw("a rollout is in peace", [true, true, false]) === true)
    tape.fix(Object.fromEntries(disturbances.map((name) => [name, 0])));
  const asked = besideRollouts.filter((rates) => Object.keys(rates).some((name) => tape.isRaised(name)));
  tape.fix(tape.draw("beside a rollout", asked.length > 0 ? asked : besideRollouts) ?? {});
  return rollout;
}

/** The program, or in its place one that has items of a list. */
export function chooseItems(tape: Tape, cast: string): Cast | undefined {
  const program = itemPrograms[cast];
  if (program === undefined) return undefined;
  return tape.choose("the patches", ["are of fields", "are of items"], readRate(tape, "items")) === "are of items"
    ? program
    : undefined;
}

/** Half of the lives are of a family. What it raises is raised; without a family a life is as chance has it. */
export function chooseFamily(tape: Tape): string | undefined {
  if (tape.draw("has a family", [true, false]) !== true) return undefined;
  const name = tape.draw("family", Object.keys(families));
  tape.raise(families[name ?? ""]?.raises ?? []);
  return name;
}
