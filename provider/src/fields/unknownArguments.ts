import { findNearest, longestName } from "../names/nearestName";
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
      const suggestion = (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? findNearest(name, known);
      const advice =
        suggestion === undefined ? `Known arguments: ${known.join(", ")}.` : `Did you mean ${prefix}${suggestion}?`;
      const shown = prefix + (/^\w{1,100}$/.test(name) ? name : JSON.stringify(name.slice(0, longestName)));
      const reason = `${shown} is not an argument. ${advice}`;
      return { property: shown, reason, ...(suggestion === undefined ? {} : { suggested: prefix + suggestion }) };
    });
}
