import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { shown } from "./measure";

/** A figure as `publish` has written it. */
interface Written {
  name: string;
  unit: string;
  goal?: string;
  median: number;
  floorMedian?: number;
  ratio?: number;
}

/** What the page about performance shows of the results, in this order, and what it calls them; README.md shows fewer. */
const chosen: readonly (readonly [file: string, name: string, title: string, readme?: "README.md"])[] = [
  [
    "up",
    "100 × 1 s",
    "`pulumi up` of 100 routes whose operations take 1 s, beside resources that only sleep 1 s",
    "README.md",
  ],
  ["up", "100 × 1 s: requests of each", "requests for each route"],
  ["lag", "HTTP/2, one at a time: median", "from DONE at the service to the provider knowing, median", "README.md"],
  ["lag", "HTTP/2, 500 at once: 99 of 100", "the same, 99 of 100, while 500 operations are waited for"],
  [
    "preview",
    "preview of 1000 routes",
    "`pulumi preview` of 1,000 routes, beside resources that check nothing",
    "README.md",
  ],
  ["provider", "creates", "creates through the provider, beside a bare undici loop"],
  ["list", "getInterconnectRemoteLocations", "listing 100,000 items, beside undici and `JSON.parse`"],
  [
    "quota",
    "3000 routes, 20 requests a second, 1000 at a time",
    "3,000 routes against a quota of 20 requests a second, beside the quota itself",
    "README.md",
  ],
  ["size", "Route", "state of one more route, beside a resource without properties"],
  ["start", 'import "pulumi-gce"', '`import "pulumi-gce"`', "README.md"],
];

/** The documents that have a table of figures. */
export const documentsWithFigures = ["README.md", "bench/README.md"] as const;

/** The table of a document: written by `npm run bench:readme`, and compared by a test. */
export function goalsTable(document: (typeof documentsWithFigures)[number]): string {
  const shownThere = chosen.filter(([, , , readme]) => document !== "README.md" || readme === document);
  const rows = shownThere.map(([file, name, title]) => {
    const found = resultsOf(file).find((figure) => figure.name === name);
    if (found === undefined) throw new Error(`bench/results/${file}.json has no figure "${name}": run npm run bench.`);
    const { unit, median, floorMedian, ratio, goal = "" } = found;
    const floor = floorMedian === undefined ? "" : shown(floorMedian, unit);
    return `| ${title} | ${floor} | ${shown(median, unit)} | ${ratio?.toFixed(2) ?? ""} | ${goal} |`;
  });
  return ["| Figure | Floor | Here | Ratio | Goal |", "| --- | --- | --- | --- | --- |", ...rows].join("\n");
}

function resultsOf(file: string): Written[] {
  const path = fileURLToPath(new URL(`../results/${file}.json`, import.meta.url));
  return (JSON.parse(readFileSync(path, "utf8")) as { figures: Written[] }).figures;
}
