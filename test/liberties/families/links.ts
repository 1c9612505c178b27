import type { Properties } from "../../support/providerProcess";
import { project } from "../../support/routeProvider";
import { isObject, mapTexts, type Json, type JsonObject } from "../json";
import { inAnswers, inPrograms, onlyWith, unlessLacking, type Family, type Liberty } from "../liberty";
import type { Asked, Hooks } from "../proxy";
import type { Subject } from "../../kinds/kind";

const path = new RegExp(`^(?:projects/${project}/(?:global|regions|zones)|locations/global)/`);

/** Every link of a program, which all are written as paths there, in another form. */
const linksAs = (form: (link: string) => string) => (args: Properties) =>
  mapTexts(args as Json, (text) => (path.test(text) ? form(text) : text)) as Properties;

/** Numbers of objects, by their paths: the same for as long as the tests run. */
const numberOf = (link: string) =>
  String(
    7_000_000_000_000_000_000n + BigInt([...link].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e9, 7)),
  );
const byNumber = (link: string) =>
  // A zone is named, whatever else has a number.
  /\/zones\/[^/]+$/.test(link) ? link : `${link.slice(0, link.lastIndexOf("/"))}/${numberOf(link)}`;

/** The links of a program, by the same links with a number. */
function numbered({ program, next }: Subject): Map<string, string> {
  const found = new Map<string, string>();
  mapTexts([program, next] as Json, (text) => {
    if (path.test(text)) found.set(byNumber(text), text);
    return text;
  });
  return found;
}

/** The service takes the number of an object as well as its name; its answers have the name. */
function understandsNumbers(subject: Subject): Hooks {
  const names = numbered(subject);
  const withNames = (text: string) =>
    [...names].reduce((changed, [number, name]) => changed.replaceAll(number, name), text);
  return {
    understood: (asked: Asked): Asked => ({
      ...asked,
      path: withNames(asked.path),
      body: asked.body && (mapTexts(asked.body, withNames) as JsonObject),
    }),
    // The number of an object is the id that the service answers.
    answer(answered, { method, path: asked }) {
      const [number] = [...names].find(([, name]) => name === asked) ?? [];
      if (method !== "GET" || number === undefined || !isObject(answered.body)) return answered;
      return { ...answered, body: { ...answered.body, id: number.slice(number.lastIndexOf("/") + 1) } };
    },
  };
}

const numbers: Pick<Liberty, "hooks" | "impossible"> = {
  hooks: ({ subject }) => understandsNumbers(subject),
  impossible: unlessLacking("numbers for its names"),
};

const onlyTemplates = onlyWith("instance templates in its program", "it names no instance template");

const template = /^(.*\/instanceTemplates\/)([^/]+)$/;

const root = "https://www.googleapis.com/compute/v1/";
const answered = (name: string, prefix: string) =>
  inAnswers(
    `answers link to ${name}`,
    (body) => mapTexts(body, (text) => (text.startsWith(root) ? prefix + text.slice(root.length) : text)),
    { impossible: unlessLacking("links in its answers") },
  );

/** The same object in every spelling that there is of its link. */
export const links: Family = {
  name: "links",
  liberties: [
    inPrograms(
      "bare names",
      linksAs((link) => link.slice(link.lastIndexOf("/") + 1)),
      {
        impossible: unlessLacking("bare names for its links"),
      },
    ),
    inPrograms(
      "paths without the project",
      linksAs((link) => link.replace(`projects/${project}/`, "")),
      {
        impossible: unlessLacking("a project"),
      },
    ),
    inPrograms(
      "paths that begin with a slash",
      linksAs((link) => `/${link}`),
    ),
    inPrograms(
      "URLs of v1",
      linksAs((link) => root + link),
    ),
    inPrograms(
      "URLs on the other host",
      linksAs((link) => `https://compute.googleapis.com/compute/v1/${link}`),
    ),
    inPrograms(
      "URLs on a host in capitals",
      linksAs((link) => `https://WWW.GoogleAPIs.com/compute/v1/${link}`),
    ),
    inPrograms(
      "URLs of beta",
      linksAs((link) => `https://www.googleapis.com/compute/beta/${link}`),
    ),
    inPrograms(
      "URLs of alpha",
      linksAs((link) => `https://compute.googleapis.com/compute/alpha/${link}`),
    ),
    inPrograms(
      "full resource names",
      linksAs((link) => `//compute.googleapis.com/${link}`),
    ),
    inPrograms("paths with numbers in place of names", linksAs(byNumber), numbers),
    inPrograms(
      "selfLinkWithId: URLs with numbers",
      linksAs((link) => root + byNumber(link)),
      numbers,
    ),
    inPrograms(
      "templates with ?uniqueId",
      linksAs((link) => link.replace(template, (whole) => `${root}${whole}?uniqueId=${numberOf(whole)}`)),
      { ...numbers, impossible: onlyTemplates },
    ),
    inPrograms(
      "templates by number",
      linksAs((link) => (template.test(link) ? byNumber(link) : link)),
      { ...numbers, impossible: onlyTemplates },
    ),
    answered("compute.googleapis.com", "https://compute.googleapis.com/compute/v1/"),
    answered("beta", "https://www.googleapis.com/compute/beta/"),
    answered("alpha", "https://compute.googleapis.com/compute/alpha/"),
    inAnswers(
      "answers link zones as beta, and all else as v1",
      (body) =>
        mapTexts(body, (text, member) => (member === "zone" ? text.replace("/compute/v1/", "/compute/beta/") : text)),
      {
        impossible: onlyWith("zones by themselves in its answers", "its answers hold no zone by itself"),
      },
    ),
  ],
};
