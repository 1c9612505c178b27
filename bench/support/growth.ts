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
  const lines: Line[] = [
    { label: "routes", points: times.map(({ routes, median }) => ({ x: routes, y: median })), isFloor: false },
    {
      label: "resources that only sleep",
      points: times.map(({ routes, floorMedian }) => ({ x: routes, y: floorMedian })),
      isFloor: true,
    },
  ];
  return lineChart("500 resources in each stack, up to four stacks at a time", { x: "resources", y: "seconds" }, lines);
}
