import { expect } from "vitest";

/** What a program says that did not expect what it met: nobody can act on it. */
const mistake =
  /itself is at fault|(?<!leave it out \()\bundefined\b|\[object |ERR_ASSERTION|Cannot (?:read prop|destructure|convert)|is not (?:a function|iterable)|Maximum call stack|\bNaN\b/;

/** A message that is in words of ours, whatever came in. */
export function expectInWords(message: string): void {
  expect(message).not.toMatch(mistake);
}
