import type { Answer, ProjectScope, Service } from "../run/service";
import { fixtureNames, fixtures, named, pathIn, type FixtureName } from "./fixtures";

/** Something that is tried. */
export interface Subject {
  /** The fixtures that it refers to. */
  readonly fixtures: readonly FixtureName[];
  /** The option without which it cannot be tried. */
  readonly needs?: "--certificate-map" | "--parent";
}

/** The run that a subject is part of. */
export interface Run {
  readonly service: Service;
  readonly prefix: string;
  readonly certificateMaps: readonly string[];
  /** The last operation on each fixture: it says the number of the object, and who made it. */
  readonly operations: ReadonlyMap<FixtureName, Answer>;
}

/** Path of a fixture that the service calls by its name. */
export function toPath(place: ProjectScope, prefix: string, fixture: FixtureName): string {
  return `${pathIn(fixtures[fixture].collection, place)}/${named(prefix, fixture)}`;
}

/** The service calls a hierarchical policy by a number, which the operation that made it says. */
export function toPolicyPath({ operations }: Run, fixture: FixtureName): string {
  return `locations/global/firewallPolicies/${operations.get(fixture)?.targetId ?? ""}`;
}

/** All that some subjects need, each after what it refers to itself. */
export function neededFixtures(subjects: readonly Subject[]): FixtureName[] {
  const needed = new Set<string>(subjects.flatMap((subject) => subject.fixtures));
  for (const name of fixtureNames.toReversed())
    if (needed.has(name)) for (const other of fixtures[name].refersTo ?? []) needed.add(other);
  return fixtureNames.filter((name) => needed.has(name));
}
