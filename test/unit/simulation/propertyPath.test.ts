import { expect, it } from "vitest";
import type { Values } from "../../../provider/src/fields/values";
import { containsPath, parsePath, withOldValue, type PropertyPath } from "../../simulation/engine/propertyPath";

it.each<[text: string, path: PropertyPath]>([
  ["size", ["size"]],
  ["labels.env", ["labels", "env"]],
  ['labels["a.b"].c', ["labels", "a.b", "c"]],
  ['["a\\"b"]', ['a"b']],
  ["items[0].name", ["items", 0, "name"]],
  ["items[*].name", ["items", "*", "name"]],
  ["#initerror", ["#initerror"]],
])("reads %s", (text, path) => {
  expect(parsePath(text)).toEqual(path);
});

it.each<[path: string, olds: Values, news: Values, result: Values]>([
  ["size", { size: 1 }, { size: 2 }, { size: 1 }],
  ["size", {}, { size: 2 }, {}],
  ["size", { size: 1 }, {}, { size: 1 }],
  ["labels.env", { labels: { env: 1 } }, { labels: { env: 2, other: 2 } }, { labels: { env: 1, other: 2 } }],
  ["labels.env", { labels: { env: 1 } }, {}, {}],
  ["labels.env", {}, { labels: { env: 2 } }, { labels: {} }],
  ["labels.a.b", {}, { labels: { a: { b: 2 } } }, { labels: { a: { b: 2 } } }],
  ["labels.*", { labels: { env: 1 } }, { labels: { other: 2 } }, { labels: { env: 1 } }],
  ["*", { a: 1 }, { b: 2 }, { a: 1 }],
  ["items[1]", { items: [1, 2] }, { items: [3, 4, 5] }, { items: [3, 2, 5] }],
  ["items[1]", { items: [1] }, { items: [3, 4] }, { items: [3, 4] }],
  ["items[*].a", { items: [{ a: 1 }] }, { items: [{ a: 2, b: 2 }] }, { items: [{ a: 1, b: 2 }] }],
])("takes back a change of %s from %j to %j", (path, olds, news, result) => {
  expect(withOldValue(olds, news, parsePath(path))).toEqual(result);
});

it.each<[path: string, other: string, contains: boolean]>([
  ["labels", "labels.env", true],
  ["labels.env", "labels", false],
  ["labels.env", "labels.env", true],
  ["*", "size", true],
  ["items[*].a", "items[3].a.b", true],
  ["items[0]", "items[1]", false],
])("%s contains %s: %s", (path, other, contains) => {
  expect(containsPath(parsePath(path), parsePath(other))).toBe(contains);
});
