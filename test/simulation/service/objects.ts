import { currentCall, isByOtherStack } from "../calls";
import { nowMs } from "../clock";
import { canonical, findLeaves, listLeaves } from "./leaves";

/** An object as the service has it. */
export type Data = Readonly<Record<string, unknown>>;

/** The author of a value. */
export type Author = "ours" | "rival" | "world";

/** The state of an object from a moment on; without data, it was absent. */
export interface Version {
  readonly sinceMs: number;
  readonly data: Data | undefined;
  /** The maker of the object. A change preserves it. */
  readonly maker: Author;
  /** The URN of the resource that asked for it; the author, where no call did. */
  readonly writer: string;
}

/**
 * The objects of the service with all that they ever were, and who wrote it: the promises are checked against this log, and
 * against nothing that a client says.
 */
export class Objects {
  private readonly versions = new Map<string, Version[]>();
  /** The first author of a value, by path, member and value. */
  private readonly firstAuthors = new Map<string, Author>();
  private newest = 0;
  /** The listener for each change that a client of ours has asked for. */
  watch: ((path: string, before: Data | undefined, after: Data | undefined) => void) | undefined;

  /** A number or a fingerprint that nothing had yet. */
  fresh(): number {
    return (this.newest += 1);
  }

  put(path: string, data: Data | undefined, by: Author): void {
    const call = currentCall.getStore();
    const author = by === "ours" && isByOtherStack(call) ? "rival" : by;
    const versions = this.versions.get(path) ?? [];
    const last = versions.at(-1);
    if (author === "ours") this.watch?.(path, last?.data, data);
    const maker = last?.data !== undefined && data !== undefined ? last.maker : author;
    versions.push({ sinceMs: nowMs(), data, maker, writer: (author === "ours" ? call?.urn : undefined) ?? author });
    this.versions.set(path, versions);
    this.noteAll(path, data ?? {}, author);
  }

  get(path: string): Data | undefined {
    return this.versions.get(path)?.at(-1)?.data;
  }

  /** All versions, oldest first. */
  history(path: string): readonly Version[] {
    return this.versions.get(path) ?? [];
  }

  /** The first version. */
  first(path: string): Data | undefined {
    return this.versions.get(path)?.[0]?.data;
  }

  /** The version of so long ago; the current one for an object that is older than all versions. */
  past(path: string, agoMs: number): Data | undefined {
    const versions = this.versions.get(path) ?? [];
    const then = nowMs() - agoMs;
    const version = versions.findLast(({ sinceMs }) => sinceMs <= then);
    return version === undefined && versions[0]?.maker === "world" ? versions[0].data : version?.data;
  }

  findMaker(path: string): Author | undefined {
    const last = this.versions.get(path)?.at(-1);
    return last?.data === undefined ? undefined : last.maker;
  }

  /** Since when the object that is there has been there. */
  madeSinceMs(path: string): number {
    const versions = this.versions.get(path) ?? [];
    return versions[versions.findLastIndex(({ data }) => data === undefined) + 1]?.sinceMs ?? 0;
  }

  /** Since when a member of the object has had the value that it has. */
  leafSinceMs(path: string, leaf: string): number {
    const versions = this.versions.get(path) ?? [];
    const write = (data: Data | undefined) => JSON.stringify(listLeaves(data ?? {}).get(leaf));
    const value = write(versions.at(-1)?.data);
    const other = versions.findLastIndex(({ data }) => write(data) !== value);
    return versions[other + 1]?.sinceMs ?? 0;
  }

  /** True if another resource, or somebody else, has changed the object since. */
  hasOtherWriter(path: string, sinceMs: number, urn: string): boolean {
    return (this.versions.get(path) ?? []).some((version) => version.sinceMs >= sinceMs && version.writer !== urn);
  }

  /** From now on the object, and all that it has, is ours. */
  handOver(path: string): void {
    const versions = this.versions.get(path) ?? [];
    const last = versions.pop();
    if (last === undefined) return;
    versions.push({ ...last, maker: "ours" });
    for (const [leaf, value] of listLeaves(last.data ?? {})) this.firstAuthors.set(toKey(path, leaf, value), "ours");
  }

  /** Paths of what is there. */
  paths(): string[] {
    return [...this.versions.keys()].filter((path) => this.get(path) !== undefined);
  }

  /** Notes who writes the values of members of an object, but for those that somebody has written there before. */
  noteAll(path: string, members: Data, author: Author): void {
    for (const [leaf, value] of listLeaves(members)) {
      const key = toKey(path, leaf, value);
      if (!this.firstAuthors.has(key)) this.firstAuthors.set(key, author);
    }
  }

  /** True if somebody was the first to write any value of a member as it is. */
  isBy(path: string, member: string, author: Author): boolean {
    const leaves = findLeaves(this.get(path) ?? {}, [member]);
    return [...leaves].some(([leaf, value]) => this.findAuthor(path, leaf, value) === author);
  }

  /** The author of a value: the first one to write it there. */
  findAuthor(path: string, leaf: string, value: unknown): Author | undefined {
    return this.firstAuthors.get(toKey(path, leaf, value));
  }
}

function toKey(path: string, leaf: string, value: unknown): string {
  return `${path} ${leaf} ${JSON.stringify(canonical(value))}`;
}
