import { shown } from "./measure";
import { colours, drawing, written } from "./svg";

/** One line of a chart: points in the order of their x. */
export interface Line {
  label: string;
  points: readonly Point[];
  /** What ours is compared with. */
  isFloor: boolean;
}

export interface Point {
  x: number;
  y: number;
}

/** What is written beside an axis. */
export interface Axes {
  x: string;
  y: string;
}

const size = { width: 880, height: 420, left: 64, right: 250, top: 52, bottom: 52 };
const labelHeight = 16;

/** Lines over axes that begin at zero, as SVG: growth that is linear is a straight line through the corner. */
export function lineChart(title: string, axes: Axes, lines: readonly Line[]): string {
  const points = lines.flatMap((line) => line.points);
  const [xs, ys] = [ticks(points.map(({ x }) => x)), ticks(points.map(({ y }) => y))];
  const right = size.width - size.right;
  const floor = size.height - size.bottom;
  const across = (x: number) => Math.round(size.left + (x / (xs.at(-1) ?? 1)) * (right - size.left));
  const up = (y: number) => Math.round(floor - (y / (ys.at(-1) ?? 1)) * (floor - size.top));
  const grid = [
    ...ys.flatMap((y) => [
      ruled(size.left, up(y), right, up(y)),
      written(size.left - 8, up(y) + 4, shown(y, ""), "end"),
    ]),
    ...xs.flatMap((x) => [
      ruled(across(x), size.top, across(x), floor),
      written(across(x), floor + 18, shown(x, ""), "middle"),
    ]),
    written((size.left + right) / 2, size.height - 12, axes.x, "middle"),
    written(8, size.top - 12, axes.y, "start"),
  ];
  const ends = lines.map(({ points: own }) => own.at(-1) ?? { x: 0, y: 0 });
  const labels = apart(ends.map(({ x, y }) => ({ x: across(x) + 10, y: up(y) + 4 })));
  const drawn = lines.map(({ label, points: own, isFloor }, index) => {
    const colour = isFloor ? colours.floor : colours.ours;
    const places = own.map(({ x, y }) => `${String(across(x))},${String(up(y))}`);
    const { x: left, y: baseline } = labels[index] ?? { x: 0, y: 0 };
    return [
      `<polyline points="${places.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...own.map(({ x, y }) => `<circle cx="${String(across(x))}" cy="${String(up(y))}" r="4" fill="${colour}"/>`),
      written(left, baseline, label, "start"),
    ].join("");
  });
  return drawing(title, size.width, size.height, [...grid, ...drawn]);
}

/** Where labels of lines that end beside each other can be read: each below the one above it. */
function apart(places: readonly Point[]): Point[] {
  const moved = places.map((place) => ({ ...place }));
  const above = new Map<number, number>();
  for (const place of [...moved].sort((one, other) => one.y - other.y)) {
    place.y = Math.max(place.y, (above.get(place.x) ?? -Infinity) + labelHeight);
    above.set(place.x, place.y);
  }
  return moved;
}

/** Round numbers from zero to the first that is no smaller than all values, at most six. */
function ticks(values: readonly number[]): number[] {
  const most = Math.max(1, ...values);
  const power = 10 ** Math.floor(Math.log10(most / 5));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => most / each <= 5) ?? most;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}

function ruled(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${String(x1)}" y1="${String(y1)}" x2="${String(x2)}" y2="${String(y2)}" stroke="${colours.grid}"/>`;
}
