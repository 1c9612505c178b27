import { linkName } from "../names/links";
import { endsInNumber, isSamePath } from "../names/samePath";
import { conform, type Form } from "../types/form";
import { scalarText } from "../types/scalarText";
import { withoutSecrets } from "../messages/redaction";
import { MalformedAnswerError } from "./errors/connectionError";
import type { Answer } from "./transport/transport";

/*
 * The rule for an answer without an error status: it is a JSON object about what was asked for.
 */

/** The thing that an answer has to be about. */
export interface Asked {
  /** Path of the object, encoded or not: `projects/p/global/routes/r`. */
  readonly path?: string;
  /** Members by which the answer repeats what was asked for, where it has them. */
  readonly members?: Readonly<Record<string, string | number>>;
}

/** The JSON object that an answer without an error status holds. */
export function parseAnswer(action: string, { status, headers, body }: Answer): object {
  if (status >= 300) {
    const to = typeof headers.location === "string" ? readOrigin(headers.location) : undefined;
    throw new MalformedAnswerError({
      action,
      summary: `the service answered with a redirect (HTTP ${String(status)}${to ? ` to ${to}` : ""}), which this package does not follow`,
      fault: { kind: "redirected" },
      // These two alone send the request itself elsewhere; any other may be said of something that was done.
      effect: status === 307 || status === 308 ? "none" : "unknown",
    });
  }
  const parsed = parseJson(body);
  const isEmpty = body.trim() === "";
  const problem = isEmpty
    ? "an empty body"
    : typeof parsed !== "object" || parsed === null || Array.isArray(parsed)
      ? "a body that is not a JSON object"
      : undefined;
  if (problem === undefined) return parsed as object;
  const summary = `HTTP ${String(status)} with ${problem}`;
  throw new MalformedAnswerError({ action, summary, effect: "unknown" }, isEmpty);
}

/** An id as a number: it has 64 bits, and `JSON.parse` keeps 53. A text cannot match, because its quotes are escaped. */
const bareId = /"(id|targetId)"(\s*:\s*)(\d+)(?![\d.eE])/g;

/** The JSON with its ids as texts, which they usually are; `undefined` where it is none. */
function parseJson(body: string): unknown {
  try {
    return JSON.parse(body.replace(bareId, '"$1"$2"$3"'));
  } catch {
    return undefined;
  }
}

/** Where a redirect leads, without its path and query, which may hold secrets; the host may be made of what was sent, too. */
function readOrigin(location: string): string | undefined {
  const origin = URL.canParse(location) ? new URL(location).origin : "null";
  return origin === "null" ? undefined : withoutSecrets(origin);
}

/**
 * Refuses an answer about another object than the request asks for: recorded, it would be changed and deleted in
 * its place. Members that are left out say nothing, and every spelling of the same object is welcome: a number stands
 * for the name of a project or an object, and a link may have any host and version.
 *
 * @throws MalformedAnswerError when the answer is about another object
 */
export function refuseOther(action: string, { path, members = {} }: Asked, answer: object): void {
  const fields = answer as Readonly<Record<string, unknown>>;
  const found = (path === undefined ? [] : findIdentityProblems(decode(path), fields)).concat(
    Object.entries(members).map(([name, wanted]) =>
      compareMember(name, fields[name], wanted, scalarText(fields[name]) === String(wanted)),
    ),
  );
  const problem = found.find((one) => one !== undefined);
  if (problem === undefined) return;
  const summary = `the answer is about another object than the request: its ${problem}`;
  throw new MalformedAnswerError({ action, summary, effect: "unknown" });
}

/**
 * Refuses an answer of another form than the service gives, and brings every other one into its form (`conform`).
 *
 * @throws MalformedAnswerError which names the member
 */
export function refuseMalformed(action: string, form: Form, answer: object): void {
  const problem = conform(form, answer);
  if (problem === undefined) return;
  throw new MalformedAnswerError({ action, summary: `the answer is malformed: its ${problem}`, effect: "unknown" });
}

/** Where an answer differs from what was asked for, as ends of a sentence that begins with "its". */
function findIdentityProblems(path: string, answer: Readonly<Record<string, unknown>>): (string | undefined)[] {
  const { name, id, selfLink, region, zone } = answer;
  const wanted = linkName(path);
  const isNumber = endsInNumber(path);
  const [, scope = "", place = ""] = /\/(region|zone)s\/([^/]+)\//.exec(path) ?? [];
  const actual = { region, zone }[scope];
  return [
    isNumber
      ? compareMember("id", id, wanted, scalarText(id) === wanted || name === wanted)
      : compareMember("name", name, wanted, name === wanted),
    compareMember("selfLink", selfLink, path, isLinkTo(path, selfLink)),
    // A link or a name.
    scope === "" ? undefined : compareMember(scope, actual, place, linkName(scalarText(actual) ?? "") === place),
  ];
}

/** Absent and empty are the same in answers. */
function compareMember(member: string, actual: unknown, wanted: string | number, isSame: boolean): string | undefined {
  if (isSame || actual === undefined || actual === null || actual === "") return undefined;
  const shown = scalarText(actual) ?? JSON.stringify(actual);
  const text = withoutSecrets(shown, 0, Math.min(shown.length, 200)).toWellFormed();
  return `${member} is ${JSON.stringify(text)}, and not ${JSON.stringify(String(wanted))}`;
}

function isLinkTo(path: string, link: unknown): boolean {
  const [, actual] = /(?:^|\/)(projects\/[^?#]+)/.exec(scalarText(link) ?? "") ?? [];
  if (actual === undefined) return false;
  // One that was asked for by number is answered with its name.
  const [asked, answered] = endsInNumber(path)
    ? [parentPath(path), parentPath(decode(actual))]
    : [path, decode(actual)];
  return isSamePath(answered, asked);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function parentPath(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
