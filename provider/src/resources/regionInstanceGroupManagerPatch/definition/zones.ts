import { isDeepStrictEqual } from "node:util";
import { canonicalUrl, linkName, queryProblem, withoutHost, type LinkContext } from "../../../names/links";
import { isProjectId, locationProblem, zoneRegion } from "../../../names/names";
import { containsUnknown, isUnknown } from "../../../fields/unknown";
import { mustBe, type Kind } from "../../../fields/kind";
import { comparedByPath, formContext } from "../../../fields/links";
import { valueAt } from "../../../fields/leaves";
import { scalarText } from "../../../types/scalarText";
import { isValues, type Values } from "../../../fields/values";

const describe = "a zone: its name, zones/ZONE, projects/PROJECT/zones/ZONE, or its URL";

/** A zone as an object of its own, in any spelling; sent as the service shows it. It has to be in the region, if there is one. */
export const zoneLinkKind: Kind = {
  describe,
  form: "text",
  isRespelt: true,
  canonical(value, context) {
    const path = pathIn(value, context);
    return path === undefined ? value : canonicalUrl(path, context);
  },
  ...comparedByPath(pathIn),
  problems(value, property, context) {
    if (typeof value !== "string") return mustBe(property, describe, value);
    const path = pathIn(value, formContext(context));
    const query = queryProblem(value);
    if (path === undefined) return mustBe(property, query === undefined ? describe : `${describe}; ${query}`, value);
    const { region } = context;
    const isInRegion = region === undefined || isUnknown(region) || zoneRegion(linkName(path)) === region;
    return isInRegion ? [] : mustBe(property, `a zone of the region ${region}`, value);
  },
};

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

function pathIn(value: unknown, { project, hosts = [] }: LinkContext): string | undefined {
  const link = typeof value === "string" ? (withoutHost(value, hosts) ?? "") : "";
  const [, own = project ?? "", name = ""] = /^(?:(?:projects\/([^/]+)\/)?zones\/)?([^/]+)$/.exec(link) ?? [];
  const isZone = locationProblem("zone", name) === undefined && isProjectId(own);
  return isZone ? `projects/${own}/zones/${name}` : undefined;
}
