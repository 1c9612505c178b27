import { describe, expect, it } from "vitest";
import { growthOf, median } from "../support/growth";
import { reportOf, type Sample } from "../support/soak";

const megabyte = 1024 * 1024;

/** Samples of a run, in which memory and timers follow the given course. */
function samplesOf(heap: (index: number) => number, timers: (index: number) => number = () => 2): Sample[] {
  return Array.from({ length: 20 }, (_, index) => ({
    lives: (index + 1) * 100,
    heapUsed: heap(index),
    external: 0,
    arrayBuffers: 0,
    rss: 0,
    resources: { Timeout: timers(index), TCPSocketWrap: 8 },
  }));
}

const noise = (index: number) => ((index * 7919) % 13) * 0.1 * megabyte;

describe("the report of a soak", () => {
  it("finds a leak among the noise", () => {
    const { heapGrowth, heapMedian } = reportOf(samplesOf((index) => 40 * megabyte + index * megabyte + noise(index)));
    expect(heapGrowth).toBeGreaterThan(heapMedian / 10);
  });

  it("finds no leak in noise, in a warm-up and in single peaks", () => {
    const heap = (index: number) => (index < 5 ? 20 + index * 4 : index === 12 ? 90 : 40) * megabyte + noise(index);
    const { heapGrowth, heapMedian } = reportOf(samplesOf(heap));
    expect(Math.abs(heapGrowth)).toBeLessThan(heapMedian / 10);
  });

  it("finds timers that add up, and not those that come and go", () => {
    const flat = () => 40 * megabyte;
    expect(reportOf(samplesOf(flat, (index) => index)).grownResources).toEqual(["Timeout: 6 → 19"]);
    expect(reportOf(samplesOf(flat, (index) => 2 + (index % 2))).grownResources).toEqual([]);
  });
});

describe("growth", () => {
  it("follows the line that most pairs agree on", () => {
    const points = [0, 1, 2, 3, 4, 5].map((at) => ({ at, value: at === 3 ? 1000 : at * 2 }));
    expect(growthOf(points)).toBe(10);
  });

  it("has a median of even and odd numbers of values", () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
  });
});
