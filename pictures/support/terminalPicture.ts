import anser, { type AnserJsonEntry } from "anser";
import { escaped } from "./escaped";

const font = { size: 13, width: 7.83, line: 18 };
const edge = { x: 16, top: 44, bottom: 16 };
const colours = {
  background: "#0d1117",
  bar: "#161b22",
  text: "#e6edf3",
  /** Those of Pulumi's output, on a dark ground; others are shown as text. */
  named: {
    "ansi-black": "#6e7681",
    "ansi-red": "#ff7b72",
    "ansi-green": "#3fb950",
    "ansi-yellow": "#d29922",
    "ansi-blue": "#58a6ff",
    "ansi-magenta": "#bc8cff",
    "ansi-cyan": "#39c5cf",
    "ansi-white": "#e6edf3",
  } as Readonly<Record<string, string>>,
};

/** What a terminal has printed, with its colours, as an SVG of a terminal's window. */
export function terminalPicture(title: string, output: string): string {
  const lines = output.split("\n").map((line) => anser.ansiToJson(line, { use_classes: true, remove_empty: true }));
  const columns = Math.max(80, ...lines.map(lengthOf));
  const width = Math.ceil(2 * edge.x + columns * font.width);
  const height = edge.top + lines.length * font.line + edge.bottom;
  const buttons = ["#ff5f57", "#febc2e", "#28c840"].map(
    (fill, index) => `<circle cx="${String(18 + index * 18)}" cy="15" r="5.5" fill="${fill}"/>`,
  );
  const rows = lines.map((entries, index) => {
    const y = edge.top + index * font.line + font.size;
    return `<text x="${String(edge.x)}" y="${String(y)}" xml:space="preserve">${entries.map(span).join("")}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(height)}" viewBox="0 0 ${String(width)} ${String(height)}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="${String(font.size)}" fill="${colours.text}" role="img" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${colours.background}"/>`,
    `<path d="M0 30V8a8 8 0 0 1 8-8H${String(width - 8)}a8 8 0 0 1 8 8v22z" fill="${colours.bar}"/>`,
    ...buttons,
    ...rows,
    "</svg>\n",
  ].join("\n");
}

function span({ content, fg, decorations }: AnserJsonEntry): string {
  // The types of the library say string, but it gives null without a colour.
  const colour = colours.named[String(fg).replace("bright-", "")];
  const attributes = [
    ...(colour === undefined ? [] : [` fill="${colour}"`]),
    ...(decorations.includes("bold") ? [' font-weight="bold"'] : []),
    ...(decorations.includes("underline") ? [' text-decoration="underline"'] : []),
  ].join("");
  return `<tspan${attributes}>${escaped(content)}</tspan>`;
}

function lengthOf(entries: readonly AnserJsonEntry[]): number {
  return entries.reduce((length, { content }) => length + content.length, 0);
}
