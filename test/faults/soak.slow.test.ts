import { expect, it } from "vitest";
import { soak } from "../support/soak";

it("twenty seconds of creating, updating and deleting leave no more memory, sockets or timers in use", async () => {
  const { samples, heapGrowth, heapMedian, grownResources } = await soak(20_000, 10);
  expect(samples.at(-1)?.lives).toBeGreaterThan(50);
  expect(heapGrowth).toBeLessThan(heapMedian / 10);
  expect(grownResources).toEqual([]);
});
