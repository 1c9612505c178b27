import type { IncomingHttpHeaders } from "node:http";
import type { Answer } from "./answer";
import { parseQueryValue } from "../kinds/endpoint";
import { ApiError, badRequest, invalidField, notImplemented } from "../basics/errors";
import { isJsonObject, findOwn, toText, type JsonObject } from "../basics/json";
import { DEEPEST_NESTING } from "../basics/structure";

/**
 * The parameters that every Google API takes besides its own. Clients in Go, Python and Java, Terraform and gcloud send
 * some of them with each request.
 *
 * @see https://cloud.google.com/apis/docs/system-parameters
 */
const systemParameters: ReadonlySet<string> = new Set([
  "$.xgafv",
  "$alt",
  "access_token",
  "alt",
  "callback",
  "fields",
  "key",
  "oauth_token",
  "prettyPrint",
  "quotaUser",
  "uploadType",
  "upload_protocol",
  "userIp",
]);

/** A request without those parameters, and what they ask for. */
export interface SystemParameters {
  /** The parameters of the method itself. */
  readonly query: URLSearchParams;
  /** The caller's token, where it is a parameter and not a header. */
  readonly token: string | undefined;
  /** Undefined where the answer is sent as it is: most clients ask for just that. */
  readonly form: AnswerForm | undefined;
}

/** How an answer is written. */
export interface AnswerForm {
  readonly fields: FieldMask | undefined;
  readonly isPretty: boolean;
  readonly hasEnumNumbers: boolean;
}

/**
 * Takes the system parameters out of a query.
 *
 * @throws ApiError for a value that the service refuses
 */
export function readSystemParameters(sent: URLSearchParams, headers: IncomingHttpHeaders): SystemParameters {
  const mask = headers["x-goog-fieldmask"];
  const isPlain = mask === undefined && ![...sent.keys()].some((name) => systemParameters.has(name));
  if (isPlain) return { query: sent, token: undefined, form: undefined };

  const query = new URLSearchParams();
  const own = new Map<string, string>();
  for (const [name, text] of sent) {
    if (!systemParameters.has(name)) query.append(name, text);
    else if (own.has(name)) throw badRequest(`Invalid query parameter: "${name}" was given more than once.`);
    else own.set(name, text);
  }
  const encoding = own.get("$alt") ?? own.get("alt") ?? "json";
  if (!/^json(;enum-encoding=int)?$/.test(encoding))
    throw invalidField("alt", encoding, "It has to be json, or json;enum-encoding=int.");
  const format = own.get("$.xgafv") ?? "1";
  if (!/^[12]$/.test(format)) throw invalidField("$.xgafv", format, "It has to be 1 or 2.");
  if (own.has("callback")) throw notImplemented("The emulator does not serve the parameter callback: it has no model.");
  const selector = own.get("fields") ?? (Array.isArray(mask) ? mask.join(",") : mask) ?? "";
  const form: AnswerForm = {
    fields: selector === "" ? undefined : parseFieldMask(selector),
    isPretty: parseQueryValue("prettyPrint", "boolean", own.get("prettyPrint") ?? "false") === true,
    hasEnumNumbers: encoding.includes("int"),
  };
  const isAsItIs = Object.values(form).every((part) => part === undefined || part === false);
  return {
    query,
    token: own.get("access_token") ?? own.get("oauth_token"),
    form: isAsItIs ? undefined : form,
  };
}

/** The answer in the form that was asked for. Of an error nothing is left out. */
export function inForm(answer: Answer, { fields, isPretty, hasEnumNumbers }: AnswerForm): Answer {
  const value = JSON.parse(String(answer.body)) as JsonObject;
  const numbered = hasEnumNumbers ? (withEnumNumbers(value) as JsonObject) : value;
  const wanted = fields === undefined || answer.status !== 200 ? numbered : selectMembers(numbered, fields);
  return { ...answer, body: JSON.stringify(wanted, null, isPretty ? 2 : 0) };
}

/** The one field of the service that its clients know as an enum: all others are texts to them. */
export const operationStatusNumbers: Readonly<Record<string, number>> = {
  DONE: 2104194,
  PENDING: 35394935,
  RUNNING: 121282975,
};

function withEnumNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withEnumNumbers);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withEnumNumbers(member)] as const);
  const written = Object.fromEntries(members);
  const number = value.kind === "compute#operation" ? findOwn(operationStatusNumbers, toText(value.status)) : undefined;
  return number === undefined ? written : { ...written, status: number };
}

/** Which members of an answer are wanted: all of one, or some of its own. `*` stands for every name. */
export type FieldMask = ReadonlyMap<string, FieldMask | "all">;

type Draft = Map<string, Draft | "all">;

/**
 * Reads the selector of a partial answer: names with a comma between them, `a/b` for a member of a member, and
 * `a(b,c)` for several of them.
 *
 * @see https://cloud.google.com/compute/docs/api/how-tos/performance
 */
export function parseFieldMask(selector: string): FieldMask {
  const tokens = selector.match(/[\w-]+|\*|[(),/]|[^]/g) ?? [];
  const mask: Draft = new Map();
  let next = 0;

  const takes = (token: string): boolean => {
    const isNext = tokens[next] === token;
    next += Number(isNext);
    return isNext;
  };
  const refuse = (why = ""): ApiError =>
    new ApiError(400, "invalidParameter", `Invalid field selection ${selector}${why}`, { location: "fields" });
  const list = (into: Draft, levels: number): void => {
    do item(into, levels);
    while (takes(","));
  };
  /** One path, whose last part may have a list of its own. */
  const item = (into: Draft, levels: number): void => {
    const name = tokens[next] ?? "";
    if (!/^([\w-]+|\*)$/.test(name)) throw refuse();
    // No answer has more.
    if (levels > DEEPEST_NESTING) throw refuse(`: it has more than ${String(DEEPEST_NESTING)} levels`);
    next += 1;
    const known = into.get(name) ?? new Map<string, Draft | "all">();
    // Of a member that is wanted as a whole no part is looked for.
    const below: Draft = known === "all" ? new Map() : known;
    if (takes("/")) {
      item(below, levels + 1);
      into.set(name, known);
    } else if (takes("(")) {
      list(below, levels + 1);
      if (!takes(")")) throw refuse();
      into.set(name, known);
    } else into.set(name, "all");
  };

  list(mask, 1);
  if (next !== tokens.length) throw refuse();
  return mask;
}

/** The part of an answer that a mask wants. Of a list every item is looked at. */
export function selectMembers(value: JsonObject, mask: FieldMask): JsonObject {
  const parts = Object.entries(value).map(([name, member]) => {
    const wanted = mask.get(name) ?? mask.get("*");
    return [name, wanted === undefined || wanted === "all" ? wanted && member : selectPart(member, wanted)] as const;
  });
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined));
}

function selectPart(value: unknown, mask: FieldMask): unknown {
  if (Array.isArray(value)) return value.map((item) => selectPart(item, mask)).filter((item) => item !== undefined);
  return isJsonObject(value) ? selectMembers(value, mask) : undefined;
}
