import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLong, chooseSeed } from "../support/seed";
import { VirtualClock } from "./clock";
import { live } from "./life";
import { liveMany, tellStories, tellStory, summarize, type LivesOptions } from "./lives";
import { Tape, type Decisions } from "./tape";

/** As many as a minute has on an idle machine. The same ones each day, so that only a change can break one. */
const fixed = { from: 47_000_000, lives: 2_000 };
/** Others each day. One that breaks a promise is kept, and mended. */
const fresh = { from: chooseSeed(process.env) * 1_000_000, seconds: 3_600 };

let clock: VirtualClock;
beforeAll(() => {
  clock = VirtualClock.install();
});
afterAll(() => {
  clock.uninstall();
});

describe("a stack, whatever the service, others and the operating system do", () => {
  const expectNoBreak = async (options: LivesOptions) => {
    console.log(`Seeds from ${String(options.from)}:`);
    const lives = await liveMany(clock, options);
    console.log(summarize(lives));
    expect(await tellStories(clock, lives, {})).toBe("");
    expect(lives.count).toBeGreaterThan(0);
  };

  it("keeps every promise in the lives of a fixed list", { timeout: 3_600_000 }, () => expectNoBreak(fixed));

  it.runIf(isLong)("keeps every promise in new lives", { timeout: 14_400_000 }, () => expectNoBreak(fresh));

  // A service that does what no document excludes, and nobody has seen: what breaks is for people to read.
  it.runIf(isLong)("meets a service that does what is only allowed", { timeout: 7_200_000 }, async () => {
    const lives = await liveMany(clock, { ...fresh, seconds: 600, allowed: true });
    console.log(`With all that is only allowed: ${summarize(lives)}`);
    expect(lives.count).toBeGreaterThan(0);
  });

  it("lives the same life again from the same seed", async () => {
    const [first, second] = [await live(clock, Tape.drawn(fixed.from)), await live(clock, Tape.drawn(fixed.from))];
    expect(second.lines).toEqual(first.lines);
  });
});

describe("a life that broke a promise once", () => {
  const folder = new URL("kept/", import.meta.url);
  it.each(readdirSync(folder).map((file) => file.replace(".json", "")))("keeps it now: %s", async (name) => {
    const { decisions } = JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) as { decisions: Decisions };
    const lived = await live(clock, Tape.play(decisions));
    expect(lived.broken === undefined ? "" : tellStory(lived)).toBe("");
  });
});
