import { expect, it } from "vitest";
import { soak } from "../support/soak";

it("a minute of creating, updating and deleting leaves no more memory, sockets or timers in use", async () => {
  const { samples, heapGrowth, heapMedian, grownResources } = await soak(60_000, 15);
  expect(samples.at(-1)?.lives).toBeGreaterThan(100);
  expect(heapGrowth).toBeLessThan(heapMedian / 10);
  expect(grownResources).toEqual([]);
});
