import { readFigures, inWords } from "./measure";

/** The documents that have a table of figures; no figure is in two of them. */
export const documentsWithFigures = ["bench/README.md", "emulator/README.md", "provider/docs/scale.md"] as const;

const scale = "provider/docs/scale.md";
const emulator = "emulator/README.md";

const ownPage = "bench/README.md";

/** The figures of each file of results that documents show, and their titles. */
const chosen: readonly (readonly [file: string, name: string, title: string, document?: string])[] = [
  ["up", "100 × 1 s", "`pulumi up` of 100 routes of 1 s, beside resources that only sleep 1 s"],
  ["up", "100 × 1 s: requests of each", "requests for each route"],
  ["lag", "one at a time: median", "from DONE at the service to the provider knowing, median"],
  ["lag", "500 at once: 99 of 100", "the same, 99 of 100, while 500 operations are waited for"],
  ["preview", "preview of 1000 routes", "`pulumi preview` of 1,000 routes, beside resources that check nothing"],
  ["longList", "memory of a program that lists them", "memory of a program that lists 170,000 operations", scale],
  ["longList", "memory of the plugin", "the same of the plugin, which refuses them after 7,000", scale],
  [
    "quota",
    "3000 routes, 20 requests a second, 1000 at a time",
    "3,000 routes against a quota of 20 requests a second, beside the quota itself",
  ],
  [
    "grants",
    "up of 50 members",
    "`pulumi up` of 50 members of one firewall policy, beside resources that sleep as long as the requests of one",
  ],
  ["grants", "up of 50 members: requests", "its requests"],
  ["grants", "refresh of 50 members: requests", "the requests of a refresh"],
  ["plugin", "up of 100 routes of 1 s", "`pulumi up` of 100 routes of 1 s with the plugin, beside the classes"],
  ["plugin", "preview of 100 routes", "`pulumi preview` of 100 routes with the plugin, beside the classes"],
  ["plugin", "state of one more route", "state of one more route of the plugin, beside one of the classes"],
  [
    "many",
    "10,000 routes in 20 stacks",
    "10,000 routes of 1 s in 20 stacks in files, beside resources that only sleep 1 s",
    scale,
  ],
  ...["10,000 routes in 10 stacks", "10,000 routes in 4 stacks", "3,000 routes in 1 stack"].map(inFiles),
  ...["1,000 routes in 2 stacks", "1,000 routes in 1 stack", "3,000 routes in 6 stacks"].map(inFiles),
  [
    "many",
    "3,000 routes in 6 stacks: beside as much state",
    "the same, beside resources that sleep and record as much",
    scale,
  ],
  ["many", "10,000 routes in 20 stacks: memory at the most", "memory of four stacks at a time", scale],
  ["many", "10,000 routes in 20 stacks: states", "the states of 10,000 routes", scale],
  ["journal", "10,000 routes in 1 stack", "10,000 routes in 1 stack, with a journal", scale],
  ["journal", "3,000 routes in 1 stack", "3,000 routes in 1 stack, with a journal", scale],
  ["journal", "1,000 routes in 1 stack", "1,000 routes in 1 stack, with a journal", scale],
  ["journal", "10,000 routes in 20 stacks", "10,000 routes in 20 stacks, with a journal", scale],
  ["size", "Route", "state of one more route, beside a resource without properties"],
  ["emulator", "start to first answer", "from its start to its first answer, beside a bare server", emulator],
  ["emulator", "inserts of routes", "inserts that it answers, beside that server", emulator],
  ["emulator", "memory with 100,000 objects, inserted", "memory with 100,000 objects", emulator],
  ["start", 'import "pulumi-gce"', '`import "pulumi-gce"`'],
];

function inFiles(name: string): [string, string, string, string] {
  return ["many", name, name, scale];
}

/** The table of a document: written by `npm run bench:readme`, and compared by a test. */
export function goalsTable(document: (typeof documentsWithFigures)[number]): string {
  const chosenRows = chosen.filter(([, , , shows = ownPage]) => shows === document);
  const rows = chosenRows.map(([file, name, title]) => {
    const found = readFigures(file).find((figure) => figure.name === name);
    if (found === undefined) throw new Error(`bench/results/${file}.json has no figure "${name}": run npm run bench.`);
    const { unit, median, floorMedian, ratio, goal = "" } = found;
    const floor = floorMedian === undefined ? "" : inWords(floorMedian, unit);
    return `| ${title} | ${floor} | ${inWords(median, unit)} | ${ratio?.toFixed(2) ?? ""} | ${goal} |`;
  });
  return ["| Figure | Floor | Here | Ratio | Goal |", "| --- | --- | --- | --- | --- |", ...rows].join("\n");
}
