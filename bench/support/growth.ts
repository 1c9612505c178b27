import { lineChart, type Line } from "./lineChart";
import { resultsOf } from "./results";

/** What each set of results of `bench:many` is about. */
const titles = {
  many: "Resources in a file, in one stack and in stacks of 500, up to four stacks at a time",
  journal: "Resources in one stack, in a backend with a journal",
} as const;

/** How the time of an `up` grows with the number of resources, as SVG. */
export function growthChart(file: keyof typeof titles): string {
  const times = resultsOf(file).flatMap(({ name, median, floorMedian = 0 }) => {
    const [, count = "", stacks] = /^([\d,]+) routes in (\d+) stacks?$/.exec(name) ?? [];
    const routes = Number(count.replaceAll(",", ""));
    return stacks === undefined ? [] : [{ routes, stacks: Number(stacks), median, floorMedian }];
  });
  times.sort((one, other) => one.routes - other.routes);
  const groups = [
    { where: "in one stack", of: times.filter(({ stacks }) => stacks === 1) },
    { where: "in stacks of 500", of: times.filter(({ routes, stacks }) => routes / stacks === 500) },
  ];
  const lines = groups.flatMap(({ where, of }): Line[] => {
    const line = (label: string, time: "median" | "floorMedian"): Line => ({
      label: `${label}, ${where}`,
      points: of.map((each) => ({ x: each.routes, y: each[time] })),
      isFloor: time === "floorMedian",
    });
    // One point shows no growth.
    return of.length < 2 ? [] : [line("routes", "median"), line("only sleeping", "floorMedian")];
  });
  return lineChart(titles[file], { x: "resources", y: "seconds" }, lines);
}
