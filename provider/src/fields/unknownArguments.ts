import type { Problem } from "./problem";

/**
 * One problem for each argument that does not exist, with the one that was probably meant.
 *
 * @param aliases words of other providers for the same thing: `{ nextHopIpAddress: "nextHopIp" }`
 * @param prefix what to put before a name in messages: `params.`
 */
export function unknownArguments(
  declared: readonly string[],
  known: readonly string[],
  aliases: Readonly<Record<string, string>>,
  prefix = "",
): Problem[] {
  return declared
    .filter((name) => !known.includes(name))
    .map((name) => {
      const suggestion = (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? closest(name, known);
      const advice =
        suggestion === undefined ? `Known arguments: ${known.join(", ")}.` : `Did you mean ${prefix}${suggestion}?`;
      const shown = prefix + (/^\w{1,100}$/.test(name) ? name : JSON.stringify(name.slice(0, longestName)));
      const reason = `${shown} is not an argument. ${advice}`;
      return { property: shown, reason, ...(suggestion === undefined ? {} : { suggested: prefix + suggestion }) };
    });
}

/** A longer name is no misspelt one, and would only fill the screen. */
const longestName = 100;

/** The known name that is nearest, when it is not more than so many letters away. */
export function closest(
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
