import { excerpt } from "../../shown/text";
import type { ErrorDetail, ErrorItem } from "./errorDetail";

/** More entries of one list than a person reads; a message has no room for them either. */
const mostEntries = 50;

/** What the body of a refused request says. */
export interface ErrorBody {
  /** Whether it is an error in the service's own form, and not a page of something in between. */
  ofService: boolean;
  message: string | undefined;
  items: ErrorItem[];
}

/** Reads a refused request's body. It may be anything, so no part is taken for what it should be. */
export function readErrorBody(body: string): ErrorBody {
  const error = asRecord(asRecord(parsed(body))?.error);
  if (error === undefined) return { ofService: false, message: undefined, items: [] };
  const items = readErrorItems(error.errors);
  const status = text(error.status);
  if (items.length === 0 && status !== undefined) items.push({ code: status });
  const details = records(error.details).map((detail) => readDetail(detail));
  if (details.length > 0) {
    items[0] = { ...items[0], errorDetails: [...(items[0]?.errorDetails ?? []), ...details] };
  }
  return { ofService: true, message: text(error.message) ?? items[0]?.message, items };
}

/** Reads `errors[]`, of an operation or of a refused request, which calls the code `reason`. */
export function readErrorItems(value: unknown): ErrorItem[] {
  const left = Array.isArray(value) ? value.length - mostEntries : 0;
  const items = records(value).map((entry) => {
    const details = records(entry.errorDetails).map((detail) => readDetail(detail));
    return withoutAbsent<ErrorItem>({
      code: text(entry.code) ?? text(entry.reason),
      location: text(entry.location),
      message: text(entry.message),
      errorDetails: details.length > 0 ? details : undefined,
    });
  });
  return left > 0 ? [...items, { message: `and ${String(left)} more errors` }] : items;
}

/** Details of a refused request are told apart by `@type`; those of an operation by the member that is present. */
function readDetail(detail: Record<string, unknown>): ErrorDetail {
  const type = text(detail["@type"])?.replace(/^.*\./, "");
  const part = (member: string, ...types: string[]) =>
    type !== undefined && types.includes(type) ? detail : asRecord(detail[member]);
  const info = part("errorInfo", "ErrorInfo");
  const quota = part("quotaInfo", "QuotaInfo", "QuotaExceededInfo");
  const help = part("help", "Help");
  const localized = part("localizedMessage", "LocalizedMessage");
  return withoutAbsent<ErrorDetail>({
    errorInfo: info && {
      ...withoutAbsent({ reason: text(info.reason), domain: text(info.domain) }),
      // The service's own word, and the one that Google's other services use.
      metadatas: texts(info.metadatas ?? info.metadata),
    },
    quotaInfo: quota && {
      ...withoutAbsent({
        metricName: text(quota.metricName),
        limitName: text(quota.limitName),
        limit: number(quota.limit),
        futureLimit: number(quota.futureLimit),
        rolloutStatus: text(quota.rolloutStatus),
      }),
      dimensions: texts(quota.dimensions),
    },
    help: help && {
      links: records(help.links).map(({ description, url }) =>
        withoutAbsent({ description: text(description), url: text(url) }),
      ),
    },
    localizedMessage: localized && withoutAbsent({ locale: text(localized.locale), message: text(localized.message) }),
  });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function asRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value)
    ? value
        .slice(0, mostEntries)
        .map(asRecord)
        .filter((item) => item !== undefined)
    : [];
}

/** A text of the service as it may be shown: this is the one place where those of errors come from. */
function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? excerpt(value) : undefined;
}

/** A number, also one that travels as text. */
function number(value: unknown): number | undefined {
  const found = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

function texts(value: unknown): Record<string, string> {
  const entries = Object.entries(asRecord(value) ?? {});
  return Object.fromEntries(
    entries
      .slice(0, mostEntries)
      .filter((entry): entry is [string, string] => typeof entry[1] === "string")
      .map(([key, value]) => [excerpt(key), excerpt(value)]),
  );
}

type Absent<T> = { [Key in keyof T]: T[Key] | undefined };
type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** The members that have a value. */
function withoutAbsent<T extends object>(members: Absent<T>): Present<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<T>;
}
