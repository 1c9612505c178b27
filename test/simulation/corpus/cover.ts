/** Something that can be chosen, at its cost, for the features that it has. */
export interface Candidate {
  readonly features: readonly number[];
  readonly cost: number;
}

/**
 * The candidates that have together every feature that any has: again and again the one with the most missing features for its
 * cost, and without those of which the others have everything. The same candidates give the same choice.
 */
export function cover<T extends Candidate>(candidates: readonly T[]): T[] {
  const times = new Map<number, number>();
  const count = ({ features }: T, by: number) => {
    for (const feature of features) times.set(feature, (times.get(feature) ?? 0) + by);
  };
  const worth = ({ features, cost }: T) => features.filter((feature) => !times.has(feature)).length / cost;
  const chosen: T[] = [];
  // The worth of a candidate only falls, so most need no second look.
  let left = candidates.map((candidate) => ({ candidate, atMost: worth(candidate) }));
  while (left.length > 0) {
    let best: (typeof left)[number] | undefined;
    left.sort((one, other) => other.atMost - one.atMost);
    for (const one of left) {
      if (best !== undefined && best.atMost >= one.atMost) break;
      one.atMost = worth(one.candidate);
      if (best === undefined || one.atMost > best.atMost) best = one;
    }
    if (best === undefined || best.atMost === 0) break;
    const { candidate } = best;
    chosen.push(candidate);
    count(candidate, 1);
    left = left.filter((one) => one.candidate !== candidate && one.atMost > 0);
  }
  return chosen
    .toSorted((one, other) => other.cost - one.cost)
    .filter((candidate) => {
      const isNeeded = candidate.features.some((feature) => times.get(feature) === 1);
      if (!isNeeded) count(candidate, -1);
      return isNeeded;
    });
}
