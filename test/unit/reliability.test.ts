import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { gaps } from "../simulation/gaps";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const page = read("provider/docs/reliability.md").replaceAll(/\s+/g, " ");

/** The comment above each promise. */
const promises = [...read("test/simulation/promises.ts").matchAll(/^ {2}\/\*\* (.+) \*\/\n {2}(?:async )?\w+\(/gm)].map(
  ([, says = ""]) => says,
);

describe("the page on reliability", () => {
  it("has every promise, as the simulation checks it", () => {
    expect(promises.length).toBeGreaterThan(5);
    for (const says of promises) expect(page).toContain(`- ${says}`);
  });

  it("says of every promise where it is not given", () => {
    for (const { says } of gaps) expect(page).toContain(`- ${says}`);
  });
});
