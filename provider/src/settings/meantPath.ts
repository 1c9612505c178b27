const version = /^(?:alpha|beta|v\d\w*)$/;

/** What may come behind the version, if anything: an endpoint has none of it. */
const behindVersion = [undefined, "projects", "locations", "organizations"];

/**
 * The path of an endpoint up to its version, with the version that this package speaks: `/compute/v1` for `/compute/beta`. A
 * gateway may have any other path, which stays.
 */
export function meantPath(path: string): string {
  if (path === "") return "/compute/v1";
  const parts = path.split("/");
  const at = parts.findIndex((part) => version.test(part));
  if (at < 0) return parts.at(-1) === "compute" ? `${path}/v1` : path;
  const isVersion = parts[at - 1] === "compute" || behindVersion.includes(parts[at + 1]);
  return isVersion ? [...parts.slice(0, at), "v1"].join("/") : path;
}
