import { expect, it } from "vitest";
import { IgnoredPaths } from "../../../provider/src/fields/ignoredPaths";
import { isIgnoredPart } from "../../../provider/src/parts/record";
import { groupShapes } from "../../../provider/src/resources/instanceGroupManagerPatch/definition/fields";

it.each([
  ["instanceTemplate", "instanceTemplate", true],
  ["instanceTemplate", "versions", true],
  ["versions", "instanceTemplate", false],
  ["updatePolicy.type", "updatePolicy", true],
  ["updatePolicy.type", "description", false],
])("a recorded %s under ignoreChanges: [%s] counts as ignored: %s", (path, ignored, isIgnored) => {
  expect(isIgnoredPart(groupShapes.region, { path }, new IgnoredPaths([ignored]))).toBe(isIgnored);
});
