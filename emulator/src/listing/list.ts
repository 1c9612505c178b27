import { createHash } from "node:crypto";
import { invalid } from "../errors";
import { WrittenJson, type JsonObject, type Resource } from "../json";
import type { Fields } from "../schema";
import { compileFilter } from "./filter";

/** Where the items of a list come from. */
export interface ListSource {
  /** Path of the collection, such as `projects/p/global/routes`, and whatever else chooses among its items. */
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
  readonly #snapshots = new Map<string, Snapshot>();

  clear(): void {
    this.#snapshots.clear();
  }

  /** One page of the source. The same page of the same snapshot is the same object. */
  page(source: ListSource, parameters: ListParameters): Page {
    const order = parseOrder(parameters.orderBy);
    const filter = parameters.filter ?? "";
    const query = createHash("sha256").update(`${source.path}\n${order}\n${filter}`).digest("base64url").slice(0, 16);
    const start = readToken(parameters.pageToken, query);
    const version = start?.version ?? source.version;
    const key = `${query}/${String(version)}`;
    let snapshot = this.#snapshots.get(key);
    this.#snapshots.delete(key);
    if (snapshot === undefined || (source.isVolatile === true && start === undefined)) {
      const predicate = filter.trim() === "" ? undefined : compileFilter(filter, source.fields);
      const items = source.items();
      const resources = sortResources(predicate === undefined ? items : items.filter(predicate), order);
      snapshot = { resources, pages: new Map() };
    }
    this.#keep(key, snapshot);
    // Zero is in the accepted range and cannot mean a page without items, which would never end: it is "not set".
    const size =
      parameters.maxResults === undefined || parameters.maxResults === 0 ? DEFAULT_PAGE_SIZE : parameters.maxResults;
    const offset = start?.offset ?? 0;
    const place = `${String(offset)}+${String(size)}`;
    const page = snapshot.pages.get(place) ?? cut(snapshot.resources, offset, size, { query, version });
    snapshot.pages.set(place, page);
    return page;
  }

  #keep(key: string, snapshot: Snapshot): void {
    this.#snapshots.set(key, snapshot);
    for (const oldest of this.#snapshots.keys()) {
      if (this.#snapshots.size <= KEPT_SNAPSHOTS) {
        break;
      }
      this.#snapshots.delete(oldest);
    }
  }
}

/** A list as one query sees it, and the pages that were cut from it. */
interface Snapshot {
  readonly resources: readonly Resource[];
  readonly pages: Map<string, Page>;
}

function cut(resources: readonly Resource[], offset: number, size: number, token: Omit<Token, "offset">): Page {
  const items = resources.slice(offset, offset + size);
  const end = offset + items.length;
  return end < resources.length ? { items, nextPageToken: writeToken({ ...token, offset: end }) } : { items };
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

/** The orders that the service has. */
export type Order = "name" | "creationTimestamp desc";

/** Reads `orderBy`; left out or empty it is `name`. */
function parseOrder(orderBy: string | undefined): Order {
  if (orderBy === undefined || orderBy === "") {
    return "name";
  }
  if (orderBy !== "name" && orderBy !== "creationTimestamp desc") {
    throw invalid(
      `Invalid value for field 'orderBy': '${orderBy}'. Only 'name' and 'creationTimestamp desc' are supported.`,
      "orderBy",
    );
  }
  return orderBy;
}

/** Sorts in place. */
function sortResources(resources: Resource[], order: Order): Resource[] {
  if (order === "name") {
    return resources.sort((left, right) => compareText(String(left.name), String(right.name)));
  }
  const keyed = resources.map((resource) => ({
    resource,
    created: createdAt(resource),
    id: String(resource.id ?? ""),
  }));
  // Ids grow, so they decide between objects of the same millisecond.
  keyed.sort((left, right) => right.created - left.created || compareNumerals(right.id, left.id));
  for (const [index, { resource }] of keyed.entries()) {
    resources[index] = resource;
  }
  return resources;
}

function createdAt(resource: Resource): number {
  // Operations have no creationTimestamp (it is deprecated there); the time they were requested takes its place.
  return Date.parse(String(resource.creationTimestamp ?? resource.insertTime ?? "")) || 0;
}

function compareNumerals(left: string, right: string): number {
  return left.length - right.length || compareText(left, right);
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * The bodies of pages as they went over the wire, so that a list which is walked again costs its sending only: with a
 * hundred thousand items it would otherwise be the writing of JSON that a client's speed is measured against.
 */
export class WrittenPages {
  readonly #limitBytes: number;
  readonly #bodies = new Map<Page, WrittenJson>();
  #bytes = 0;

  constructor(limitBytes = 256 * 2 ** 20) {
    this.#limitBytes = limitBytes;
  }

  /** The body of a page, written when it is first asked for. When they grow too many the oldest are given up. */
  body(page: Page, render: () => JsonObject): WrittenJson {
    const kept = this.#bodies.get(page);
    if (kept !== undefined) {
      return kept;
    }
    const body = new WrittenJson(render());
    this.#bodies.set(page, body);
    this.#bytes += body.bytes.length;
    for (const [oldest, { bytes }] of this.#bodies) {
      if (this.#bytes <= this.#limitBytes) {
        break;
      }
      this.#bodies.delete(oldest);
      this.#bytes -= bytes.length;
    }
    return body;
  }

  clear(): void {
    this.#bodies.clear();
    this.#bytes = 0;
  }
}
