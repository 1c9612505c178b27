import { canonicalUrl, queryProblem, withoutHost, type LinkContext } from "../../../names/links";
import { isProjectId, locationProblem } from "../../../names/names";
import { containsUnknown } from "../../../fields/unknown";
import { mustBe, type Kind } from "../../../fields/kind";
import { comparedByPath } from "../../../fields/links";

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
