import { lineChart, type Line } from "./lineChart";
import { resultsOf } from "./results";

/** `bench:many` with 500 routes in each stack: how the time grows with the number of stacks, as SVG. */
export function growthChart(): string {
  const times = resultsOf("many").flatMap(({ name, median, floorMedian = 0 }) => {
    const [, count, stacks] = /^([\d,]+) routes in (\d+) stacks$/.exec(name) ?? [];
    const routes = Number(count?.replaceAll(",", ""));
    return routes / Number(stacks) === 500 ? [{ routes, median, floorMedian }] : [];
  });
  times.sort((one, other) => one.routes - other.routes);
  const line = (label: string, time: "median" | "floorMedian"): Line => ({
    label,
    points: times.map((each) => ({ x: each.routes, y: each[time] })),
    isFloor: time === "floorMedian",
  });
  const lines = [line("routes", "median"), line("resources that only sleep", "floorMedian")];
  return lineChart("500 resources in each stack, up to four stacks at a time", { x: "resources", y: "seconds" }, lines);
}
