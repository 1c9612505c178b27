const number = /^\d{1,20}$/;

/**
 * What numbers are the names of. The service takes a number for a project, a network, a template or a disk wherever it
 * takes the name, and answers the name: the two are equal from then on.
 */
export class KnownNames {
  /** Paths with names, by collection and number: `networks/12` is `projects/p/global/networks/default`. */
  private readonly paths: Map<string, string>;

  /** @param record what was recorded of an earlier run; anything else counts as nothing */
  constructor(record?: unknown) {
    const entries = typeof record === "object" && record !== null ? Object.entries(record) : [];
    this.paths = new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  }

  /** What is to be recorded; `undefined` when nothing was named by number. */
  get record(): Readonly<Record<string, string>> | undefined {
    return this.paths.size === 0 ? undefined : Object.fromEntries(this.paths);
  }

  /** Two paths of one object, as it was asked for and as the service answers it: each number in one is the name in the other. */
  learn(asked: string, answered: string): void {
    const pairs = asked === answered ? undefined : pairsOf(asked, answered);
    if (!pairs?.every(([one, other]) => one.name === other.name || isNumberAndName(one, other))) return;
    const named: Part[] = [];
    const found = pairs.flatMap(([one, other]): [string, string][] => {
      const [byNumber, byName] = number.test(one.name) ? [one, other] : [other, one];
      named.push(byName);
      return one.name === other.name ? [] : [[textOf([byNumber]), this.named(textOf(named))]];
    });
    // A number stays with its object for good: an answer that says otherwise is old, or of another object.
    if (found.some(([key, path]) => (this.paths.get(key) ?? path) !== path)) return;
    for (const [key, path] of found) {
      // A name is of one object at a time: another that had it before is gone.
      for (const [other, known] of this.paths) if (known === path) this.paths.delete(other);
      this.paths.set(key, path);
    }
  }

  /** Whether two paths are of one object; `undefined` where a number and a name face each other, and nobody knows. */
  same(one: string, other: string): boolean | undefined {
    const [left, right] = [this.named(one), this.named(other)];
    if (left === right) return true;
    const pairs = pairsOf(left, right);
    const isOpen = pairs?.every(([mine, theirs], index) => {
      if (mine.name === theirs.name) return true;
      const named = textOf(partsOf(number.test(mine.name) ? right : left).slice(0, index + 1));
      // A name that is known to have another number is another object's.
      return isNumberAndName(mine, theirs) && ![...this.paths.values()].includes(named);
    });
    return isOpen === true ? undefined : false;
  }

  /** Whether a path holds a number that is not known to be the name of anything. */
  isOpen(path: string): boolean {
    return partsOf(this.named(path)).some(({ name }) => number.test(name));
  }

  /** The path with names in place of the numbers that are known. */
  named(path: string): string {
    if (this.paths.size === 0) return path;
    return partsOf(path).reduce((above, part) => {
      const known = number.test(part.name) ? this.paths.get(textOf([part])) : undefined;
      return known ?? (above === "" ? textOf([part]) : `${above}/${textOf([part])}`);
    }, "");
  }
}

/** One part of a path: a collection and which of its members, or a scope that has no members. */
interface Part {
  readonly collection: string;
  readonly name: string;
}

function isNumberAndName(one: Part, other: Part): boolean {
  return number.test(one.name) !== number.test(other.name);
}

function textOf(parts: readonly Part[]): string {
  return parts.map(({ collection, name }) => (name === "" ? collection : `${collection}/${name}`)).join("/");
}

/** The parts that face each other; `undefined` where the paths differ in more than names, or are of no project. */
function pairsOf(one: string, other: string): [Part, Part][] | undefined {
  // Whether the number of a hierarchical firewall policy is that of a name is not told by any answer.
  if (![one, other].every((path) => path.startsWith("projects/"))) return undefined;
  const [left, right] = [partsOf(one), partsOf(other)];
  if (left.length !== right.length) return undefined;
  const pairs = left.flatMap((part, index): [Part, Part][] => {
    const twin = right[index];
    return twin?.collection === part.collection ? [[part, twin]] : [];
  });
  return pairs.length === left.length ? pairs : undefined;
}

/** `projects/p/global/networks/n`: the project `p`, the scope `global`, the network `n`. */
function partsOf(path: string): Part[] {
  const segments = path.split("/");
  const parts: Part[] = [];
  for (let index = 0; index < segments.length;) {
    const collection = segments[index] ?? "";
    const isScope = collection === "global" && index === 2;
    parts.push({ collection, name: isScope ? "" : (segments[index + 1] ?? "") });
    index += isScope ? 1 : 2;
  }
  return parts;
}
