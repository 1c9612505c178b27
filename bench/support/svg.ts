import { escaped } from "../../pictures/support/escaped";

export const colours = { ours: "#2f6fdb", floor: "#b3bccb", text: "#57606a", grid: "#e6e9ef" };

/** A chart with its title, from the shapes in it. */
export function drawing(title: string, width: number, height: number, shapes: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(height)}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="${escaped(title)}">`,
    `<text x="8" y="24" font-size="15" font-weight="600" fill="${colours.text}">${escaped(title)}</text>`,
    ...shapes,
    "</svg>\n",
  ].join("\n");
}

export function written(x: number, y: number, text: string, anchor: "start" | "middle" | "end"): string {
  return `<text x="${x.toFixed(1)}" y="${String(y)}" text-anchor="${anchor}" fill="${colours.text}">${escaped(text)}</text>`;
}
