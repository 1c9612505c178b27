import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLong, seedOfRun } from "../support/seed";
import { VirtualClock } from "./clock";
import { live } from "./life";
import { liveMany, shortest, storyOf, summaryOf } from "./lives";
import { Tape, type Decisions } from "./tape";

const seconds = isLong ? 3_600 : 60;
const from = seedOfRun(process.env) * 1_000_000;

let clock: VirtualClock;
beforeAll(() => {
  clock = VirtualClock.install();
});
afterAll(() => {
  clock.uninstall();
});

describe("a stack, whatever the service, others and the operating system do", () => {
  it("keeps every promise", { timeout: 4 * seconds * 1000 }, async () => {
    const lives = await liveMany(clock, { from, seconds });
    console.log(summaryOf(lives));
    const stories = await Promise.all(
      [...lives.broken.values()].map(async ({ lived }) => storyOf(await shortest(clock, lived, {}))),
    );
    expect(stories.join("\n\n")).toBe("");
    expect(lives.count).toBeGreaterThan(0);
  });

  // A service that does what no document excludes, and nobody has seen: what breaks is for people to read.
  it.runIf(isLong)("meets a service that does what is only allowed", { timeout: 7_200_000 }, async () => {
    const lives = await liveMany(clock, { from, seconds: 600, allowed: true });
    console.log(`With all that is only allowed: ${summaryOf(lives)}`);
    expect(lives.count).toBeGreaterThan(0);
  });

  it("lives the same life again from the same seed", async () => {
    const [first, second] = [await live(clock, Tape.drawn(from)), await live(clock, Tape.drawn(from))];
    expect(second.lines).toEqual(first.lines);
  });
});

describe("a life that broke a promise once", () => {
  const folder = new URL("kept/", import.meta.url);
  it.each(readdirSync(folder).map((file) => file.replace(".json", "")))("keeps it now: %s", async (name) => {
    const { decisions } = JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) as { decisions: Decisions };
    const lived = await live(clock, Tape.of(decisions));
    expect(lived.broken === undefined ? "" : storyOf(lived)).toBe("");
  });
});
