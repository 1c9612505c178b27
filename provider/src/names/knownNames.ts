/**
 * How sure it is that two paths are of the same object:
 *
 * - `same`: they are, by what they say and what is known;
 * - `likely`: a number and a name face each other, and nothing known contradicts that they are one;
 * - `unproven`: the same, where the one that is wanted names the object itself by number: it may be a change;
 * - `other`: they are not.
 */
export type Likeness = "same" | "likely" | "unproven" | "other";

const number = /^\d{1,20}$/;

/**
 * What numbers turned out to be the names of. The service takes a number for a project, a network, a template or a disk
 * wherever it takes the name, and answers the name. Which of the two belong together is learnt wherever both are of one
 * object: what was asked for and the link in the answer.
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

  /** The same without numbers that a text does not mention. */
  mentionedIn(text: string): KnownNames {
    const kept = [...this.paths].filter(([key]) => text.includes(key.slice(key.indexOf("/") + 1)));
    return new KnownNames(Object.fromEntries(kept));
  }

  /**
   * Two paths of one object: each number in the one is the name in the other. Paths of two objects teach nothing, and
   * neither does what contradicts a number that is known: it stays with its object for good, where a name may not.
   */
  learn(one: string, other: string): void {
    // Most pairs are equal, and teach nothing.
    if (one === other) return;
    const pairs = pairsOf(one, other);
    const isOne = pairs?.every(
      ([left, right]) => left.name === right.name || number.test(left.name) !== number.test(right.name),
    );
    if (pairs === undefined || isOne !== true) return;
    const named = pairs.map(([left, right]) => (number.test(left.name) ? right : left));
    const seen = pairs.flatMap(([left, right], index): [key: string, path: string][] =>
      left.name === right.name
        ? []
        : [[textOf([number.test(left.name) ? left : right]), this.named(textOf(named.slice(0, index + 1)))]],
    );
    if (seen.some(([key, path]) => (this.paths.get(key) ?? path) !== path)) return;
    for (const [key, path] of seen) {
      // A name is of one object at a time: another that had it before is gone.
      for (const [before, known] of this.paths) if (known === path) this.paths.delete(before);
      this.paths.set(key, path);
    }
  }

  /** Whether two paths are of the same object: of what is there, and of what somebody asks for. */
  compare(there: string, wanted: string): Likeness {
    if (there === wanted) return "same";
    const [left, right] = [this.named(there), this.named(wanted)];
    if (left === right) return "same";
    const pairs = pairsOf(left, right);
    if (pairs === undefined) return "other";
    const found = pairs.map(([one, other], index): Likeness => {
      if (one.name === other.name) return "same";
      if (number.test(one.name) === number.test(other.name)) return "other";
      const named = textOf(partsOf(number.test(one.name) ? right : left).slice(0, index + 1));
      if ([...this.paths.values()].includes(named)) return "other";
      const isObject = index === pairs.length - 1 && index > 0;
      return isObject && number.test(other.name) ? "unproven" : "likely";
    });
    return (["other", "unproven", "likely"] as const).find((likeness) => found.includes(likeness)) ?? "same";
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

function textOf(parts: readonly Part[]): string {
  return parts.map(({ collection, name }) => (name === "" ? collection : `${collection}/${name}`)).join("/");
}

/** The parts that face each other; `undefined` where the paths differ in more than that, or are of no project. */
function pairsOf(one: string, other: string): [Part, Part][] | undefined {
  // Whether the number of a hierarchical firewall policy is that of a name is not told by any answer.
  if (![one, other].every((path) => path.startsWith("projects/"))) return undefined;
  const [left, right] = [partsOf(one), partsOf(other)];
  const pairs = left.flatMap((part, index): [Part, Part][] => {
    const twin = right[index];
    return twin?.collection === part.collection ? [[part, twin]] : [];
  });
  return left.length === right.length && pairs.length === left.length ? pairs : undefined;
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
