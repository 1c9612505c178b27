/** A longer name is no misspelt one, and would only fill the screen. */
export const longestName = 100;

/** The known name that is nearest, when it is not more than so many letters away. */
export function findNearest(
  name: string,
  known: readonly string[],
  most = Math.max(2, Math.floor(name.length / 3)),
): string | undefined {
  if (name.length > longestName) return undefined;
  // Loaded for whoever made a mistake: a program that made none declares without it.
  const { default: leven } = require("leven") as typeof import("leven"); // eslint-disable-line @typescript-eslint/no-require-imports
  const ranked = known
    .map((candidate) => ({ candidate, distance: leven(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((left, right) => left.distance - right.distance);
  const best = ranked[0];
  return best !== undefined && best.distance <= most ? best.candidate : undefined;
}
