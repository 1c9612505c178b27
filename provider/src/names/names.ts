import { createHash } from "node:crypto";

/** The names that RFC 1035 and the service allow for an object: 1 to 63 characters. */
const resourceName = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** Why a text is no resource name, as the end of the sentence "must be …"; `undefined` when it is one. */
export function resourceNameProblem(name: string): string | undefined {
  if (resourceName.test(name)) return undefined;
  const found =
    name === ""
      ? "it is empty"
      : name.length > 63
        ? `it has ${String(name.length)} characters`
        : /[A-Z]/.test(name)
          ? "it has upper-case letters"
          : /^[^a-z]/.test(name)
            ? `it begins with ${JSON.stringify(firstCharacter(name))}`
            : name.endsWith("-")
              ? "it ends with a hyphen"
              : `it has ${JSON.stringify(/[^-a-z0-9]/u.exec(name)?.[0] ?? "")}`;
  return `1 to 63 characters, lower-case letters, digits and hyphens, beginning with a letter and not ending with a hyphen (RFC 1035); ${found}`;
}

/** Whole, also when it is outside the basic plane, so that the message is well-formed text. */
function firstCharacter(text: string): string {
  return /^./su.exec(text)?.[0] ?? "";
}

/** A project id (also the older `domain.com:id` form) or project number. */
const projectId = /^(?:[a-z][-a-z0-9.]{0,61}[a-z0-9]:)?[a-z]([-a-z0-9]{0,61}[a-z0-9])?$|^\d{1,19}$/;

export function isProjectId(text: string): boolean {
  return projectId.test(text);
}

/** Why a text is no project, as the end of the sentence "must be …"; `undefined` where it may be one. */
export function projectProblem(text: string): string | undefined {
  return isProjectId(text)
    ? undefined
    : orLastPart("the id or number of a project, such as my-project-1", text, isProjectId);
}

/** The rule, with the last part of a path where that is what is meant. */
function orLastPart(rule: string, path: string, accepts: (name: string) => boolean): string {
  const last = path.slice(path.lastIndexOf("/") + 1);
  return last !== path && accepts(last) ? `${rule}; give ${JSON.stringify(last)}` : rule;
}

/** `us-central1`, `us-central1-a`. */
export function isLocationName(text: string): boolean {
  return resourceName.test(text);
}

const regionForm = /^[a-z]+(?:-[a-z]+)+\d+$/;
const zoneForm = /^([a-z]+(?:-[a-z]+)+\d+)-[a-z0-9]+$/;

/**
 * Why a text names no region or no zone, as the end of the sentence "must be …"; `undefined` when it may name one. Places
 * may have names of other forms; what is refused is one that has the form of the other.
 */
export function locationProblem(what: "region" | "zone", name: string): string | undefined {
  if (!isLocationName(name)) {
    const rule = `the name of a ${what}, such as us-central1${what === "zone" ? "-a" : ""}`;
    return orLastPart(rule, name, (last) => locationProblem(what, last) === undefined);
  }
  if (what === "zone") return regionForm.test(name) ? `a zone, such as ${name}-b, not a region` : undefined;
  const region = zoneForm.exec(name)?.[1];
  return region === undefined ? undefined : `a region, such as ${region}, not a zone`;
}

/**
 * A physical name made of a logical one: lower case, other characters to hyphens, cut to fit, and a suffix
 * so that a replacement can be created before the old one is deleted.
 */
export function physicalName(logicalName: string, suffix: string, maximumLength = 63): string {
  const base = logicalName
    .toLowerCase()
    .replace(/[^-a-z0-9]+/g, "-")
    .replace(/-{2,}/g, "-")
    .replace(/^[^a-z]+/, "");
  const cut = (base === "" ? "r" : base).slice(0, maximumLength - suffix.length - 1).replace(/-$/, "");
  return `${cut}-${suffix}`;
}

/**
 * The suffix of a name: seven hexadecimal digits.
 *
 * @param seed one seed always gives one suffix
 */
export function nameSuffix(seed: Uint8Array | string): string {
  return createHash("sha256").update(seed).digest("hex").slice(0, 7);
}

/** The region that a zone is in: its name without the last part. */
export function zoneRegion(zone: string): string {
  return zone.replace(/-[^-]*$/, "");
}
