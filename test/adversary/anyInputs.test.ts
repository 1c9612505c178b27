import { describe, expect, it } from "vitest";
import { configurationProblems } from "../../provider/src/engine/plugin/configuration";
import { listDetails } from "../../provider/src/engine/steps/details";
import type { Values } from "../../provider/src/fields/values";
import { ResourceFailure } from "../../provider/src/lifecycle/job/failure";
import { listArguments, check } from "../../provider/src/lifecycle/steps/check";
import { diff } from "../../provider/src/lifecycle/steps/diff";
import { settingKeys } from "../../provider/src/settings/settingKeys";
import { Settings } from "../../provider/src/settings/settings";
import { everyKind, nameOf } from "../kinds/every";
import { deepList, deepObject, hostileObject, hostileProperties } from "../support/hostileValues";
import { expectInWords } from "../support/mistakeWords";
import { offlineResource } from "../support/offlineResource";
import { fc, runs } from "../support/property";

type Resource = ReturnType<typeof offlineResource>;

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
function expectComparable(resource: Resource, outputs: Values, inputs: Values): void {
  try {
    const difference = diff(resource, outputs, inputs);
    const { changes, replaces } = difference;
    const { detailedDiff = {}, paths = [] } = listDetails(resource, outputs, inputs, outputs, difference) ?? {};
    for (const path of [...Object.keys(detailedDiff), ...paths])
      expect(/^\w/.test(path) && path.isWellFormed()).toBe(true);
    expect(typeof changes).toBe("boolean");
    expect(replaces.every((name) => Object.hasOwn(resource.definition.fields, name))).toBe(true);
  } catch (error) {
    if (!(error instanceof ResourceFailure)) throw error;
  }
}

describe.each(everyKind.map((kind) => [nameOf(kind), kind.definition] as const))("%s", (_kind, definition) => {
  const known = listArguments(definition);
  const anything = hostileProperties([...known, ...Object.keys(definition.fields)]);

  it("given anything, says what is wrong in words that can be shown, and compares the rest with any record", () => {
    fc.assert(
      fc.property(anything, anything, (record, news) => {
        const resource = offlineResource(definition);
        expectPresentable(check(resource, record, news));
        const { inputs } = check(resource, {}, news);
        expectComparable(resource, record, inputs);
        expectComparable(resource, inputs, inputs);
      }),
      { numRuns: runs(60) },
    );
  });

  it("takes a hundred thousand characters in each argument, or refuses them in few words", () => {
    for (const argument of known) {
      for (const unit of ["a", "/", "\ud83d\ude00", "roles/a/"]) {
        const resource = offlineResource(definition);
        const inputs = { [argument]: unit.repeat(100_000 / unit.length) };
        expectPresentable(check(resource, {}, inputs));
        expectComparable(resource, inputs, inputs);
      }
    }
  });

  it("refuses each argument that is nested without end", () => {
    for (const argument of known) {
      for (const value of [deepList(20_000), deepObject(20_000, "__proto__")]) {
        const { inputs, failures } = check(offlineResource(definition), {}, { [argument]: value });
        expect(failures).toEqual([
          { property: argument, reason: `${argument} is nested more than 1000 levels deep, deeper than any argument.` },
        ]);
        expect(inputs).not.toHaveProperty([argument]);
      }
    }
  });
});

it("a configuration of any form is read, or refused in words", () => {
  const values = [hostileObject, [hostileObject], { toString: 1 }, [[]], { a: {} }, [1, null], 7, "", "{", true, null];
  for (const key of settingKeys) {
    for (const value of values) {
      const given = { project: "my-project", [key.slice("gcp:".length)]: value };
      for (const { reason } of configurationProblems(given, {})) expectInWords(reason, key);
      const text = typeof value === "string" ? value : JSON.stringify(value);
      const { problems } = new Settings((name) => (name === key ? text : undefined), {});
      for (const problem of problems) expectInWords(problem, key);
    }
  }
});
