import { ApiError } from "../../basics/errors";
import { failWith, type OperationFailure } from "../operation";

/** The quota that a collection's objects count against. */
export interface QuotaMetric {
  /** Name in the admin path and in code, such as `routes`. */
  readonly name: string;
  readonly metricName: string;
  readonly limitName: string;
}

/** Limits to set. A limit of null is lifted. */
export interface QuotaUpdate {
  /** The one project they hold for; without it they hold in every project, for each on its own. */
  readonly project?: string | undefined;
  /** Limits by metric, such as `{ routes: 5 }`. `requestsPerSecond` is the limit of the requests of a project. */
  readonly limits: Readonly<Record<string, number | null>>;
}

/** Limits in the form in which they are set: of a project, or without one of each. */
export type QuotaLimits = Readonly<Record<string, string | number>>;

/** Where a new object would be. */
export interface QuotaScope {
  readonly project: string;
  /** Name of the region, or `global`. */
  readonly region: string;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

const EVERY_PROJECT = "*";
const REQUESTS = "requestsPerSecond";

/** Limits on objects and on requests, per project. */
export class Quotas {
  readonly #limits = new Map<string, number>();
  readonly #buckets = new Map<string, Bucket>();

  set({ project = EVERY_PROJECT, limits }: QuotaUpdate): void {
    for (const [metric, limit] of Object.entries(limits)) {
      if (limit === null) this.#limits.delete(`${project}/${metric}`);
      else this.#limits.set(`${project}/${metric}`, limit);
    }
    if (REQUESTS in limits) this.#buckets.clear();
  }

  /** Lifts all limits: those that were set for one project, or every one. */
  lift(project?: string): void {
    for (const key of this.#limits.keys())
      if (project === undefined || key.startsWith(`${project}/`)) this.#limits.delete(key);
    this.#buckets.clear();
  }

  clear(): void {
    this.lift();
  }

  /** The limits that are set. */
  list(): QuotaLimits[] {
    const byProject = new Map<string, Record<string, string | number>>();
    for (const [key, limit] of this.#limits) {
      const [project = "", metric = ""] = key.split("/");
      const limits = byProject.get(project) ?? (project === EVERY_PROJECT ? {} : { project });
      byProject.set(project, { ...limits, [metric]: limit });
    }
    return [...byProject.values()];
  }

  /** A limit that does not belong to a project. */
  limit(name: string): number | undefined {
    return this.#limits.get(`${EVERY_PROJECT}/${name}`);
  }

  /**
   * How an insert ends that would be one object too many, in a region or `global`. The service finds out in the operation,
   * not before.
   */
  checkLimit(metric: QuotaMetric, { project, region }: QuotaScope, used: () => number): OperationFailure | undefined {
    const limit = lookUp(this.#limits, project, metric.name);
    if (limit === undefined || used() < limit) return undefined;
    const message = `Quota '${metric.limitName}' exceeded. Limit: ${String(limit)}.`;
    const { metricName, limitName } = metric;
    const quotaInfo = {
      metricName,
      limitName,
      dimensions: { region },
      limit,
      // The limit that a rollout is moving to.
      futureLimit: limit * 2,
      rolloutStatus: "IN_PROGRESS",
    };
    const url = `https://console.cloud.google.com/iam-admin/quotas?project=${project}`;
    const links = [
      { description: "The quotas of this project", url },
      { description: "About quotas", url: "https://cloud.google.com/compute/quotas-limits" },
    ];
    const errorDetails = [{ quotaInfo }, { help: { links } }, { localizedMessage: { locale: "en-US", message } }];
    return failWith(403, { code: "QUOTA_EXCEEDED", message, errorDetails });
  }

  /** Takes one request out of the project's bucket, which holds a second's worth. */
  spendRequest(project: string): void {
    const rate = lookUp(this.#limits, project, REQUESTS);
    if (rate === undefined) return;
    const now = performance.now();
    const capacity = Math.max(1, rate);
    const bucket = this.#buckets.get(project) ?? { tokens: capacity, filledAt: now };
    this.#buckets.set(project, bucket);
    bucket.tokens = Math.min(capacity, bucket.tokens + ((now - bucket.filledAt) / 1000) * rate);
    bucket.filledAt = now;
    if (bucket.tokens < 1)
      throw new ApiError(403, "rateLimitExceeded", `Rate limit exceeded: ${String(rate)} requests per second.`);
    bucket.tokens -= 1;
  }
}

function lookUp(map: Map<string, number>, project: string, metric: string): number | undefined {
  return map.get(`${project}/${metric}`) ?? map.get(`${EVERY_PROJECT}/${metric}`);
}
