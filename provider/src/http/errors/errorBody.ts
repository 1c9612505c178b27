import { parsed } from "../json";
import { excerpt } from "../../messages/text";
import { scalarText } from "../../types/scalarText";

/**
 * The words of the service on one failure, in an operation (`error.errors[]`) or in the body of a refused request.
 *
 * @see specification, "Operation", tables ErrorItem and ErrorDetail
 */
export interface ErrorItem {
  /** Error type identifier, such as `QUOTA_EXCEEDED`. Refused requests call it `reason`. */
  code?: string | undefined;
  /** The request field that caused the error. */
  location?: string | undefined;
  /** Human-readable message. */
  message?: string | undefined;
  errorDetails?: ErrorDetail[];
}

/** A part of Google's error model (google/rpc/error_details.proto), or of another one. */
interface ErrorDetail {
  /** `ErrorInfo`. */
  readonly type: string;
  readonly members: Members;
}

/** An object whose members may be anything. */
type Members = Readonly<Record<string, unknown>>;

/** More entries of one list than a person reads; a message has no room for them either. */
const mostEntries = 50;

/** More texts of a detail than a person reads: the entries of a stack trace. */
const mostTexts = 3;

/** More levels than a detail of the error model has. */
const deepestMember = 4;

/** The content of the body of a refused request. */
export interface ErrorBody {
  /** True if it is an error in the service's own form, and not a page of something in between. */
  isFromService: boolean;
  message: string | undefined;
  items: ErrorItem[];
}

/** Reads a refused request's body. It may be anything, so no part is taken for what it should be. */
export function readErrorBody(body: string): ErrorBody {
  const error = asMembers(asMembers(parsed(body))?.error);
  if (error === undefined) return { isFromService: false, message: undefined, items: [] };
  const items = readErrorItems(error.errors);
  const status = text(error.status);
  if (items.length === 0 && status !== undefined) items.push({ code: status });
  const details = entries(error.details).flatMap(readDetail);
  if (details.length > 0) items[0] = { ...items[0], errorDetails: [...(items[0]?.errorDetails ?? []), ...details] };
  return { isFromService: true, message: text(error.message) ?? items[0]?.message, items };
}

/** Reads `errors[]`, of an operation or of a refused request, which calls the code `reason`. */
export function readErrorItems(value: unknown): ErrorItem[] {
  const left = Array.isArray(value) ? value.length - mostEntries : 0;
  const items = entries(value).map((entry): ErrorItem => ({
    code: text(entry.code) ?? text(entry.reason),
    location: text(entry.location),
    message: text(entry.message),
    errorDetails: entries(entry.errorDetails).flatMap(readDetail),
  }));
  return left > 0 ? [...items, { message: `and ${String(left)} more errors` }] : items;
}

/** Details of a refused request are told apart by `@type`; those of an operation by the member that is present. */
function readDetail({ "@type": named, ...members }: Members): ErrorDetail[] {
  const type = text(named)?.replace(/^.*[./]/, "");
  if (type !== undefined) return [{ type, members }];
  return Object.entries(members).flatMap(([name, value]) => {
    const found = asMembers(value);
    return found === undefined ? [] : [{ type: name.charAt(0).toUpperCase() + name.slice(1), members: found }];
  });
}

/** The reasons of an error: those of its entries first, then those of their details, which may be more exact. */
export function listReasons(items: readonly ErrorItem[]): string[] {
  const inDetails = items.flatMap(({ errorDetails = [] }) =>
    errorDetails.map(({ type, members }) => (type === "ErrorInfo" ? text(members.reason) : undefined)),
  );
  return [...items.map(({ code }) => code), ...inDetails].filter((reason) => reason !== undefined);
}

/** How long a detail of an error asks to wait, in seconds: `retryDelay: "1.5s"`. */
export function readRetryDelay(items: readonly ErrorItem[]): number | undefined {
  const details = items.flatMap(({ errorDetails = [] }) => errorDetails);
  const { retryDelay } = details.find(({ type }) => type === "RetryInfo")?.members ?? {};
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(text(retryDelay) ?? "") ?? [];
  return number(seconds);
}

/** One error of the service as lines that a person reads: its message first, then every detail. */
export function describeErrorItem({ code, location, message, errorDetails = [] }: ErrorItem): string[] {
  const localized = errorDetails.find(({ type }) => type === "LocalizedMessage")?.members.message;
  const head = [code, location && `at ${location}`].filter(Boolean).join(" ");
  const first = message ?? text(localized);
  const more = errorDetails.flatMap(describeDetail).filter((line) => line !== first);
  return [[head, first].filter(Boolean).join(": "), ...more].filter((line) => line !== "");
}

/** Details that have better words than their members are. */
const wordings: Readonly<Record<string, (members: Members) => string[]>> = {
  ErrorInfo: (members) => [describeInfo(members)],
  QuotaInfo: (members) => [describeQuota(members)],
  QuotaExceededInfo: (members) => [describeQuota(members)],
  LocalizedMessage: (members) => [text(members.message) ?? ""],
  // The code that waits for it says so.
  RetryInfo: () => [],
  Help: ({ links }) =>
    entries(links).map(({ description, url }) => `help: ${[text(description), text(url)].filter(Boolean).join(" ")}`),
};

function describeDetail({ type, members }: ErrorDetail): string[] {
  return (Object.hasOwn(wordings, type) ? wordings[type]?.(members) : undefined) ?? describeMembers(type, members);
}

/** `PreconditionFailure: Terms of service not accepted (type TOS, subject google.com/cloud)`, one for each violation. */
function describeMembers(type: string, members: Members): string[] {
  const lists = Object.entries(members).filter(([, value]) => entries(value).length > 0);
  const rest = Object.entries(members).filter(([, value]) => entries(value).length === 0);
  return [Object.fromEntries(rest), ...lists.flatMap(([, value]) => entries(value))].flatMap(
    ({ description, ...others }) => {
      const stated = typeof description === "string" ? description : "";
      const words = describeValue(others, "", 0).join(", ");
      const all = stated !== "" && words !== "" ? `${stated} (${words})` : stated + words;
      return all === "" ? [] : [excerpt(`${type}: ${all}`)];
    },
  );
}

/** `subject google.com/cloud`, for every text, number and truth value in there. */
function describeValue(value: unknown, name: string, depth: number): string[] {
  if (depth > deepestMember) return [];
  if (Array.isArray(value)) {
    const words = value.slice(0, mostTexts).flatMap((one) => describeValue(one, name, depth + 1));
    return value.length > mostTexts ? [...words, `and ${String(value.length - mostTexts)} more`] : words;
  }
  const members = asMembers(value);
  const scalar = scalarText(value) ?? "";
  if (members === undefined) return scalar === "" ? [] : [`${name} ${scalar}`];
  return Object.entries(members)
    .slice(0, mostEntries)
    .flatMap(([key, one]) => describeValue(one, name === "" ? key : `${name}.${key}`, depth + 1));
}

/** `reason ROUTES (compute) limit=250`. */
function describeInfo({ reason, domain, metadatas, metadata }: Members): string {
  const by = text(domain);
  // The service's own word, and the one that Google's other services use.
  const pairs = texts(metadatas ?? metadata).map(([key, value]) => `${key}=${value}`);
  return [`reason ${text(reason) ?? "not given"}`, by && `(${by})`, pairs.join(", ")].filter(Boolean).join(" ");
}

/** `ROUTES-per-project: limit 250 (region global, future limit 500)`. */
function describeQuota({ limitName, metricName, limit, futureLimit, rolloutStatus, dimensions }: Members): string {
  const [name, metric, rollout] = [text(limitName), text(metricName), text(rolloutStatus)];
  const [now, later] = [number(limit), number(futureLimit)];
  const notes = [
    ...texts(dimensions).map(([dimension, value]) => `${dimension} ${value}`),
    later === undefined ? undefined : `future limit ${String(later)}`,
    rollout && `rollout ${rollout}`,
    name && metric,
  ].filter(Boolean);
  const most = now === undefined ? "limit not given" : `limit ${String(now)}`;
  return `${name ?? metric ?? "quota"}: ${most}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`;
}

function asMembers(value: unknown): Members | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : undefined;
}

function entries(value: unknown): Members[] {
  if (!Array.isArray(value)) return [];
  return value
    .slice(0, mostEntries)
    .map(asMembers)
    .filter((item) => item !== undefined);
}

/** A text of the service as it may be shown: this is the one place where those of errors come from. */
function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? excerpt(value) : undefined;
}

/** A number, also one that travels as text. */
function number(value: unknown): number | undefined {
  const found = typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value) ? Number.parseFloat(value) : value;
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

function texts(value: unknown): (readonly [string, string])[] {
  return Object.entries(asMembers(value) ?? {})
    .slice(0, mostEntries)
    .flatMap(([key, member]) => (typeof member === "string" ? [[excerpt(key), excerpt(member)] as const] : []));
}
