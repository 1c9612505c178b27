import { check } from "recheck";
import { describe, expect, it } from "vitest";
import { regularExpressionsIn } from "../../support/sourceRegularExpressions";

/** A busy machine takes longer to judge, and must not judge otherwise: none of these ends a check of a safe one early. */
const patient = { timeout: 240_000, incubationTimeout: 60_000, attackTimeout: 60_000 };

const expressions = regularExpressionsIn("provider/src");

describe("the regular expressions of the package", () => {
  it("are all found", () => {
    expect(expressions.length).toBeGreaterThan(60);
  });

  it.each(expressions.map((expression) => [`/${expression.source}/${expression.flags}`, expression] as const))(
    "take time that grows no faster than the text: %s",
    async (_shown, { at, source, flags }) => {
      const judged = await check(source, flags, patient);
      const told = judged.status === "vulnerable" ? judged.complexity.summary : judged.status;
      expect(`${at}: ${told}`).toBe(`${at}: safe`);
    },
    300_000,
  );
});
