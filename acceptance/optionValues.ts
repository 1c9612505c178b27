import { randomInt } from "node:crypto";
import { isLoopback } from "../provider/src/http/endpoint";

/** A command line that cannot be followed: it names the option, the rule and the way out. */
export class UsageError extends Error {}

/** The service itself. */
export const realEndpoint = "https://compute.googleapis.com/compute/v1";

/** A value of a form; an error says the rule and the fix. */
export function wanted(
  option: string,
  value: string | undefined,
  form: RegExp,
  { rule, fix }: { rule: string; fix: string },
): string {
  if (value === undefined) throw new UsageError(`${option} is missing. Give ${rule}. ${fix}`);
  if (!form.test(value)) throw new UsageError(`${option} has to be ${rule}, and is "${value}". ${fix}`);
  return value;
}

/** The region and the zone: each follows from the other. */
export function placeOf(
  givenRegion: string | undefined,
  givenZone: string | undefined,
): { region: string; zone: string } {
  const region = wanted(
    "--region",
    givenRegion ?? givenZone?.replace(/-[a-z]$/, "") ?? "us-central1",
    /^[a-z]+-[a-z]+\d+$/,
    {
      rule: "the name of a region, such as us-central1",
      fix: "Find one with: gcloud compute regions list",
    },
  );
  const zone = wanted("--zone", givenZone ?? `${region}-a`, /^[a-z]+-[a-z]+\d+-[a-z]$/, {
    rule: "the name of a zone, such as us-central1-a",
    fix: "Find one with: gcloud compute zones list",
  });
  if (!zone.startsWith(`${region}-`))
    throw new UsageError(
      `--zone has to be in the region, and ${zone} is not in ${region}. Leave out --region, or choose a zone of it.`,
    );
  return { region, zone };
}

/** What hierarchical policies are made in. */
export function parentOf(organization: string | undefined, folder: string | undefined): string | undefined {
  if (organization !== undefined && folder !== undefined)
    throw new UsageError(
      "--organization and --folder exclude each other: policies are made in one place. Leave one of them out.",
    );
  const fix = "Find it with: gcloud organizations list, or gcloud resource-manager folders list";
  if (organization !== undefined)
    return `organizations/${wanted("--organization", organization, /^\d+$/, { rule: "the number of an organization", fix })}`;
  if (folder !== undefined)
    return `folders/${wanted("--folder", folder, /^\d+$/, { rule: "the number of a folder", fix })}`;
  return undefined;
}

/** The path of a certificate map, which may be given by its name alone. */
export function certificateMapOf(map: string, project: string): string {
  const path = /^[a-z][-a-z0-9]*$/.test(map) ? `projects/${project}/locations/global/certificateMaps/${map}` : map;
  return wanted("--certificate-map", path, /^projects\/[^/]+\/locations\/global\/certificateMaps\/[a-z][-a-z0-9]*$/, {
    rule: "the name or the path of a map, projects/P/locations/global/certificateMaps/NAME",
    fix: "Make an empty one with: gcloud certificate-manager maps create NAME",
  });
}

/** A principal. */
export function memberOf(member: string): string {
  return wanted("--member", member, /^(?:user|group|serviceAccount|domain|principal|principalSet):\S+$/, {
    rule: "a principal with its type in front, such as user:ada@example.com",
    fix: "Or leave it out: the roles then go to whoever runs this.",
  });
}

/** A URL to which a token may be sent. */
export function urlOf(option: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.search !== "")
    throw new UsageError(`${option} has to be a URL such as ${realEndpoint}, and is "${text}".`);
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    throw new UsageError(
      `${option} has to be https, because a token is sent there. Plain http is for this machine only.`,
    );
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}

/** Random, so that two runs never meet, and a name by which a person knows whose it is. */
const prefixForm = /^gceacc-[a-z0-9]{8}$/;

/** Eight letters or digits that nobody else has. */
export function newPrefix(): string {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  return `gceacc-${Array.from({ length: 8 }, () => letters.charAt(randomInt(letters.length))).join("")}`;
}

/** The prefix of a run that is to be deleted. */
export function prefixOf(prefix: string): string {
  return wanted("--clean", prefix, prefixForm, {
    rule: 'the prefix of a run: "gceacc-" and eight letters or digits',
    fix: "A run prints its prefix first, and acceptance/runs has a file for each that has not ended.",
  });
}
