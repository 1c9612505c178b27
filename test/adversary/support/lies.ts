import type { Json, JsonObject } from "../../support/json";
import { canaryToken } from "../../support/routeProvider";
import type { SeededRandom } from "../../support/seededRandom";
import type { LiedAnswer } from "./liar";
import { escapedJson, marks, signatureKey, unknownMarks } from "./marks";

/** Texts that have broken other programs. */
const texts: readonly string[] = [
  "",
  " ",
  "\0",
  "\ud800",
  "../../other",
  "projects/other-project/global/routes/other",
  "https://evil.example/compute/v1/projects/p/global/networks/n",
  "DONE",
  "FAILED",
  "DELETING",
  "other",
  "666",
  "1e999",
  "\u202ename",
  "\x1b[31mred",
  "__proto__",
  "x".repeat(20_000),
  canaryToken,
  `${canaryToken.slice(0, 3)}\\u00${canaryToken.charCodeAt(3).toString(16)}${canaryToken.slice(4)}`,
  Buffer.from(`Bearer ${canaryToken}`).toString("base64"),
];

const keys = [
  "__proto__",
  "constructor",
  "then",
  "toJSON",
  signatureKey,
  "__pulumiOutput",
  unknownMarks.string,
  "a\ud800",
];

/** Stands for a number that JSON can write and that nobody can hold. */
const boundless = "<boundless>";

const values: readonly Json[] = [
  ...texts,
  ...Object.values(marks),
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  boundless,
  [],
  {},
  [null],
  [[[[]]]],
  [{}],
  { a: { b: { c: {} } } },
  Array.from({ length: 300 }, () => "x"),
];

function hostileValue(random: SeededRandom): Json {
  const value = random.pick(values.map((one) => [one]))[0] ?? null;
  return random.chance(0.2) ? { [random.pick(keys)]: value, list: [value] } : value;
}

/** The same answer with a lie in one of its members, at any depth. */
function withLie(random: SeededRandom, value: Json): Json {
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    if (items.length === 0 || random.chance(0.2)) return [...items, hostileValue(random)];
    const at = random.between(0, items.length - 1);
    return items.map((item, index) => (index === at ? withLie(random, item) : item));
  }
  if (typeof value !== "object" || value === null) return hostileValue(random);
  const members = Object.entries(value as JsonObject);
  const kind = random.between(0, 9);
  if (members.length === 0 || kind === 0)
    return Object.fromEntries([...members, [random.pick(keys), hostileValue(random)]]);
  const [name = "", member = null] = random.pick(members);
  if (kind === 1) return Object.fromEntries(members.filter(([key]) => key !== name));
  const deeper = kind < 6 ? withLie(random, member) : hostileValue(random);
  return Object.fromEntries(members.map(([key, one]) => [key, key === name ? deeper : one]));
}

/** JSON in an encoding that a careless reader trips over. */
function written(random: SeededRandom, value: Json): string {
  const text = random.chance(0.2) ? escapedJson(value) : JSON.stringify(value);
  const numbered = text.replaceAll(`"${boundless}"`, () => random.pick(["1e999", "-1e400", "9".repeat(400)]));
  switch (random.between(0, 39)) {
    case 0:
      return "";
    case 1:
      return numbered.slice(0, random.between(0, numbered.length));
    case 2:
      return `\ufeff${numbered}`;
    case 3:
      return `[${numbered}]`;
    case 4:
      return numbered.replace("{", '{"name":"other","id":"666",');
    case 5:
      return "<html>login</html>";
    default:
      return numbered;
  }
}

const refusals = [
  [400, "invalid"],
  [400, "resourceInUseByAnotherResource"],
  [403, "forbidden"],
  [404, "notFound"],
  [409, "alreadyExists"],
  [412, "conditionNotMet"],
  [503, "backendError"],
] as const;

/**
 * An answer that may be true, or not.
 *
 * @param mayRefuse whether the service may refuse: it does not once it has accepted the same change
 */
export function lied(random: SeededRandom, truth: Json, mayRefuse: boolean): LiedAnswer {
  if (mayRefuse && random.chance(0.06)) {
    const [status, reason] = random.pick(refusals);
    const message = random.chance(0.3) ? `you sent Bearer ${canaryToken}` : "refused";
    return { status, text: JSON.stringify({ error: { code: status, message, errors: [{ reason, message }] } }) };
  }
  let value = truth;
  for (let lies = random.pick([0, 1, 1, 1, 2, 4]); lies > 0; lies -= 1) value = withLie(random, value);
  return { status: 200, text: written(random, value) };
}
