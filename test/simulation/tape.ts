/** The decisions that are not the ordinary ones: by label, by how many times the label was decided, the option. */
export type Decisions = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** One of them. */
export interface Decision {
  readonly label: string;
  /** 1 for the first time that the label is decided. */
  readonly count: number;
  readonly option: string;
}

/**
 * Everything that is up to chance in a life. Each choice has a label and options, of which the first is the ordinary one.
 *
 * A seed, the label and its count decide, and nothing else: so a choice that is taken out of a life leaves all others as they are,
 * and a life can be shrunk to the few choices that break a promise.
 */
export class Tape {
  private readonly counts = new Map<string, number>();
  readonly decided: Decision[] = [];
  private readonly raised = new Set<string>();
  private readonly fixed = new Map<string, number>();

  private constructor(
    private readonly seed: number | undefined,
    private readonly played: Decisions,
  ) {}

  /** A new life: a hash of the seed decides. */
  static drawn(seed: number): Tape {
    return new Tape(seed, {});
  }

  /** The life that these decisions make: every other one is ordinary. */
  static play(decisions: Decisions): Tape {
    return new Tape(undefined, decisions);
  }

  /** One of several options that are equally probable; `chance` is how probable it is that it is not the first one. */
  choose<Option extends string>(label: string, options: readonly [Option, ...Option[]], chance = 0.5): Option {
    const [ordinary, ...others] = options;
    return this.weigh(
      label,
      ordinary,
      others.map((option) => [option, chance / others.length]),
    );
  }

  /** The value of one of several options, as `choose` takes it. */
  pick<Value>(label: string, values: Readonly<Record<string, Value>>, chance = 0.5): Value {
    return values[this.choose(label, Object.keys(values) as [string, ...string[]], chance)] as Value;
  }

  /** One of several options, each with its own chance. */
  weigh<Option extends string>(
    label: string,
    ordinary: Option,
    others: readonly (readonly [option: Option, chance: number])[],
  ): Option {
    const count = (this.counts.get(label) ?? 0) + 1;
    this.counts.set(label, count);
    const option = this.option(label, count, others) ?? ordinary;
    if (option !== ordinary) this.decided.push({ label, count, option });
    return option;
  }

  /** A whole number between two, of which the first is the ordinary one. */
  amount(label: string, from: number, to: number, chance = 0.7): number {
    const others = Array.from({ length: to - from }, (_, index) => String(from + index + 1));
    return Number(this.choose(label, [String(from), ...others], chance));
  }

  /** How often something happens in this life. It is no decision: a life that is played again has those that came of it. */
  rate(name: string, rates: readonly number[]): number {
    const raised = this.raised.has(name) ? Math.max(...rates) : undefined;
    return this.fixed.get(name) ?? raised ?? this.draw(`rate ${name}`, rates) ?? 0;
  }

  /** From now on these happen as often as they do in any life. */
  raise(names: readonly string[]): void {
    if (this.seed !== undefined) for (const name of names) this.raised.add(name);
  }

  isRaised(name: string): boolean {
    return this.raised.has(name);
  }

  /** From now on these happen as often as this says. */
  fix(rates: Readonly<Record<string, number>>): void {
    if (this.seed !== undefined) for (const [name, rate] of Object.entries(rates)) this.fixed.set(name, rate);
  }

  /** One of these, for what is no decision; none in a life that is played again. */
  draw<Value>(name: string, values: readonly Value[]): Value | undefined {
    return this.seed === undefined ? undefined : values[Math.floor(this.random(name, 0) * values.length)];
  }

  /** A number from 0 to 1 that follows from the seed alone, for what only spreads values and breaks no promise. */
  private random(label: string, count: number): number {
    return hashText(`${String(this.seed)} ${label} ${String(count)}`) / 2 ** 32;
  }

  private option<Option extends string>(
    label: string,
    count: number,
    others: readonly (readonly [option: Option, chance: number])[],
  ): Option | undefined {
    if (this.seed === undefined) return others.find(([option]) => option === this.played[label]?.[count])?.[0];
    const sum = others.reduce((total, [, chance]) => total + chance, 0);
    // However many things can go wrong, the ordinary one stays possible.
    let drawn = this.random(label, count) * Math.max(1, sum / mostExtraordinary);
    return others.find(([, chance]) => (drawn -= chance) < 0)?.[0];
  }
}

const mostExtraordinary = 0.9;

/** Decisions in the form that is written to a file. */
export function toDecisions(decided: readonly Decision[]): Decisions {
  const byLabel: Record<string, Record<string, string>> = {};
  for (const { label, count, option } of decided) (byLabel[label] ??= {})[count] = option;
  return byLabel;
}

/** In plain words: `the answer to POST routes, the 2nd time: is lost`. */
export function inWords({ label, count, option }: Decision): string {
  return `${label}${count === 1 ? "" : `, the ${ordinal(count)} time`}: ${option}`;
}

function ordinal(count: number): string {
  const ending = count % 100 > 10 && count % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][count % 10] ?? "th");
  return `${String(count)}${ending}`;
}

/** FNV-1a, and a last step that spreads what differs in the last letters only. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}
