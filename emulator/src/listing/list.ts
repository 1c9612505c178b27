import { createHash } from "node:crypto";
import { invalid } from "../errors";
import { heapBytesOf } from "../heapBytes";
import type { Resource } from "../json";
import type { MemoryBudget, Remembered } from "../memoryBudget";
import type { Fields } from "../schema";
import { compileFilter } from "./filter";

/** Where the items of a list come from. */
export interface ListSource {
  readonly fields: Fields;
  /** Whether the items change without the store, as operations do: every first page is then made anew. */
  readonly isVolatile?: boolean;
  /** Whether the items are made for the list, and are not the stored objects themselves. */
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
const KEPT_SNAPSHOTS = 64;
const WORD_BYTES = 8;

interface Snapshot {
  readonly resources: readonly Resource[];
  /** The version of the store, unless the items change without it. */
  readonly version: number | undefined;
  readonly remembered: Remembered;
}

/**
 * Filtered and sorted lists, kept so that a chain of pages does the work once. A page token names the snapshot it goes
 * on with; when that one was dropped meanwhile, the list is made anew and the chain goes on at the same offset.
 */
export class ListSnapshots {
  readonly #memory: MemoryBudget;
  readonly #snapshots = new Map<string, Snapshot>();
  #count = 0;

  constructor(memory: MemoryBudget) {
    this.#memory = memory;
  }

  clear(): void {
    for (const key of [...this.#snapshots.keys()]) this.#drop(key);
  }

  /** Drops the lists of earlier versions of the store: they would keep objects that are remembered nowhere else. */
  dropBefore(storeVersion: number): void {
    for (const [key, { version = storeVersion }] of this.#snapshots) {
      if (version < storeVersion) this.#drop(key);
    }
  }

  /**
   * One page of the source. The list is the path, and whatever else chooses among the items. The version grows with every
   * change in the store: until then a list that is asked for again is not sorted again, which takes long for many items.
   */
  page(list: string, version: number, source: ListSource, parameters: ListParameters): Page {
    const { filter = "", orderBy = "", maxResults = 0, pageToken = "" } = parameters;
    const query = createHash("sha256").update(`${list}\n${orderBy}\n${filter}`).digest("base64url").slice(0, 16);
    const { snapshot, offset } =
      pageToken === "" ? { snapshot: this.#newest(source, version), offset: 0 } : readToken(pageToken, query);
    const key = `${query}/${snapshot}`;
    const resources = this.#snapshots.get(key)?.resources ?? listed(source, filter, orderBy);
    this.#keep(key, resources, source, version);
    // Zero is in the accepted range and cannot mean a page without items, which would never end: it is "not set".
    const end = offset + (maxResults === 0 ? DEFAULT_PAGE_SIZE : maxResults);
    const items = resources.slice(offset, end);
    if (end >= resources.length) {
      return { items };
    }
    return { items, nextPageToken: Buffer.from(`${key}/${String(end)}`).toString("base64url") };
  }

  #newest({ isVolatile = false }: ListSource, version: number): string {
    this.#count += 1;
    return String(isVolatile ? this.#count : version);
  }

  #keep(key: string, resources: readonly Resource[], { isVolatile, areCopies }: ListSource, version: number): void {
    const known = this.#snapshots.get(key);
    if (known !== undefined) {
      this.#snapshots.delete(key);
      this.#snapshots.set(key, known);
      return;
    }
    const isOwn = isVolatile === true || areCopies === true;
    const bytes = isOwn ? heapBytesOf(resources) : resources.length * WORD_BYTES;
    const remembered = this.#memory.remember(bytes, () => this.#snapshots.delete(key));
    if (remembered.forget === undefined) return;
    this.#snapshots.set(key, { resources, remembered, version: isVolatile === true ? undefined : version });
    const [oldest] = this.#snapshots.keys();
    if (this.#snapshots.size > KEPT_SNAPSHOTS && oldest !== undefined) {
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const snapshot = this.#snapshots.get(key);
    this.#snapshots.delete(key);
    if (snapshot !== undefined) this.#memory.release(snapshot.remembered);
  }
}

function readToken(text: string, query: string): { readonly snapshot: string; readonly offset: number } {
  const [, ofQuery, snapshot, offset] =
    /^([^/]+)\/([0-9]+)\/([0-9]+)$/.exec(Buffer.from(text, "base64url").toString("latin1")) ?? [];
  // A token goes on with its own list: with another filter or order the offset would mean other items.
  if (ofQuery !== query || snapshot === undefined) {
    throw invalid(`Invalid value for field 'pageToken': '${text}'. It does not belong to this list.`, "pageToken");
  }
  return { snapshot, offset: Number(offset) };
}

function listed({ fields, items }: ListSource, filter: string, orderBy: string): Resource[] {
  if (orderBy !== "" && orderBy !== "name" && orderBy !== "creationTimestamp desc") {
    throw invalid(
      `Invalid value for field 'orderBy': '${orderBy}'. Only 'name' and 'creationTimestamp desc' are supported.`,
      "orderBy",
    );
  }
  const resources = filter.trim() === "" ? items() : items().filter(compileFilter(filter, fields));
  return orderBy === "creationTimestamp desc" ? newestFirst(resources) : byName(resources);
}

function byName(resources: Resource[]): Resource[] {
  return resources.sort((left, right) => compareText(String(left.name), String(right.name)));
}

/** Ids grow, so they decide between objects of the same millisecond. */
function newestFirst(resources: readonly Resource[]): Resource[] {
  const dated = resources.map((resource) => ({
    resource,
    // Operations have no creationTimestamp (it is deprecated there); the time they were requested takes its place.
    created: Date.parse(String(resource.creationTimestamp ?? resource.insertTime ?? "")) || 0,
    id: String(resource.id ?? "").padStart(20, "0"),
  }));
  dated.sort((left, right) => right.created - left.created || compareText(right.id, left.id));
  return dated.map(({ resource }) => resource);
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
