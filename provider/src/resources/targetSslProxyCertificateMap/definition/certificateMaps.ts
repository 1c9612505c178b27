import { queryProblem, type LinkContext } from "../../../names/links";
import { isProjectId } from "../../../names/names";

const host = "certificatemanager.googleapis.com";

/** The Certificate Manager takes names that Compute Engine does not take for its own objects, such as `2026-map`. */
const mapName = /^[a-z0-9-]{1,63}$/;

/** The path of a map, of which only the name has to be there. */
const spelling = /^(?:(?:projects\/([^/]*)\/)?locations\/([^/]*)\/certificateMaps\/)?([^/]*)$/;

/** What a link to a certificate map is, for messages. */
export const certificateMapDescription =
  "a link to a certificate map: " +
  `//${host}/projects/PROJECT/locations/global/certificateMaps/NAME, the same from projects/ on, its URL, or its name`;

/**
 * A link to a certificate map, which belongs to another service, in the one spelling that proxies take.
 *
 * Spellings: that one, the same from `projects/` or `locations/` on, the URL of the Certificate Manager's API, or a
 * bare name.
 */
export function parseCertificateMap(
  link: string,
  { project }: LinkContext,
): { canonical: string } | { problem: string } {
  const query = queryProblem(link);
  if (query !== undefined) return { problem: query };
  const [, named, path] = /^(?:https:)?\/\/([^/]*)\/(?:v1\/)?(.*)$/.exec(link) ?? [];
  if (named !== undefined && named !== host) return { problem: `its host is not ${host}` };
  const [, owner = project, location = "global", name] = spelling.exec(path ?? link) ?? [];
  if (name === undefined) return { problem: "it names something else" };
  if (location !== "global") return { problem: "a proxy takes certificate maps of the location global only" };
  if (owner === undefined) return { problem: "it names no project, and none is configured" };
  if (!isProjectId(owner)) return { problem: `${JSON.stringify(owner)} is not a project` };
  if (name === "") return { problem: "it is empty" };
  return mapName.test(name)
    ? { canonical: `//${host}/projects/${owner}/locations/global/certificateMaps/${name}` }
    : { problem: `the name ${JSON.stringify(name)} must be 1 to 63 lower-case letters, digits and hyphens` };
}
