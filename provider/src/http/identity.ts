import { MalformedAnswerError } from "./errors/connectionError";
import { KnownNames } from "../names/knownNames";

/** What an answer has to be about. */
export interface Asked {
  /** Path of the object, encoded or not: `projects/p/global/routes/r`. */
  readonly path?: string;
  /** Members by which the answer repeats what was asked for, where it has them. */
  readonly members?: Readonly<Record<string, string | number>>;
}

/**
 * Refuses an answer about another object than the request asks for: recorded, it would be changed and deleted in
 * its place. Members that are left out say nothing, and every spelling of the same object is welcome: a number stands
 * for the name of a project or an object, and a link may have any host and version.
 *
 * @throws MalformedAnswerError when the answer is about another object
 */
export function refuseOther(action: string, asked: Asked, answer: object): void {
  const found = difference(asked, answer as Readonly<Record<string, unknown>>);
  if (found === undefined) return;
  throw new MalformedAnswerError({
    action,
    summary: `the answer is about another object than the request: its ${found}`,
    effect: "unknown",
  });
}

/** Where an answer differs from what was asked for, as the end of a sentence that begins with "its". */
function difference({ path, members = {} }: Asked, answer: Readonly<Record<string, unknown>>): string | undefined {
  const wrong = path === undefined ? undefined : differenceFrom(decoded(path), answer);
  if (wrong !== undefined) return wrong;
  const member = Object.entries(members).find(
    ([name, wanted]) => isSaid(answer[name]) && String(answer[name]) !== String(wanted),
  );
  return member && unlike(member[0], answer[member[0]], String(member[1]));
}

const number = /^\d{1,20}$/;

function differenceFrom(path: string, answer: Readonly<Record<string, unknown>>): string | undefined {
  const { name, id, selfLink, region, zone } = answer;
  const wanted = lastOf(path);
  // One that was asked for by number is answered with its name.
  if (number.test(wanted)) {
    if (isSaid(id) && String(id) !== wanted && name !== wanted) return unlike("id", id, wanted);
  } else if (isSaid(name) && name !== wanted) return unlike("name", name, wanted);
  if (isSaid(selfLink) && !isLinkTo(path, selfLink)) return unlike("selfLink", selfLink, path);
  const [, scope = "", meant] = /\/(region|zone)s\/([^/]+)\//.exec(path) ?? [];
  const place = { region, zone }[scope];
  // A link or a name.
  return meant === undefined || !isSaid(place) || lastOf(String(place)) === meant
    ? undefined
    : unlike(scope, place, meant);
}

/** Absent and empty are the same in answers. */
function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

function isLinkTo(path: string, link: unknown): boolean {
  if (typeof link !== "string") return false;
  const [, there] = /(?:^|\/)(projects\/[^?#]+)/.exec(link) ?? [];
  return there !== undefined && new KnownNames().compare(decoded(there), path) !== "other";
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Longer than any name and most links; nobody reads more of what is wrong. */
const longestShown = 200;

function unlike(member: string, there: unknown, wanted: string): string {
  const shown = typeof there === "string" ? there : JSON.stringify(there);
  const cut = shown.length > longestShown ? `${shown.slice(0, longestShown)}…` : shown;
  return `${member} is ${JSON.stringify(cut.toWellFormed())}, and not ${JSON.stringify(wanted)}`;
}
