import { expect, it } from "vitest";
import { IgnoredPaths } from "../../../provider/src/fields/ignoredPaths";
import { isIgnoredPart } from "../../../provider/src/parts/record";
import { groupShape } from "../../../provider/src/resources/regionInstanceGroupManagerPatch/definition/fields";

it.each([
  ["instanceTemplate", "instanceTemplate", true],
  ["instanceTemplate", "versions", true],
  ["versions", "instanceTemplate", false],
  ["updatePolicy.type", "updatePolicy", true],
  ["updatePolicy.type", "description", false],
])("a recorded %s under ignoreChanges: [%s] counts as ignored: %s", (path, ignored, isIgnored) => {
  expect(isIgnoredPart(groupShape, { path }, new IgnoredPaths([ignored]))).toBe(isIgnored);
});
