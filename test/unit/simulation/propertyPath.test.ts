import { expect, it } from "vitest";
import type { Values } from "../../../provider/src/fields/values";
import { containsPath, parsePath, withOldValue } from "../../simulation/engine/propertyPath";

it("reads names, quoted names, indices and stars", () => {
  expect(parsePath('labels["a.b"].items[0].*')).toEqual(["labels", "a.b", "items", 0, "*"]);
  expect(containsPath(parsePath("items[*].a"), parsePath("items[3].a.b"))).toBe(true);
  expect(containsPath(parsePath("labels.env"), parsePath("labels"))).toBe(false);
});

it.each<[path: string, olds: Values, news: Values, result: Values]>([
  ["size", {}, { size: 2 }, {}],
  ["size", { size: 1 }, {}, { size: 1 }],
  ["labels.env", { labels: { env: 1 } }, { labels: { env: 2, other: 2 } }, { labels: { env: 1, other: 2 } }],
  ["labels.a.b", {}, { labels: { a: { b: 2 } } }, { labels: { a: { b: 2 } } }],
  ["labels.*", { labels: { env: 1 } }, { labels: { other: 2 } }, { labels: { env: 1 } }],
  ["items[1]", { items: [1, 2] }, { items: [3, 4, 5] }, { items: [3, 2, 5] }],
  ["items[*].a", { items: [{ a: 1 }] }, { items: [{ a: 2, b: 2 }] }, { items: [{ a: 1, b: 2 }] }],
])("takes back a change of %s from %j to %j", (path, olds, news, result) => {
  expect(withOldValue(olds, news, parsePath(path))).toEqual(result);
});
