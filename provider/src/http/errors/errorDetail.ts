/**
 * What the service says about one failure, in an operation (`error.errors[]`) or in the body of a refused request.
 *
 * @see specification, "Operation", tables ErrorItem and ErrorDetail
 */
export interface ErrorItem {
  /** Error type identifier, such as `QUOTA_EXCEEDED`. Refused requests call it `reason`. */
  code?: string;
  /** The request field that caused the error. */
  location?: string;
  /** Human-readable message. */
  message?: string;
  /** Each element carries one of the four members. */
  errorDetails?: ErrorDetail[];
}

export interface ErrorDetail {
  errorInfo?: { reason?: string; domain?: string; metadatas?: Record<string, string> };
  quotaInfo?: QuotaInfo;
  help?: { links?: { description?: string; url?: string }[] };
  localizedMessage?: { locale?: string; message?: string };
}

export interface QuotaInfo {
  metricName?: string;
  limitName?: string;
  dimensions?: Record<string, string>;
  /** The limit in force. */
  limit?: number;
  /** The limit that is being rolled out. */
  futureLimit?: number;
  rolloutStatus?: string;
}

/** One error of the service as lines that a person reads: its message first, then quota, help and the rest. */
export function describeErrorItem(item: ErrorItem): string[] {
  const details = item.errorDetails ?? [];
  const localized = details.find((detail) => detail.localizedMessage?.message)?.localizedMessage?.message;
  const lines = [];
  const head = [item.code, item.location && `at ${item.location}`].filter(Boolean).join(" ");
  const message = item.message ?? localized;
  lines.push([head, message].filter(Boolean).join(": "));
  for (const detail of details) {
    lines.push(...describeDetail(detail, message));
  }
  return lines.filter((line) => line !== "");
}

function describeDetail(detail: ErrorDetail, alreadySaid: string | undefined): string[] {
  const lines: string[] = [];
  if (detail.quotaInfo) {
    lines.push(describeQuota(detail.quotaInfo));
  }
  if (detail.errorInfo) {
    const { reason, domain, metadatas } = detail.errorInfo;
    const pairs = Object.entries(metadatas ?? {}).map(([key, value]) => `${key}=${value}`);
    const head = `reason ${[reason ?? "not given", domain && `(${domain})`].filter(Boolean).join(" ")}`;
    lines.push(pairs.length > 0 ? `${head} ${pairs.join(", ")}` : head);
  }
  for (const link of detail.help?.links ?? []) {
    lines.push(`help: ${[link.description, link.url].filter(Boolean).join(" ")}`);
  }
  const localized = detail.localizedMessage?.message;
  if (localized !== undefined && localized !== alreadySaid) {
    lines.push(localized);
  }
  return lines;
}

/** `ROUTES-per-project: limit 250 (region global, future limit 500)`. */
export function describeQuota(quota: QuotaInfo): string {
  const dimensions = Object.entries(quota.dimensions ?? {}).map(([name, value]) => `${name} ${value}`);
  const notes = [
    ...dimensions,
    quota.futureLimit === undefined ? "" : `future limit ${String(quota.futureLimit)}`,
    quota.rolloutStatus === undefined ? "" : `rollout ${quota.rolloutStatus}`,
    quota.limitName === undefined ? "" : (quota.metricName ?? ""),
  ].filter(Boolean);
  const name = quota.limitName ?? quota.metricName ?? "quota";
  const limit = quota.limit === undefined ? "limit not given" : `limit ${String(quota.limit)}`;
  return `${name}: ${limit}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`;
}
