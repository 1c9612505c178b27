import { describe, expect, it } from "vitest";
import type { LinkContext } from "../../provider/src/names/links";
import { findProblems, sameValue, type Kind } from "../../provider/src/fields/kind";
import { linkKind } from "../../provider/src/fields/links";
import { containsUnknown, unknownValue } from "../../provider/src/fields/unknown";

export const context: LinkContext = { project: "my-project", region: "us-central1", zone: "us-central1-a" };
export const networkKind = linkKind({ collection: "networks", scopes: ["global"] });
export const ruleKind = linkKind({ collection: "forwardingRules", scopes: ["region"] });
export const root = "https://www.googleapis.com/compute/v1";
export const networkUrl = `${root}/projects/my-project/global/networks/n`;

/** The values that one kind accepts, refuses, treats as equal, and sends. */
export interface KindCase {
  kind: Kind;
  accepts: unknown[];
  /** Value, and fragments of the message: the property always is one. */
  refuses: [value: unknown, ...fragments: string[]][];
  same: [left: unknown, right: unknown][];
  different: [left: unknown, right: unknown][];
  sends: [value: unknown, canonical: unknown][];
}

/** Describes the rules of every kind, by these values. */
export function describeKinds(cases: Readonly<Record<string, KindCase>>): void {
  describe.each(Object.entries(cases))(
    "a value of kind %s",
    (_name, { kind, accepts, refuses, same, different, sends }) => {
      it("is accepted in every form that the service takes", () => {
        for (const value of accepts)
          expect(findProblems(kind, value, "argument", context), JSON.stringify(value)).toEqual([]);
      });

      it("is refused with the property, the rule, and what was found", () => {
        for (const [value, ...fragments] of refuses) {
          const problems = findProblems(kind, value, "argument", context);
          expect(problems, JSON.stringify(value)).toHaveLength(1);
          const [problem] = problems;
          expect(problem?.property).toMatch(/^argument/);
          expect(problem?.reason).toMatch(/\.$|\?$/);
          for (const fragment of ["argument", ...fragments])
            expect(`${problem?.property ?? ""}: ${problem?.reason ?? ""}`, JSON.stringify(value)).toContain(fragment);
        }
      });

      it("is the same as every other spelling of itself, either way round", () => {
        for (const [left, right] of same) {
          expect(sameValue(kind, left, right, context), JSON.stringify([left, right])).toBe(true);
          expect(sameValue(kind, right, left, context), JSON.stringify([right, left])).toBe(true);
        }
      });

      it("is the same as itself, so that equal values need no parsing", () => {
        for (const value of [...accepts, ...same.flat()].filter((value) => !containsUnknown(value)))
          expect(kind.same(value, value, context), JSON.stringify(value)).toBe(true);
      });

      it("differs from what means something else, either way round", () => {
        for (const [left, right] of different) {
          expect(sameValue(kind, left, right, context), JSON.stringify([left, right])).toBe(false);
          expect(sameValue(kind, right, left, context), JSON.stringify([right, left])).toBe(false);
        }
      });

      it("is sent in the form in which the service shows it", () => {
        for (const [value, canonical] of sends) expect(kind.canonical(value, context)).toEqual(canonical);
      });

      it("has no problem while it is unknown, and is never the same as anything then", () => {
        for (const value of [unknownValue, `projects/${unknownValue}/global/networks/n`]) {
          expect(findProblems(kind, value, "argument", context)).toEqual([]);
          for (const other of [...accepts, value]) expect(sameValue(kind, value, other, context)).toBe(false);
        }
      });

      it("has a canonical form that is the same value, and is its own canonical form", () => {
        for (const value of accepts.filter((value) => !containsUnknown(value))) {
          const sent = kind.canonical(value, context);
          expect(kind.canonical(sent, context)).toEqual(sent);
          if (typeof value !== "object") expect(kind.same(value, sent, context)).toBe(true);
        }
      });
    },
  );
}
