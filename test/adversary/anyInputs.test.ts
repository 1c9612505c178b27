import { fc, runs } from "../support/property";
import { describe, expect, it } from "vitest";

import { listArguments, check } from "../../provider/src/lifecycle/steps/check";
import { listDetails } from "../../provider/src/engine/steps/details";
import { diff } from "../../provider/src/lifecycle/steps/diff";
import { ResourceFailure } from "../../provider/src/lifecycle/job/failure";
import type { Values } from "../../provider/src/fields/values";
import { everyKind, nameOf } from "../kinds/every";
import { deepList, deepObject, hostileProperties } from "../support/hostileValues";
import { offlineResource } from "../support/offlineResource";
import { expectInWords } from "../support/mistakeWords";

const kinds = everyKind.map((kind) => [nameOf(kind), kind.definition] as const);

/** The rule for every answer of check, whatever it was asked. */
function expectPresentable({ inputs, failures }: ReturnType<typeof check>): void {
  for (const { property, reason } of failures) {
    expect(property.isWellFormed() && reason.isWellFormed()).toBe(true);
    expect(property.length).toBeLessThanOrEqual(201);
    expect(reason.length).toBeLessThanOrEqual(2001);
    expectInWords(reason);
  }
  expect(failures.length).toBeLessThanOrEqual(51);
  expect(hasUndefined(inputs)).toBe(false);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(Object.getPrototypeOf(inputs)).toBe(Object.prototype);
}

function hasUndefined(value: unknown): boolean {
  if (value === undefined) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(hasUndefined);
}

/** A diff that fails does so in words of ours. */
function diffOrFailure(resource: ReturnType<typeof offlineResource>, outputs: Values, inputs: Values): void {
  try {
    const difference = diff(resource, outputs, inputs);
    const { changes, replaces } = difference;
    const { detailedDiff = {}, paths = [] } = listDetails(resource, outputs, inputs, outputs, difference) ?? {};
    expect([...Object.keys(detailedDiff), ...paths].every((path) => /^\w/.test(path) && path.isWellFormed())).toBe(
      true,
    );
    expect(typeof changes).toBe("boolean");
    expect(replaces.every((name) => Object.hasOwn(resource.definition.fields, name))).toBe(true);
  } catch (error) {
    if (!(error instanceof ResourceFailure)) throw error;
  }
}

describe.each(kinds)("%s, given anything", (_kind, definition) => {
  const known = listArguments(definition);
  const anything = hostileProperties([...known, ...Object.keys(definition.fields)]);

  it("checks it, and says what is wrong in words that can be shown", () => {
    fc.assert(
      fc.property(anything, anything, (olds, news) => {
        expectPresentable(check(offlineResource(definition), olds, news));
      }),
      { numRuns: runs(250) },
    );
  });

  it("compares any value with the result of check", () => {
    fc.assert(
      fc.property(anything, anything, (outputs, news) => {
        const resource = offlineResource(definition);
        const { inputs } = check(resource, {}, news);
        diffOrFailure(resource, outputs, inputs);
        diffOrFailure(resource, inputs, inputs);
      }),
      { numRuns: runs(150) },
    );
  });

  it.each(known)(
    "takes megabytes as %s, or refuses them in few words",
    (argument) => {
      const long = ["a", "-", "/", "1.", "\ud83d\ude00", "roles/a/"].map((unit) =>
        unit.repeat(1_000_000 / unit.length),
      );
      for (const value of [...long, [long[0]], Object.fromEntries([[long[1], long[2]]])]) {
        const resource = offlineResource(definition);
        expectPresentable(check(resource, {}, { [argument]: value }));
        diffOrFailure(resource, { [argument]: value }, { [argument]: value });
      }
    },
    60_000,
  );

  it.each(known)("refuses %s when it is nested without end", (argument) => {
    for (const value of [deepList(20_000), deepObject(20_000), deepObject(20_000, "__proto__")]) {
      const resource = offlineResource(definition);
      const { inputs, failures } = check(resource, {}, { [argument]: value });
      expect(failures).toEqual([
        { property: argument, reason: `${argument} is nested more than 1000 levels deep, deeper than any argument.` },
      ]);
      expect(inputs).not.toHaveProperty([argument]);
    }
  });
});
