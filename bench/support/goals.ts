import { shown } from "./measure";
import { resultsOf } from "./results";

/** What the page about performance shows of the results, in this order, and what it calls them; the other documents show fewer. */
const chosen: readonly (readonly [file: string, name: string, title: string, ...also: DocumentWithFigures[]])[] = [
  [
    "up",
    "100 × 1 s",
    "`pulumi up` of 100 routes whose operations take 1 s, beside resources that only sleep 1 s",
    "README.md",
  ],
  ["up", "100 × 1 s: requests of each", "requests for each route"],
  ["lag", "one at a time: median", "from DONE at the service to the provider knowing, median", "README.md"],
  ["lag", "500 at once: 99 of 100", "the same, 99 of 100, while 500 operations are waited for"],
  [
    "preview",
    "preview of 1000 routes",
    "`pulumi preview` of 1,000 routes, beside resources that check nothing",
    "README.md",
  ],
  [
    "preview",
    "refresh of 1000 routes: beside twins",
    "`pulumi refresh` of 1,000 routes, beside resources that send the same requests and compare nothing",
  ],
  ["preview", "refresh of 1000 mixed kinds: beside twins", "the same of mixed kinds"],
  ["preview", "preview of 1000 mixed kinds", "`pulumi preview` of 1,000 resources of mixed kinds"],
  ["provider", "creates", "creates through the provider, beside a bare undici loop"],
  ["list", "getInterconnectRemoteLocations", "listing 100,000 items, beside undici and `JSON.parse`"],
  [
    "quota",
    "3000 routes, 20 requests a second, 1000 at a time",
    "3,000 routes against a quota of 20 requests a second, beside the quota itself",
    "README.md",
  ],
  [
    "grants",
    "up of 250 members",
    "`pulumi up` of 250 members of one firewall policy, beside resources that only sleep as long as the requests of one",
  ],
  ["grants", "up of 250 members: requests", "its requests"],
  ["grants", "refresh of 250 members: requests", "the requests of a refresh"],
  [
    "many",
    "10,000 routes in 20 stacks",
    "10,000 routes of 1 s in 20 stacks in files on two cores, beside resources that only sleep 1 s",
    "README.md",
    "provider/docs/scale.md",
  ],
  ["many", "10,000 routes in 10 stacks", "10,000 routes in 10 stacks", "provider/docs/scale.md"],
  ["many", "10,000 routes in 4 stacks", "10,000 routes in 4 stacks", "provider/docs/scale.md"],
  ["many", "3,000 routes in 1 stack", "3,000 routes in 1 stack", "provider/docs/scale.md"],
  ["many", "1,000 routes in 2 stacks", "1,000 routes in 2 stacks", "provider/docs/scale.md"],
  ["many", "1,000 routes in 1 stack", "1,000 routes in 1 stack", "provider/docs/scale.md"],
  ["many", "3,000 routes in 6 stacks", "3,000 routes in 6 stacks", "provider/docs/scale.md"],
  [
    "many",
    "3,000 routes in 6 stacks: beside as much state",
    "the same, beside resources that sleep and record as much",
    "provider/docs/scale.md",
  ],
  [
    "many",
    "10,000 routes in 20 stacks: memory at the most",
    "memory of four stacks at a time",
    "provider/docs/scale.md",
  ],
  ["many", "10,000 routes in 20 stacks: states", "the states of 10,000 routes", "provider/docs/scale.md"],
  [
    "journal",
    "10,000 routes in 1 stack",
    "10,000 routes in one stack, in a backend with a journal",
    "README.md",
    "provider/docs/scale.md",
  ],
  [
    "journal",
    "3,000 routes in 1 stack",
    "3,000 routes in one stack, in a backend with a journal",
    "provider/docs/scale.md",
  ],
  [
    "journal",
    "1,000 routes in 1 stack",
    "1,000 routes in one stack, in a backend with a journal",
    "provider/docs/scale.md",
  ],
  [
    "journal",
    "10,000 routes in 20 stacks",
    "10,000 routes in 20 stacks, in a backend with a journal",
    "provider/docs/scale.md",
  ],
  ["size", "Route", "state of one more route, beside a resource without properties"],
  [
    "emulator",
    "start to first answer",
    "the emulator, from its start to its first answer, beside a bare server",
    "emulator/README.md",
  ],
  ["emulator", "inserts of routes", "inserts that the emulator answers, beside that server", "emulator/README.md"],
  [
    "emulator",
    "memory with 100,000 objects, inserted",
    "memory of the emulator with 100,000 objects",
    "emulator/README.md",
  ],
  ["start", 'import "pulumi-gce"', '`import "pulumi-gce"`'],
];

/** The documents that have a table of figures. */
export const documentsWithFigures = [
  "README.md",
  "bench/README.md",
  "emulator/README.md",
  "provider/docs/scale.md",
] as const;
type DocumentWithFigures = (typeof documentsWithFigures)[number];

/** The table of a document: written by `npm run bench:readme`, and compared by a test. */
export function goalsTable(document: DocumentWithFigures): string {
  const shownThere = chosen.filter(([, , , ...also]) => document === "bench/README.md" || also.includes(document));
  const rows = shownThere.map(([file, name, title]) => {
    const found = resultsOf(file).find((figure) => figure.name === name);
    if (found === undefined) throw new Error(`bench/results/${file}.json has no figure "${name}": run npm run bench.`);
    const { unit, median, floorMedian, ratio, goal = "" } = found;
    const floor = floorMedian === undefined ? "" : shown(floorMedian, unit);
    return `| ${title} | ${floor} | ${shown(median, unit)} | ${ratio?.toFixed(2) ?? ""} | ${goal} |`;
  });
  return ["| Figure | Floor | Here | Ratio | Goal |", "| --- | --- | --- | --- | --- |", ...rows].join("\n");
}
