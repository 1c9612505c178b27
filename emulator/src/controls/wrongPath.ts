import { NAME_OR_NUMBER, patternForVariable } from "../basics/identifiers";
import type { PathTemplate } from "../basics/links";

const EVERY_FORM = "GET /_emulator/schema lists every form.";

/** Describes the mistake in a path that is none of an object, and the form that comes nearest to it. */
export function wrongPath(path: string, forms: readonly PathTemplate[]): string {
  // No form has more segments than some ten.
  const form = nearestForm(path.split("/", 20), forms);
  if (form === undefined)
    return `No kind of object has such a path. A path is like projects/my-project/global/networks/web. ${EVERY_FORM}`;
  const wrong = Object.entries(form.read(path) ?? {}).flatMap(([variable, value]) =>
    segmentProblem(path, variable, value),
  );
  const [problems, rules] = [wrong.map(([problem]) => problem), new Set(wrong.map(([, rule]) => rule))];
  return problems.length > 0
    ? [...problems, ...rules, `The form is ${form.text}.`].join(" ")
    : `The nearest form is ${form.text}. ${EVERY_FORM}`;
}

/** The form whose words are most like those of the path: the word of the collection first, and then the others. */
function nearestForm(segments: readonly string[], forms: readonly PathTemplate[]): PathTemplate | undefined {
  const rated = forms.map((form) => {
    const wanted = form.text.split("/");
    const words = wanted.filter((segment) => !segment.startsWith("{"));
    const alike = Math.max(...segments.map((segment) => likeness(segment, words.at(-1) ?? "")));
    const others = words.filter((word) => segments.includes(word)).length;
    const length = -Math.abs(segments.length - wanted.length);
    return { form, alike, rank: [alike, others, length] };
  });
  const [best] = rated
    .filter(({ alike }) => alike >= 5)
    .sort((a, b) => b.rank.map((value, at) => value - (a.rank[at] ?? 0)).find((difference) => difference !== 0) ?? 0);
  return best?.form;
}

/** More than any two words can be alike. */
const SAME = 1000;

/** How much the starts of two words are alike, against what they do not share; the same word counts as more than any other. */
function likeness(one: string, other: string): number {
  if (one === other) return SAME;
  const different = [...other].findIndex((letter, at) => one[at]?.toLowerCase() !== letter.toLowerCase());
  const shared = different < 0 ? other.length : different;
  return 2 * shared - Math.abs(one.length - other.length);
}

/** The form that the name of a region or zone must not have. Any other name can be one. */
const LOCATIONS: Readonly<Record<string, { wrongForm: RegExp; problem: string; rule: string }>> = {
  zone: {
    wrongForm: /^[a-z]+-[a-z]+[0-9]+$/,
    problem: "is a region, not a zone",
    rule: "A zone is like us-central1-a.",
  },
  region: {
    wrongForm: /^[a-z]+-[a-z]+[0-9]+-[a-z]$/,
    problem: "is a zone, not a region",
    rule: "A region is like us-central1.",
  },
};

/** True if the zone of a path is a region, or the region a zone. */
export function isMisplaced(values: Readonly<Record<string, string>>): boolean {
  return Object.entries(values).some(([variable, value]) => LOCATIONS[variable]?.wrongForm.test(value));
}

const NAME_RULE =
  "A name has 1 to 63 lower-case letters, digits and hyphens, begins with a letter, and does not end with a hyphen.";
const PROJECT_RULE = "The id of a project has lower-case letters, digits and hyphens.";
const NUMBER_RULE = "The name of a policy of an organization or folder is its number.";

/** Describes the mistake in the part of a path that a variable stands for, and the rule that it breaks. */
function segmentProblem(path: string, variable: string, value: string): [problem: string, rule: string][] {
  const pattern = patternForVariable(path, variable);
  const rule = variable === "project" ? PROJECT_RULE : pattern === NAME_OR_NUMBER ? NAME_RULE : NUMBER_RULE;
  const location = LOCATIONS[variable];
  if (location?.wrongForm.test(value)) return [[`${JSON.stringify(value)} ${location.problem}.`, location.rule]];
  if (pattern.test(value)) return [];
  if (value === "") return [[`The ${variable} is missing.`, rule]];
  const strange = [...new Set(value.match(/[^a-zA-Z0-9-]/g) ?? [])].map((character) => JSON.stringify(character));
  const found = [...(/[A-Z]/.test(value) ? ["capitals"] : []), ...strange].join(" and ");
  return [[`${JSON.stringify(value)} ${found === "" ? `cannot be the ${variable}` : `has ${found}`}.`, rule]];
}
