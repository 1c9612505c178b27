import { describe, expect, it } from "vitest";
import { IgnoredPaths } from "../../../provider/src/fields/ignoredPaths";

describe("the paths of ignoreChanges", () => {
  it.each<[pattern: string, path: string[], isCovered: boolean]>([
    ["size", ["size"], true],
    ["size", ["sizes"], false],
    ["policy", ["policy", "surge", "fixed"], true],
    ["policy.surge", ["policy"], false],
    ["policy.*", ["policy", "type"], true],
    ['labels["a.b"]', ["labels", "a.b"], true],
    ['labels["a\\"b"]', ["labels", 'a"b'], true],
    // The engine escapes nothing but quotes.
    ['labels["C:\\dir"]', ["labels", "C:\\dir"], true],
    ['labels["a\nb"]', ["labels", "a\nb"], true],
    ["versions[0].size", ["versions", "0", "size"], true],
    ["versions[*].size", ["versions", "7", "size"], true],
    ["*", ["anything", "below"], true],
    ["", ["anything"], true],
  ])("%s covers %j: %s", (pattern, path, isCovered) => {
    expect(new IgnoredPaths([pattern]).covers(path)).toBe(isCovered);
  });

  it.each<[patterns: string[], declared: object, actual: object, replaced: object]>([
    [["a"], { a: 1, b: 1 }, { a: 2, b: 2 }, { a: 2, b: 1 }],
    [["a"], { a: 1 }, {}, {}],
    [["a"], {}, { a: 2 }, { a: 2 }],
    [["a.b"], { a: { b: 1, c: 1 } }, { a: { b: 2, c: 2 } }, { a: { b: 2, c: 1 } }],
    [["a[0].b"], { a: [{ b: 1, c: 1 }, { b: 1 }] }, { a: [{ b: 2 }, { b: 2 }] }, { a: [{ b: 2, c: 1 }, { b: 1 }] }],
    [["a[*].b"], { a: [{ b: 1 }, { b: 1 }] }, { a: [{ b: 2 }] }, { a: [{ b: 2 }, { b: 1 }] }],
    [["*"], { a: 1 }, { b: 2 }, { b: 2 }],
    [["__proto__.a"], { a: 1 }, { a: 2 }, { a: 1 }],
  ])("%j of %j is as in %j: %j", (patterns, declared, actual, replaced) => {
    expect(new IgnoredPaths(patterns).inputs({ ...declared }, { ...actual })).toEqual(replaced);
  });
});
