import { nowMs } from "../clock";
import { isEmpty, isSurplus, mapDeep } from "./json";
import { plainPath } from "./names";

/** An object as the service has it. */
export type Data = Readonly<Record<string, unknown>>;

/** Whose value something is. */
export type Author = "ours" | "rival" | "world";

/** What an object was from a moment on; without data, it was not there. */
interface Version {
  readonly sinceMs: number;
  readonly data: Data | undefined;
  /** Who made the object. A change keeps it. */
  readonly findMaker: Author;
}

/**
 * The objects of the service with all that they ever were, and who wrote it: the promises are checked against this log, and
 * against nothing that a client says.
 */
export class Objects {
  private readonly versions = new Map<string, Version[]>();
  /** Who was the first to write a value, by path, part and value. */
  private readonly firstAuthors = new Map<string, Author>();
  private newest = 0;
  /** Who wants to know of each change that a client of ours has asked for. */
  watch: ((path: string, before: Data | undefined, after: Data | undefined) => void) | undefined;

  /** A number or a fingerprint that nothing had yet. */
  fresh(): number {
    return (this.newest += 1);
  }

  put(path: string, data: Data | undefined, author: Author): void {
    const versions = this.versions.get(path) ?? [];
    const last = versions.at(-1);
    if (author === "ours") this.watch?.(path, last?.data, data);
    const findMaker = last?.data !== undefined && data !== undefined ? last.findMaker : author;
    versions.push({ sinceMs: nowMs(), data, findMaker });
    this.versions.set(path, versions);
    for (const [part, value] of Object.entries(data ?? {})) this.note(path, part, value, author);
  }

  get(path: string): Data | undefined {
    return this.versions.get(path)?.at(-1)?.data;
  }

  /** What was there before everything. */
  first(path: string): Data | undefined {
    return this.versions.get(path)?.[0]?.data;
  }

  /** What was there so long ago; what is there now for an object that is older than all versions. */
  past(path: string, agoMs: number): Data | undefined {
    const versions = this.versions.get(path) ?? [];
    const then = nowMs() - agoMs;
    const version = versions.findLast(({ sinceMs }) => sinceMs <= then);
    return version === undefined && versions[0]?.findMaker === "world" ? versions[0].data : version?.data;
  }

  findMaker(path: string): Author | undefined {
    const last = this.versions.get(path)?.at(-1);
    return last?.data === undefined ? undefined : last.findMaker;
  }

  /** Since when the object that is there has been there. */
  madeSinceMs(path: string): number {
    const versions = this.versions.get(path) ?? [];
    return versions[versions.findLastIndex(({ data }) => data === undefined) + 1]?.sinceMs ?? 0;
  }

  /** Since when a part of the object has had the value that it has. */
  partSinceMs(path: string, part: string): number {
    const versions = this.versions.get(path) ?? [];
    const value = JSON.stringify(versions.at(-1)?.data?.[part]);
    const other = versions.findLastIndex(({ data }) => JSON.stringify(data?.[part]) !== value);
    return versions[other + 1]?.sinceMs ?? 0;
  }

  /** From now on the object, and all that it has, is ours. */
  handOver(path: string): void {
    const versions = this.versions.get(path) ?? [];
    const last = versions.pop();
    if (last === undefined) return;
    versions.push({ ...last, findMaker: "ours" });
    for (const [part, value] of Object.entries(last.data ?? {}))
      this.firstAuthors.set(toKey(path, part, value), "ours");
  }

  /** Paths of what is there. */
  paths(): string[] {
    return [...this.versions.keys()].filter((path) => this.get(path) !== undefined);
  }

  /** Notes who writes a value of a part of an object, unless somebody has written the same value there before. */
  note(path: string, part: string, value: unknown, author: Author): void {
    const key = toKey(path, part, value);
    if (!this.firstAuthors.has(key)) this.firstAuthors.set(key, author);
  }

  /** Whose value it is: of the one who was the first to write it there. */
  findAuthor(path: string, part: string, value: unknown): Author | undefined {
    return this.firstAuthors.get(toKey(path, part, value));
  }
}

function toKey(path: string, part: string, value: unknown): string {
  return `${path} ${part} ${JSON.stringify(canonical(value))}`;
}

/** A value in one spelling of all that it can have. */
export function canonical(value: unknown): unknown {
  return mapDeep(value, {
    text: (text) => plainPath(text) ?? text,
    object(object) {
      const present = Object.entries(object).filter(([name, member]) => !isEmpty(member) && !isSurplus(member, name));
      return Object.fromEntries(present.sort(([left], [right]) => (left < right ? -1 : 1)));
    },
  });
}
