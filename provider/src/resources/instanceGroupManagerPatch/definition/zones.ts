import { isDeepStrictEqual } from "node:util";
import { canonicalUrl, linkName, queryProblem, withoutHost, type LinkContext } from "../../../names/links";
import { isProjectId, locationProblem, zoneRegion } from "../../../names/names";
import { containsUnknown, isUnknown } from "../../../fields/unknown";
import { foreignLinkKind } from "../../../fields/links";
import { valueAt } from "../../../fields/leaves";
import { scalarText } from "../../../types/scalarText";
import { isValues, type Values } from "../../../fields/values";

/** A zone as an object of its own, in any spelling; sent as the service shows it. It has to be in the region, if there is one. */
export const zoneLinkKind = foreignLinkKind(
  "zones",
  "a zone: its name, zones/ZONE, projects/PROJECT/zones/ZONE, or its URL",
  parseZone,
  (link, { region }) =>
    region === undefined || isUnknown(region) || zoneRegion(linkName(link)) === region
      ? undefined
      : `it is no zone of the region ${region}`,
);

/**
 * Why a group cannot have the zones that the program gives: a group never changes its zones.
 *
 * @param known what is known of the group
 * @returns `undefined` where the zones are the same, or are not known on one of the sides
 */
export function zonesProblem(known: Values, program: Values): string | undefined {
  const [current, wanted] = [known, program].map(zoneNames);
  if (current === undefined || wanted === undefined || isDeepStrictEqual(current, wanted)) return undefined;
  return (
    `distributionPolicy.zones cannot change, because the zones of a group are immutable. The group has ${inWords(current)}, and the program gives ${inWords(wanted)}. ` +
    "Give the zones of the group, or remove zones from the program. For other zones, create another group."
  );
}

/** Names of the zones, sorted; they say enough, because all zones of a group are in its project. */
function zoneNames(values: Values): string[] | undefined {
  const zones = valueAt(values, ["distributionPolicy", "zones"]);
  if (!Array.isArray(zones) || containsUnknown(zones)) return undefined;
  return zones.map((zone: unknown) => linkName(scalarText(isValues(zone) ? zone.zone : zone) ?? "")).sort();
}

function inWords(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.join(", ");
}

function parseZone(link: string, context: LinkContext): { canonical: string } | { problem: string } {
  const query = queryProblem(link);
  if (query !== undefined) return { problem: query };
  const path = withoutHost(link, context.hosts ?? []) ?? "";
  const [, project = context.project ?? "", name = ""] =
    /^(?:(?:projects\/([^/]+)\/)?zones\/)?([^/]+)$/.exec(path) ?? [];
  const isZone = locationProblem("zone", name) === undefined && isProjectId(project);
  return isZone
    ? { canonical: canonicalUrl(`projects/${project}/zones/${name}`, context) }
    : { problem: "it names something else" };
}
