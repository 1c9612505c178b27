/** The hosts of the pages that a browser shows. */
const consoleHost = /^https?:\/\/console\.(?:cloud\.google|developers\.google)\.com(?:\/|$)/i;

/** The part before the name of an object in the address of its page. */
const beforeName = /^.*?\/(?:details|\w+Details?)\//;

export function isConsolePage(text: string): boolean {
  return consoleHost.test(text);
}

/**
 * Why the address of a page of the Google Cloud console is no link to an object; `undefined` for any other text.
 *
 * @param accepts true if a link is one that can be given: the address most often says the whole of it
 * @param instead what to give if the address does not say it
 */
export function consolePageProblem(
  address: string,
  collection: string,
  accepts: (link: string) => boolean,
  instead = "the selfLink, id or name of the object",
): string | undefined {
  if (!isConsolePage(address)) return undefined;
  const found = linksIn(address, collection).find(accepts);
  return `it is the address of a page of the console, not a link; give ${found === undefined ? instead : JSON.stringify(found)}`;
}

/**
 * The links that an address may stand for: behind `details`, it has the name, a place and a name, or a path. Its query has
 * the project, the organization or the folder.
 */
function linksIn(address: string, collection: string): string[] {
  const [path = "", query = ""] = address.split(/[?#]/);
  const behind = beforeName.test(path) ? path.replace(beforeName, "").replace(/\/$/, "") : "";
  const found = new URLSearchParams(query);
  const [project, organization, folder] = ["project", "organizationId", "folder"].map((key) => found.get(key));
  const [name = "", ...more] = behind.split("/").reverse();
  const paths =
    more.length > 1
      ? [behind]
      : more.length === 1
        ? ["zones", "regions"].map((places) => `${places}/${more[0] ?? ""}/${collection}/${name}`)
        : [`global/${collection}/${name}`, `locations/global/${collection}/${name}`];
  const prefix = project === null ? "" : `projects/${project}/`;
  return [
    ...paths.map((one) => (one.startsWith("projects/") ? one : prefix + one)),
    ...(folder === null ? [] : [`folders/${folder}`]),
    ...(organization === null ? [] : [`organizations/${organization}`]),
  ];
}
