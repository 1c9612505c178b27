import { expect, it } from "vitest";
import { registry } from "../../provider/src/engine/registry";
import { everyKind, nameOf, registeredKinds } from "../kinds/every";

it("every kind of the registry is described in test/kinds, and none twice", () => {
  expect(registeredKinds.map(nameOf).sort()).toEqual(Object.keys(registry).sort());
  expect(new Set(everyKind.map(nameOf)).size).toBe(everyKind.length);
});

it("every kind of the registry meets the faults of the matrix", () => {
  expect(everyKind.filter(({ calls }) => calls.length === 0).map(nameOf)).toEqual([]);
});
