import { colours, drawing, written } from "./svg";

/** One bar of a chart. */
export interface Bar {
  label: string;
  value: number;
  /** Written at its end. */
  text: string;
  /** Bars of one group stand together. */
  group: string;
  /** Bars of one unit have one scale. */
  unit: string;
  /** What ours is compared with. */
  isFloor?: boolean;
}

const size = { width: 880, label: 330, text: 170, bar: 16, gap: 4, groupGap: 14, head: 44 };

/**
 * Horizontal bars as SVG, which a browser and a README show as they are.
 *
 * Written here, and not with a charting library: those for SVG without a browser bring a DOM or a grammar of graphics.
 */
export function barChart(title: string, bars: readonly Bar[]): string {
  const full = size.width - size.label - size.text;
  let y = size.head;
  let before: string | undefined;
  const shapes = bars.map(({ label, value, text, group, unit, isFloor = false }) => {
    if (before !== undefined) y += before === group ? size.gap : size.groupGap;
    before = group;
    const most = Math.max(...bars.filter((bar) => bar.unit === unit).map((bar) => bar.value));
    const width = most > 0 ? Math.max(1, (value / most) * full) : 1;
    const middle = y + size.bar - 4;
    const shape = [
      written(size.label - 8, middle, label, "end"),
      `<rect x="${String(size.label)}" y="${String(y)}" width="${width.toFixed(1)}" height="${String(size.bar)}" rx="2" fill="${isFloor ? colours.floor : colours.ours}"/>`,
      written(size.label + width + 6, middle, text, "start"),
    ];
    y += size.bar;
    return shape.join("");
  });
  return drawing(title, size.width, y + 16, shapes);
}
