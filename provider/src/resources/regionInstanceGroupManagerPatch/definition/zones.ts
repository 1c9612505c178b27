import { isDeepStrictEqual } from "node:util";
import { canonicalUrl, queryProblem, withoutHost, type LinkContext } from "../../../names/links";
import { isProjectId, locationProblem } from "../../../names/names";
import { containsUnknown } from "../../../fields/unknown";
import { mustBe, type Kind } from "../../../fields/kind";
import { comparedByPath } from "../../../fields/links";
import { valueAt } from "../../../fields/leaves";
import { isValues, type Values } from "../../../fields/values";

const describe = "a zone: its name, zones/ZONE, projects/PROJECT/zones/ZONE, or its URL";

/** A zone as an object of its own, in any spelling; sent as the service shows it. It has to be in the region, if there is one. */
export const zoneLinkKind: Kind = {
  describe,
  canonical,
  ...comparedByPath((value, context) => {
    const zone = typeof value === "string" ? parse(value, context) : undefined;
    return zone?.project === undefined ? undefined : { path: `projects/${zone.project}/zones/${zone.name}` };
  }),
  problems(value, property, context) {
    const zone = typeof value === "string" ? parse(value, context) : undefined;
    const query = typeof value === "string" ? queryProblem(value) : undefined;
    if (zone === undefined) return mustBe(property, query === undefined ? describe : `${describe}; ${query}`, value);
    const { region } = context;
    if (containsUnknown(context) || region === undefined || zone.name.replace(/-[^-]*$/, "") === region) return [];
    return mustBe(property, `a zone of the region ${region}`, value);
  },
};

/**
 * Why a group cannot have the zones that the program gives: a group never changes its zones.
 *
 * @param there what is known of the group
 * @returns `undefined` where the zones are the same, or are not known on one of the sides
 */
export function zonesProblem(there: Values, program: Values): string | undefined {
  const [current, wanted] = [there, program].map(zoneNames);
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
  return zones
    .map((zone: unknown) => String(isValues(zone) ? zone.zone : zone))
    .map((link) => link.slice(link.lastIndexOf("/") + 1))
    .sort();
}

function inWords(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.join(", ");
}

function canonical(value: unknown, context: LinkContext): unknown {
  const zone = typeof value === "string" ? parse(value, context) : undefined;
  return zone?.project === undefined ? value : canonicalUrl(`projects/${zone.project}/zones/${zone.name}`, context);
}

function parse(link: string, { project, hosts = [] }: LinkContext): { project?: string; name: string } | undefined {
  const found = /^(?:(?:projects\/([^/]+)\/)?zones\/)?([^/]+)$/.exec(withoutHost(link, hosts) ?? "");
  if (found === null) return undefined;
  const [, own = project, name = ""] = found;
  if (locationProblem("zone", name) !== undefined || (own !== undefined && !isProjectId(own))) return undefined;
  return { ...(own === undefined ? {} : { project: own }), name };
}
