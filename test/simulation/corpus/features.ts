import { families } from "../families";
import { functionNames } from "../functions";
import { casts, itemPrograms, type Cast } from "../kinds/every";
import { libertyNames } from "../liberties";
import { peoplePromises } from "../peoplePromises";
import { promises } from "../promises";
import type { Lived } from "../life";

/** The features that make a life worth living again: each is something that it meets, with its program. */
export function listFeatures({ cast, family, judged, gap, met }: Lived): readonly string[] {
  const names = [
    cast,
    ...(family === undefined ? [] : [family]),
    ...judged,
    ...(gap === undefined ? [] : [gap]),
    ...met.keys(),
  ];
  return names.map((name) => toFeature(name, cast));
}

/** The names that no feature of the lives has, of those that any list of lives has to meet. */
export function findUnmet(features: ReadonlySet<string>): readonly string[] {
  const met = new Set([...features].map((feature) => feature.slice(0, feature.lastIndexOf(separator))));
  return [
    // Programs with items have lives of their own.
    ...(Object.keys(casts) as Cast[]).filter((cast) => !Object.values(itemPrograms).includes(cast)),
    ...functionNames,
    ...Object.keys(families),
    // The lives of the corpus meet no people yet: see `families.ts`.
    ...Object.keys(promises).filter((name) => !(name in peoplePromises)),
    ...libertyNames,
  ].filter((name) => !met.has(name));
}

const separator = " @ ";

function toFeature(name: string, cast: string): string {
  return name + separator + cast;
}
