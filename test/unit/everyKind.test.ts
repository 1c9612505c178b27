import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { registry } from "../../provider/src/engine/registry";
import { calls } from "../faults/matrix/calls";
import { everyKind } from "../support/everyKind";

const kinds = Object.keys(registry).sort();

it("every kind of the registry has its requests and bytes in everyKind.ts", () => {
  expect(Object.keys(everyKind).sort()).toEqual(kinds);
});

it("every kind of the registry meets the faults of the matrix", () => {
  expect([...new Set(calls.map(({ kind }) => kind))].sort()).toEqual(kinds);
});

it.each(kinds)("the class %s is compared with its fields table", (kind) => {
  const comparison = readFileSync(new URL("program/declaredResource.test.ts", import.meta.url), "utf8");
  const list = comparison.slice(comparison.indexOf("describe.each(["));
  expect(list).toContain(kind.slice(0, 1).toLowerCase() + kind.slice(1));
});
