import { expect, it } from "vitest";
import { inSentences, longestLine } from "../../../provider/src/messages/text";

const rule = "It must be something that takes some words to say, of which there are more than one would like to read.";

it.each([
  ["a short text", "name is wrong. Write: x", ["name is wrong. Write: x"]],
  ["sentences", `name cannot be "X". ${rule}`, ['name cannot be "X".', rule]],
  [
    "a first sentence that is longer than a line, behind its last part that ends in time",
    `gce.getIt: group cannot be "web": ${"a bare name needs a zone, ".repeat(4)}and none is configured. ${rule}`,
    ['gce.getIt: group cannot be "web":', `${"a bare name needs a zone, ".repeat(4)}and none is configured.`, rule],
  ],
  ["one without any end", "a".repeat(200), ["a".repeat(200)]],
])("%s: on lines of their own, indented", (_what, text, lines) => {
  expect(inSentences(text)).toBe(lines.join("\n  "));
  expect(longestLine).toBe(120);
});
