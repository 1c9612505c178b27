import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";

/** What a bench was asked for: `--quick` for small sizes, `--rounds 5`, `--sizes 100,1000`. */
export interface Options {
  readonly quick: boolean;
  readonly rounds: number;
  /** What is given after a name, such as `--cases 1000x1`. */
  word(name: string): string | undefined;
  /** A list of numbers given by name, or what stands for it. */
  numbers(name: string, full: number[], quick: number[]): number[];
}

export function options(): Options {
  const words = process.argv.slice(2);
  const quick = words.includes("--quick");
  const word = (name: string) => (words.includes(`--${name}`) ? words[words.indexOf(`--${name}`) + 1] : undefined);
  return {
    quick,
    rounds: Number(word("rounds") ?? (quick ? 1 : 5)),
    word,
    numbers: (name, full, few) => word(name)?.split(",").map(Number) ?? (quick ? few : full),
  };
}

/** One figure: ours beside its floor, over several rounds that took turns. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly ours: readonly number[];
  /** The least that is possible, measured in the same run. */
  readonly floor?: readonly number[];
  /** In words: `at most 1.05 × the floor`. */
  readonly goal?: string;
  /** Whether it is reached, where that can be said. */
  readonly reached?: boolean;
}

/** A figure as `publish` writes it. */
export interface Published extends Figure {
  readonly median: number;
  readonly floorMedian?: number;
  /** Of the medians: these machines are shared, and one number alone means little. */
  readonly ratio?: number;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  const place = (sorted.length - 1) * part;
  const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
}

/** The figure with the goal that ours is at most so many times the floor. */
export function atMost(times: number, figure: Figure): Figure {
  const reached = median(figure.ours) <= times * median(figure.floor ?? []);
  return { ...figure, goal: `≤ ${String(times)} ×`, reached };
}

/**
 * Prints the table, and writes `bench/results/<name>.json`. With `--keep`, what an earlier run has measured and this one has
 * not stays in it: large sizes can be run by themselves.
 */
export function publish(name: string, title: string, measured: readonly Figure[]): void {
  const earlier = process.argv.includes("--keep") ? readFigures(name) : [];
  const figures = [
    ...earlier.filter((old) => !measured.some((figure) => figure.name === old.name)),
    ...measured.map(readPublished),
  ];
  const rows = figures.map((figure) => [figure.name, toRow(figure)] as const);
  console.log(`\n${title}`);
  console.table(Object.fromEntries(rows));
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version };
  mkdirSync(new URL(".", toFile(name)), { recursive: true });
  writeFileSync(toFile(name), `${JSON.stringify({ title, machine, figures }, undefined, 2)}\n`);
}

/** The figures of `bench/results/<name>.json`. */
export function readFigures(name: string): readonly Published[] {
  return (JSON.parse(readFileSync(toFile(name), "utf8")) as { figures: Published[] }).figures;
}

/** Three digits are as much as any of this is good for. */
export function inWords(value: number, unit: string): string {
  const text = Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));
  return unit === "" ? text : `${text} ${unit}`;
}

function readPublished(figure: Figure): Published {
  const own = median(figure.ours);
  if (figure.floor === undefined) return { ...figure, median: own };
  const floorMedian = median(figure.floor);
  return { ...figure, median: own, floorMedian, ratio: own / floorMedian };
}

function toRow({ unit, ours, median: own, floorMedian, ratio, goal = "", reached }: Published): object {
  return {
    floor: floorMedian === undefined ? "" : inWords(floorMedian, unit),
    ours: inWords(own, unit),
    spread: `${inWords(Math.min(...ours), unit)} – ${inWords(Math.max(...ours), unit)}`,
    ratio: ratio?.toFixed(3) ?? "",
    goal,
    reached: reached === undefined ? "" : reached ? "yes" : "no",
  };
}

function toFile(name: string): URL {
  return new URL(`../results/${name}.json`, import.meta.url);
}
