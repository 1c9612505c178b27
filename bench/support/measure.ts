import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { barChart, type Bar } from "./chart";

/** What a bench was asked for: `--quick` for small sizes, `--rounds 5`, `--sizes 100,1000`. */
export interface Options {
  quick: boolean;
  rounds: number;
  /** What is given after a name, such as `--cases 1000x1`. */
  word: (name: string) => string | undefined;
  /** A list of numbers given by name, or what stands for it. */
  numbers: (name: string, full: number[], quick: number[]) => number[];
}

export function options(): Options {
  const [, , ...words] = process.argv;
  const after = (name: string) => {
    const index = words.indexOf(`--${name}`);
    return index === -1 ? undefined : words[index + 1];
  };
  const quick = words.includes("--quick");
  return {
    quick,
    rounds: Number(after("rounds") ?? (quick ? 1 : 5)),
    word: after,
    numbers: (name, full, few) => after(name)?.split(",").map(Number) ?? (quick ? few : full),
  };
}

/** One figure: ours beside its floor, over several rounds that took turns. */
export interface Figure {
  name: string;
  unit: string;
  ours: readonly number[];
  /** The least that is possible, measured in the same run. */
  floor?: readonly number[];
  /** In words: `at most 1.05 × the floor`. */
  goal?: string;
  /** Whether it is reached, where that can be said. */
  reached?: boolean;
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

/** The ratio of the medians: these machines are shared, and one number alone means little. */
export function ratio({ ours, floor }: Figure): number | undefined {
  return floor === undefined ? undefined : median(ours) / median(floor);
}

/**
 * Prints the table, and writes `bench/results/<name>.json` and `.svg`. With `--keep`, what an earlier run has measured and
 * this one has not stays in them: large sizes can be run by themselves.
 */
export function publish(name: string, title: string, measured: readonly Figure[]): void {
  const folder = fileURLToPath(new URL("../results", import.meta.url));
  const isNew = ({ name: other }: Figure) => !measured.some((figure) => figure.name === other);
  const figures = [...(process.argv.includes("--keep") ? writtenTo(folder, name).filter(isNew) : []), ...measured];
  console.log(`\n${title}`);
  console.table(
    Object.fromEntries(
      figures.map((figure) => [
        figure.name,
        {
          floor: figure.floor === undefined ? "" : shown(median(figure.floor), figure.unit),
          ours: shown(median(figure.ours), figure.unit),
          spread: `${shown(Math.min(...figure.ours), figure.unit)} – ${shown(Math.max(...figure.ours), figure.unit)}`,
          ratio: ratio(figure)?.toFixed(3) ?? "",
          goal: figure.goal ?? "",
          reached: figure.reached === undefined ? "" : figure.reached ? "yes" : "no",
        },
      ]),
    ),
  );
  mkdirSync(folder, { recursive: true });
  const result = {
    title,
    machine: { cpus: cpus().length, model: cpus()[0]?.model, node: process.version },
    figures: figures.map((figure) => ({
      ...figure,
      median: median(figure.ours),
      ...(figure.floor === undefined ? {} : { floorMedian: median(figure.floor), ratio: ratio(figure) }),
    })),
  };
  writeFileSync(`${folder}/${name}.json`, `${JSON.stringify(result, undefined, 2)}\n`);
  writeFileSync(`${folder}/${name}.svg`, chartOf(title, figures));
}

/** What is compared, or everything where nothing is: the numbers beside it are in the table and in the JSON. */
export function chartOf(title: string, figures: readonly Figure[]): string {
  const compared = figures.filter(({ floor }) => floor !== undefined);
  return barChart(title, (compared.length > 0 ? compared : figures).flatMap(barsOf));
}

function writtenTo(folder: string, name: string): Figure[] {
  const { figures } = JSON.parse(readFileSync(`${folder}/${name}.json`, "utf8")) as { figures: Figure[] };
  return figures;
}

function barsOf(figure: Figure): Bar[] {
  const { name, unit, ours, floor } = figure;
  const own = { label: name, value: median(ours), text: shown(median(ours), unit), group: name, unit };
  if (floor === undefined) return [own];
  const factor = ratio(figure)?.toFixed(2) ?? "";
  return [
    {
      label: `${name}: floor`,
      value: median(floor),
      text: shown(median(floor), unit),
      group: name,
      unit,
      isFloor: true,
    },
    { ...own, text: `${own.text} (× ${factor})` },
  ];
}

/** Three digits are as much as any of this is good for. */
export function shown(value: number, unit: string): string {
  const text = Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));
  return unit === "" ? text : `${text} ${unit}`;
}
