import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

/** Where a run works. */
export interface ProjectScope {
  readonly project: string;
  readonly region: string;
  readonly zone: string;
  readonly parent: string | undefined;
}

/** An answer of the service, an object or an operation, as far as a run looks at it. */
export interface Answer {
  readonly name?: string;
  /** The name that a hierarchical policy was given; the service calls it by a number. */
  readonly shortName?: string;
  readonly creationTimestamp?: string;
  readonly items?: readonly Answer[];
  readonly nextPageToken?: string;
  readonly associations?: readonly { readonly name: string }[];
  readonly firewallPolicy?: string;
  readonly certificateMap?: string;
  readonly updatePolicy?: { readonly minimalAction?: string };
  readonly timeoutSec?: number;
  readonly secondaryIpRanges?: readonly { readonly rangeName?: string }[];
  readonly fingerprint?: string;
  readonly labelFingerprint?: string;
  readonly labels?: object;
  readonly priority?: number;
  readonly etag?: string;
  readonly bindings?: readonly { readonly role: string; readonly members?: readonly string[] }[];
  readonly status?: string;
  readonly user?: string;
  readonly targetId?: string;
  readonly selfLink?: string;
  readonly error?: {
    readonly message?: string;
    readonly errors?: readonly { readonly code?: string; readonly message?: string }[];
  };
}

/** An answer other than of success. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** True if it is about how fast requests come. */
    readonly isRateLimited: boolean,
  ) {
    super(message);
  }
}

type Query = Readonly<Record<string, string>>;

/** The service without the package: plain requests, and the operations that they start. It sees what anybody sees who is not Pulumi. */
export class Service {
  constructor(
    readonly place: ProjectScope,
    /** Where requests go, and with what. */
    private readonly to: { readonly address: URL; token(): Promise<string> },
  ) {}

  /** Sends one request, once. */
  async send(method: string, path: string, query: Query = {}, body?: object): Promise<Answer> {
    const response = await fetch(`${this.to.address.href}/${path}?${new URLSearchParams(query).toString()}`, {
      method,
      headers: {
        authorization: `Bearer ${await this.to.token()}`,
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    const answer = isJson ? (JSON.parse(text) as Answer) : {};
    if (response.ok && isJson) return answer;
    throw new Refusal(response.status, answer.error?.message ?? text.slice(0, 200), /rateLimitExceeded/i.test(text));
  }

  /** Does it again where the service or the way to it fails for a moment. */
  async persistently<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt === attempts || !isPassing(error)) throw error;
        await pause(Math.min(10_000, 100 * 2 ** attempt) * (0.5 + Math.random()));
      }
    }
  }

  get(path: string, query?: Query): Promise<Answer> {
    return this.persistently(() => this.send("GET", path, query));
  }

  /** The object, or undefined where there is none. */
  look(path: string): Promise<Answer | undefined> {
    return this.get(path).catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });
  }

  /** All pages of a list. */
  async list(path: string, query: Query): Promise<Answer[]> {
    const items: Answer[] = [];
    for (let pageToken: string | undefined = ""; pageToken !== undefined;) {
      const page: Answer = await this.get(path, { ...query, ...(pageToken === "" ? {} : { pageToken }) });
      items.push(...(page.items ?? []));
      pageToken = page.nextPageToken;
    }
    return items;
  }

  remove(path: string): Promise<Answer> {
    return this.change((requestId) => this.send("DELETE", path, { requestId }));
  }

  /**
   * Sends a mutation and waits until its operation is DONE. What is sent again has the same request id, so that the service
   * acts once.
   */
  async change(send: (requestId: string) => Promise<Answer>): Promise<Answer> {
    const requestId = randomUUID();
    let operation = await this.persistently(() => send(requestId));
    const path = operation.selfLink?.replace(/^.*?\/compute\/v1\//, "") ?? "";
    let looksForYoung = 20;
    const deadlineMs = performance.now() + longestOperationMs;
    for (let waitMs = 100; operation.status !== "DONE"; waitMs = Math.min(2 * waitMs, 2_000)) {
      try {
        operation = await this.persistently(() => this.#lookAgain(path));
      } catch (error) {
        // An operation may not be found for a while after it was made.
        looksForYoung -= 1;
        if (!isNotFound(error) || looksForYoung === 0) throw error;
      }
      if (performance.now() > deadlineMs) throw new Error(`${path} is not DONE after half an hour.`);
      // A wait of the service takes its time by itself; an operation of an organization has none.
      if (operation.status !== "DONE") await pause(waitMs);
    }
    const errors = operation.error?.errors ?? [];
    if (errors.length > 0)
      throw new Error(errors.map(({ code, message }) => `${String(code)}: ${String(message)}`).join("; "));
    return operation;
  }

  #lookAgain(operation: string): Promise<Answer> {
    return operation.startsWith("locations/")
      ? this.send("GET", operation, { parentId: this.place.parent ?? "" })
      : this.send("POST", `${operation}/wait`);
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof Refusal && error.status === 404;
}

const attempts = 8;
const longestOperationMs = 30 * 60_000;

/** True if it may work the next time: after an answer of 429 or 5xx, and where no answer came at all. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Refusal)) return true;
  const { status, isRateLimited } = error;
  return isRateLimited || status === 429 || (status >= 500 && status !== 501);
}
