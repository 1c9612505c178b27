import { isLocationName, locationProblem } from "./names";

/** More segments than any link has: a text of a megabyte may have as many as it has characters. */
const mostSegments = 12;

/**
 * The link that a path most probably stands for, of which a part is missing, or has another word; `undefined` where it names
 * an object of something else.
 *
 * @param accepts true if a link is one that can be given
 */
export function findNearestLink(
  path: string,
  { collection, scopes }: { readonly collection: string; readonly scopes: readonly string[] },
  accepts: (link: string) => boolean,
): string | undefined {
  const segments = path.replace(/\/$/, "").split("/", mostSegments);
  // Behind a host without its scheme, and its version.
  const parts = segments.slice(Math.max(segments.lastIndexOf("projects"), 0)).reverse();
  const isWord = (part: string) => ["global", "regions", "zones", collection].some((word) => isSameWord(part, word));
  const [name = ""] = parts.splice(0, 1);
  if (isWord(name)) return undefined;
  let owner = "";
  let place = "";
  while (parts.length > 0) {
    const part = parts.pop() ?? "";
    if (isSameWord(part, "projects")) owner = isWord(parts.at(-1) ?? "") ? "" : `projects/${parts.pop() ?? ""}/`;
    else if (isSameWord(part, "global")) place = "global/";
    else if (isSameWord(part, "regions") || isSameWord(part, "zones")) {
      const location = parts.pop() ?? "";
      place = `${readPlaces(location) ?? (isSameWord(part, "zones") ? "zones" : "regions")}/${location}/`;
    } else if (readPlaces(part) !== undefined) place = `${readPlaces(part) ?? ""}/${part}/`;
    else if (!isSameWord(part, collection)) return undefined;
  }
  if (place === "" && scopes.includes("global")) place = "global/";
  const found = owner + place === "" ? name : `${owner}${place}${collection}/${name}`;
  return found !== path && accepts(found) ? found : undefined;
}

/** True if a part of a path is that word, whatever its number, letter case and hyphens. */
function isSameWord(part: string, word: string): boolean {
  const plural = word.toLowerCase();
  const forms = [plural, plural.replace(/s$/, ""), plural.replace(/es$/, ""), plural.replace(/ies$/, "y")];
  return forms.includes(part.replaceAll(/[-_]/g, "").toLowerCase());
}

/** `regions` or `zones`, where the form of a name tells. */
function readPlaces(name: string): "regions" | "zones" | undefined {
  if (!isLocationName(name)) return undefined;
  if (locationProblem("zone", name) !== undefined) return "regions";
  return locationProblem("region", name) === undefined ? undefined : "zones";
}
