import { expect } from "vitest";

/** Messages of a program that did not expect its input: nobody can act on them. */
const mistake =
  /itself is at fault|(?<!leave it out \()\bundefined\b|\[object |ERR_ASSERTION|Cannot (?:read prop|destructure|convert)|is not (?:a function|iterable)|Maximum call stack|\bNaN\b/;

/** A message that is in words of ours, whatever came in. */
export function expectInWords(message: string, about?: string): void {
  expect(message, about).not.toMatch(mistake);
}
