import { canonicalUrl, type LinkContext } from "../../compute/links";
import { isLocationName, isProjectId } from "../../compute/names";
import { containsUnknown } from "../unknown";
import { mustBe, type Kind } from "./kind";

const describe = "a zone: its name, zones/ZONE, projects/PROJECT/zones/ZONE, or its URL";

/** A zone as an object of its own, in any spelling; sent as the service shows it. It has to be in the region, if there is one. */
export const zoneLinkKind: Kind = {
  describe,
  canonical,
  same: (left, right, context) => canonical(left, context) === canonical(right, context),
  problems(value, property, context) {
    const zone = typeof value === "string" ? parse(value, context) : undefined;
    if (zone === undefined) return mustBe(property, describe, value);
    const { region } = context;
    if (containsUnknown(context) || region === undefined || zone.name.replace(/-[^-]*$/, "") === region) return [];
    return mustBe(property, `a zone of the region ${region}`, value);
  },
};

function canonical(value: unknown, context: LinkContext): unknown {
  const zone = typeof value === "string" ? parse(value, context) : undefined;
  return zone?.project === undefined ? value : canonicalUrl(`projects/${zone.project}/zones/${zone.name}`);
}

function parse(link: string, { project, hosts = [] }: LinkContext): { project?: string; name: string } | undefined {
  const found =
    /^(?:(?:https?:)?\/\/([^/]+)\/(?:(?:compute\/)?v1\/)?)?\/?(?:(?:projects\/([^/]+)\/)?zones\/)?([^/]+)$/.exec(link);
  if (found === null) return undefined;
  const [, host, own = project, name = ""] = found;
  const isService = host === undefined || /(^|\.)googleapis\.com$/.test(host) || hosts.includes(host);
  if (!isService || !isLocationName(name) || (own !== undefined && !isProjectId(own))) return undefined;
  return { ...(own === undefined ? {} : { project: own }), name };
}
