import { createHash } from "node:crypto";
import { ApiError, invalid } from "../errors";
import type { Fault } from "../faults";
import type { JsonObject, Resource } from "../json";
import { fullUrl } from "../links";
import type { Fields } from "../schema";
import { compileFilter } from "./filter";
import { parseOrder, sortResources } from "./order";

/** Where the items of a list come from. */
export interface ListSource {
  /** Path of the collection, such as `projects/p/global/routes`. */
  readonly path: string;
  /** Grows with every change to the items. */
  readonly version: number;
  /** Whether items change without the version, as the progress of operations does: a first page is then made anew. */
  readonly isVolatile?: boolean;
  readonly fields: Fields;
  items(): Resource[];
}

/** The list parameters after their types were checked. */
export interface ListParameters {
  readonly filter?: string;
  readonly orderBy?: string;
  readonly maxResults?: number;
  readonly pageToken?: string;
  readonly returnPartialSuccess?: boolean;
}

/** One page of a list. */
export interface Page {
  readonly items: readonly Resource[];
  readonly nextPageToken?: string;
}

const DEFAULT_PAGE_SIZE = 500;
const KEPT_SNAPSHOTS = 64;

/**
 * Filtered and sorted lists, kept so that a chain of pages does the work once. A page token names the snapshot it goes
 * on with; when that one was dropped meanwhile, the list is made anew and the chain goes on at the same offset.
 */
export class ListSnapshots {
  readonly #snapshots = new Map<string, readonly Resource[]>();

  clear(): void {
    this.#snapshots.clear();
  }

  /** One page of the source. */
  page(source: ListSource, parameters: ListParameters): Page {
    const order = parseOrder(parameters.orderBy);
    const filter = parameters.filter ?? "";
    const query = createHash("sha256").update(`${source.path}\n${order}\n${filter}`).digest("base64url").slice(0, 16);
    const start = readToken(parameters.pageToken, query);
    const version = start?.version ?? source.version;
    const key = `${query}/${String(version)}`;
    let resources = this.#snapshots.get(key);
    this.#snapshots.delete(key);
    if (resources === undefined || (source.isVolatile === true && start === undefined)) {
      const predicate = filter.trim() === "" ? undefined : compileFilter(filter, source.fields);
      const items = source.items();
      resources = sortResources(predicate === undefined ? items : items.filter(predicate), order);
    }
    this.#keep(key, resources);
    // Zero is in the accepted range and cannot mean a page without items, which would never end: it is "not set".
    const size =
      parameters.maxResults === undefined || parameters.maxResults === 0 ? DEFAULT_PAGE_SIZE : parameters.maxResults;
    const offset = start?.offset ?? 0;
    const items = resources.slice(offset, offset + size);
    const end = offset + items.length;
    return end < resources.length ? { items, nextPageToken: writeToken({ query, version, offset: end }) } : { items };
  }

  #keep(key: string, resources: readonly Resource[]): void {
    this.#snapshots.set(key, resources);
    for (const oldest of this.#snapshots.keys()) {
      if (this.#snapshots.size <= KEPT_SNAPSHOTS) {
        break;
      }
      this.#snapshots.delete(oldest);
    }
  }
}

interface Token {
  readonly query: string;
  readonly version: number;
  readonly offset: number;
}

function writeToken({ query, version, offset }: Token): string {
  return Buffer.from(`${query}/${String(version)}/${String(offset)}`).toString("base64url");
}

function readToken(text: string | undefined, query: string): Token | undefined {
  if (text === undefined || text === "") {
    return undefined;
  }
  const [, ofQuery, version, offset] =
    /^([^/]+)\/([0-9]+)\/([0-9]+)$/.exec(Buffer.from(text, "base64url").toString("latin1")) ?? [];
  // A token goes on with its own list: with another filter or order the offset would mean other items.
  if (ofQuery !== query || version === undefined || offset === undefined) {
    throw invalid(`Invalid value for field 'pageToken': '${text}'. It does not belong to this list.`, "pageToken");
  }
  return { query, version: Number(version), offset: Number(offset) };
}

/** How the pages of one collection are wrapped. */
export interface ListEnvelope {
  /** Such as `compute#routeList`. */
  readonly kind: string;
  /** Whether the envelope has `unreachables`. */
  readonly hasUnreachables?: boolean;
}

/** The fault that a list cannot reach some places. */
export type PartialFailure = Extract<Fault, { kind: "partialFailure" }>;

/** Leaves out what a partial failure hides, or fails as a whole when the caller has not asked for a part. */
export function applyPartialFailure(page: Page, failure: PartialFailure | undefined, accepts: boolean): Page {
  if (failure === undefined) {
    return page;
  }
  if (!accepts) {
    throw new ApiError(503, "backendError", `These places could not be reached: ${failure.unreachables.join(", ")}.`);
  }
  return { ...page, items: page.items.filter(({ name }) => failure.omit?.includes(String(name)) !== true) };
}

/** The body of a list's answer. */
export function renderPage(
  path: string,
  envelope: ListEnvelope,
  { items, nextPageToken }: Page,
  failure: PartialFailure | undefined,
): JsonObject {
  const scope = path.split("/").slice(2, -1).join("/");
  const warning =
    failure !== undefined
      ? {
          code: "UNREACHABLE",
          message: "Some places could not be reached; the list is not complete.",
          data: failure.unreachables.map((value) => ({ key: "scope", value })),
        }
      : items.length === 0
        ? {
            code: "NO_RESULTS_ON_PAGE",
            message: `There are no results for scope '${scope}' on this page.`,
            data: [{ key: "scope", value: scope }],
          }
        : undefined;
  return {
    kind: envelope.kind,
    id: path,
    ...(items.length === 0 ? {} : { items }),
    ...(nextPageToken === undefined ? {} : { nextPageToken }),
    selfLink: fullUrl(path),
    ...(failure === undefined || envelope.hasUnreachables !== true ? {} : { unreachables: failure.unreachables }),
    ...(warning === undefined ? {} : { warning }),
  };
}
