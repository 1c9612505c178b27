import { isData, mapDeep } from "../service/json";
import { toNumber, plainPath, project, projectNumber } from "../service/names";
import { host } from "../service/answers";
import { programSpellings } from "../liberties";
import type { Values } from "../../../provider/src/fields/values";

export type ProgramSpelling = keyof typeof programSpellings;

const last = (path: string) => path.slice(path.lastIndexOf("/") + 1);
const numbered = (path: string) => `${path.slice(0, path.lastIndexOf("/"))}/${toNumber(last(path))}`;
const otherHost = "https://compute.googleapis.com/compute";

/** These are named by name: check refuses numbers, and says so. */
const named = new Set(["attachmentTarget", "firewallPolicy", "targetSslProxy"]);

/** Links of a program, which are paths of the project there, in another spelling. */
const links: Readonly<Partial<Record<ProgramSpelling, (path: string, member: string) => string>>> = {
  bareNames: last,
  pathsWithoutProject: (path) => path.replace(`projects/${project}/`, ""),
  pathsWithSlash: (path) => `/${path}`,
  urls: (path) => host + path,
  urlsOnOtherHost: (path) => `${otherHost}/v1/${path}`,
  urlsInCapitals: (path) => `https://WWW.GoogleAPIs.com/compute/v1/${path}`,
  betaUrls: (path) => `https://www.googleapis.com/compute/beta/${path}`,
  alphaUrls: (path) => `${otherHost}/alpha/${path}`,
  fullResourceNames: (path) => `//compute.googleapis.com/${path}`,
  numberedPaths: (path, member) => (named.has(member) ? path : numbered(path)),
  numberedUrls: (path, member) => host + (named.has(member) ? path : numbered(path)),
  uniqueIds: (path) =>
    path.includes("/instanceTemplates/") ? `${host}${path}?uniqueId=${toNumber(last(path))}` : path,
  numberedProject: (path) => path.replace(`projects/${project}/`, `projects/${projectNumber}/`),
  projectArgument: (path) => path.replace(`projects/${project}/`, ""),
};

const accounts: Readonly<Partial<Record<ProgramSpelling, (name: string) => string>>> = {
  capitalAccounts: (name) => name.toUpperCase(),
  mixedAccounts: (name) => name.replace(/^./, (first) => first.toUpperCase()),
};

/** The same arguments in another spelling. */
export function spelled(inputs: Values, spelling: ProgramSpelling | undefined): Values {
  if (spelling === undefined) return inputs;
  const link = links[spelling];
  const account = accounts[spelling];
  const texts = mapDeep(inputs, {
    text(text, member) {
      const path = plainPath(text);
      const isHierarchical = text.startsWith("locations/");
      if (link !== undefined && path !== undefined) return link(path, member);
      if (link !== undefined && isHierarchical) return link(text, member);
      return account === undefined
        ? text
        : text.replace(/^(user|group):(.*)$/, (_whole, type: string, name: string) => `${type}:${account(name)}`);
    },
  });
  const isInProject = !mentions(inputs, (text) => text.startsWith("locations/"));
  return spelling === "projectArgument" && isInProject ? { ...texts, project: projectNumber } : texts;
}

/** The other ways in which they can be written. */
export function listSpellings(inputs: Values): readonly ProgramSpelling[] {
  const names = Object.keys(programSpellings) as readonly ProgramSpelling[];
  return names.filter((name) => JSON.stringify(spelled(inputs, name)) !== JSON.stringify(inputs));
}

function mentions(value: unknown, isMatch: (text: string) => boolean): boolean {
  if (typeof value === "string") return isMatch(value);
  if (Array.isArray(value)) return value.some((item) => mentions(item, isMatch));
  return isData(value) && Object.values(value).some((member) => mentions(member, isMatch));
}
