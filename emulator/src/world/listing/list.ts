import { createHash } from "node:crypto";
import { invalid } from "../../basics/errors";
import { estimateHeapBytes } from "../heapEstimate";
import { toText, type Resource } from "../../basics/json";
import type { BudgetedCache, MemoryBudget } from "../memoryBudget";
import { preciseNow } from "../../basics/clock";
import type { Fields } from "../../basics/schema";
import { compileFilter } from "./filter";

/** Where the items of a list come from. */
export interface ListSource {
  readonly fields: Fields;
  /** True if the items change without the store, as operations do: every first page is then made anew. */
  readonly isVolatile?: boolean;
  /** True if the items are made for the list, and are not the stored objects themselves. */
  readonly areCopies?: boolean;
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
const MAX_LISTS = 64;
const WORD_BYTES = 8;

interface CachedList {
  readonly resources: readonly Resource[];
  readonly at: number;
  readonly bytes: number;
}

/**
 * Filtered and sorted lists, cached so that a chain of pages does the work once. A page token names the list it goes on
 * with, and the last item. If that list was evicted, the list is made anew, and the chain goes on after that item: it skips
 * nothing and repeats nothing, whatever has come or gone before it.
 */
export class ListSnapshots implements BudgetedCache {
  readonly #memory: MemoryBudget;
  readonly #lists = new Map<string, CachedList>();
  #count = 0;

  constructor(memory: MemoryBudget) {
    this.#memory = memory;
    memory.add(this);
  }

  clear(): void {
    for (const { bytes } of this.#lists.values()) this.#memory.release(bytes);
    this.#lists.clear();
  }

  /**
   * One page of the source. The list is the path, and whatever else chooses among the items. The version grows with every
   * change in the store: until then a list that is asked for again is not sorted again, which takes long for many items.
   */
  page(list: string, version: number, source: ListSource, parameters: ListParameters): Page {
    const { filter = "", orderBy = "", maxResults = 0, pageToken = "" } = parameters;
    const query = createHash("sha256").update(`${list}\n${orderBy}\n${filter}`).digest("base64url").slice(0, 16);
    const token = pageToken === "" ? undefined : readToken(pageToken, query);
    const tokenList = token === undefined ? undefined : this.#lists.get(`${query}/${token.list}`)?.resources;
    const name = token !== undefined && tokenList !== undefined ? token.list : this.#newest(source, version);
    const key = `${query}/${name}`;
    const order = findOrder(orderBy);
    const resources = tokenList ?? this.#lists.get(key)?.resources ?? sortAndFilter(source, filter, order);
    const start = tokenList === undefined ? countUpTo(token?.last, resources, order) : (token?.offset ?? 0);
    // Zero is in the accepted range and cannot mean a page without items, which would never end: it is "not set".
    const end = start + (maxResults === 0 ? DEFAULT_PAGE_SIZE : maxResults);
    const items = resources.slice(start, end);
    const last = items.at(-1);
    const hasMore = last !== undefined && end < resources.length;
    // Nobody asks again for a list of a moment whose last page is read.
    if (hasMore || source.isVolatile !== true) this.#retain(key, resources, source);
    return hasMore ? { items, nextPageToken: writeToken(key, end, order.position(last)) } : { items };
  }

  #newest({ isVolatile = false }: ListSource, version: number): string {
    this.#count += 1;
    return String(isVolatile ? this.#count : version);
  }

  #retain(key: string, resources: readonly Resource[], { isVolatile, areCopies }: ListSource): void {
    if (this.#lists.has(key)) return;
    const isOwn = isVolatile === true || areCopies === true;
    const bytes = isOwn ? estimateHeapBytes(resources) : resources.length * WORD_BYTES;
    // One list is not worth all that the other caches have: each of its pages is made anew.
    if (bytes > this.#memory.maxBytes / 2) return;
    if (this.#lists.size >= MAX_LISTS) this.#memory.release(this.evictOldest());
    this.#memory.reserve(bytes);
    this.#lists.set(key, { resources, at: preciseNow(), bytes });
  }

  oldestAt(): number | undefined {
    return this.#oldest()?.[1].at;
  }

  evictOldest(): number {
    const [key, { bytes }] = this.#oldest() ?? ["", { bytes: 0 }];
    this.#lists.delete(key);
    return bytes;
  }

  #oldest(): [string, CachedList] | undefined {
    return this.#lists.entries().next().value;
  }
}

/** Where an item stands in a list: what it is sorted by, and its id between equals. */
type Position = readonly [main: string, id: string];

interface Order {
  position(resource: Resource): Position;
  compare(left: Position, right: Position): number;
}

const BY_NAME: Order = {
  position: ({ name, id }) => [toText(name), toText(id)],
  compare: comparePositions,
};

/** Ids grow, so they decide between objects of the same millisecond. */
const NEWEST_FIRST: Order = {
  // Operations have no creationTimestamp (it is deprecated there); the time they were requested takes its place.
  position: ({ creationTimestamp, insertTime, id }) => [
    String(Date.parse(toText(creationTimestamp ?? insertTime)) || 0).padStart(15, "0"),
    toText(id),
  ],
  compare: (left, right) => comparePositions(right, left),
};

function findOrder(orderBy: string): Order {
  if (orderBy === "" || orderBy === "name") return BY_NAME;
  if (orderBy === "creationTimestamp desc") return NEWEST_FIRST;
  throw invalid(
    `Invalid value for field 'orderBy': '${orderBy}'. Only 'name' and 'creationTimestamp desc' are supported.`,
    "orderBy",
  );
}

function sortAndFilter({ fields, items }: ListSource, filter: string, order: Order): Resource[] {
  const resources = filter.trim() === "" ? items() : items().filter(compileFilter(filter, fields));
  const positioned = resources.map((resource) => ({ resource, position: order.position(resource) }));
  positioned.sort((left, right) => order.compare(left.position, right.position));
  return positioned.map(({ resource }) => resource);
}

/** How many of the items stand no later than a position: a page after it begins there. */
function countUpTo(last: Position | undefined, resources: readonly Resource[], { position, compare }: Order): number {
  if (last === undefined) return 0;
  const next = resources.findIndex((resource) => compare(position(resource), last) > 0);
  return next === -1 ? resources.length : next;
}

function comparePositions([leftMain, leftId]: Position, [rightMain, rightId]: Position): number {
  if (leftMain !== rightMain) return leftMain < rightMain ? -1 : 1;
  // Ids are numbers of up to 20 digits.
  if (leftId.length !== rightId.length) return leftId.length - rightId.length;
  return leftId < rightId ? -1 : leftId > rightId ? 1 : 0;
}

interface PageToken {
  readonly list: string;
  /** How many items came before. */
  readonly offset: number;
  /** The last one of them. */
  readonly last: Position;
}

/** As JSON: an object from outside may have any name and any id, with any character in it. */
function writeToken(key: string, offset: number, last: Position): string {
  return Buffer.from(JSON.stringify([...key.split("/"), offset, ...last])).toString("base64url");
}

function readToken(text: string, query: string): PageToken {
  const [tokenQuery, list, offset, main, id] = parseToken(text);
  const isWhole = typeof list === "string" && typeof main === "string" && typeof id === "string";
  // A token goes on with its own list: with another filter or order the position would mean other items.
  if (tokenQuery !== query || !isWhole || !Number.isInteger(offset))
    throw invalid(`Invalid value for field 'pageToken': '${text}'. It does not belong to this list.`, "pageToken");
  return { list, offset: Math.max(0, offset as number), last: [main, id] };
}

function parseToken(text: string): unknown[] {
  try {
    const token: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    return Array.isArray(token) ? token : [];
  } catch {
    return [];
  }
}
