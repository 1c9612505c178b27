import { host, notFound, type Answer } from "./answers";
import type { Data } from "./objects";
import type { Service } from "./service";

const known = new WeakMap<Service, Set<string>>();

/** The instance templates that somebody has deleted, by their links. Every other one exists. */
export function goneTemplates(service: Service): Set<string> {
  const gone = known.get(service) ?? new Set();
  known.set(service, gone);
  return gone;
}

/** The refusal of a patch that names a template that is gone. */
export function refuseGone(service: Service, { versions = [] }: Data): Answer | undefined {
  const named = (versions as readonly { instanceTemplate?: string }[]).map(
    ({ instanceTemplate = "" }) => instanceTemplate,
  );
  const gone = named.find((template) => [...goneTemplates(service)].some((link) => hasName(template, link)));
  return gone === undefined ? undefined : notFound(gone.replace(host, ""));
}

/** Programs write links in many ways, and the last part is the name in each. */
function hasName(template: string, link: string): boolean {
  return toName(template) === toName(link);
}

function toName(link: string): string | undefined {
  return link.replace(/\?.*/, "").split("/").at(-1);
}
