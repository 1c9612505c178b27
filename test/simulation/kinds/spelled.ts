import { isData, mapDeep } from "../service/json";
import { toNumber, plainPath, project, projectNumber } from "../service/names";
import { host } from "../service/answers";
import { programSpellings } from "../liberties";
import type { Values } from "../../../provider/src/fields/values";

export type ProgramSpelling = keyof typeof programSpellings;

const last = (path: string) => path.slice(path.lastIndexOf("/") + 1);
const otherHost = "https://compute.googleapis.com/compute";

/** Links of a program, which are paths of the project there, in another spelling. */
const links: Readonly<Partial<Record<ProgramSpelling, (path: string) => string>>> = {
  bareNames: last,
  pathsWithoutProject: (path) => path.replace(`projects/${project}/`, ""),
  pathsWithSlash: (path) => `/${path}`,
  urls: (path) => host + path,
  urlsOnOtherHost: (path) => `${otherHost}/v1/${path}`,
  urlsInCapitals: (path) => `https://WWW.GoogleAPIs.com/compute/v1/${path}`,
  betaUrls: (path) => `https://www.googleapis.com/compute/beta/${path}`,
  alphaUrls: (path) => `${otherHost}/alpha/${path}`,
  fullResourceNames: (path) => `//compute.googleapis.com/${path}`,
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
    text(text) {
      const path = plainPath(text);
      const isHierarchical = text.startsWith("locations/");
      if (link !== undefined && path !== undefined) return link(path);
      if (link !== undefined && isHierarchical) return link(text);
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
