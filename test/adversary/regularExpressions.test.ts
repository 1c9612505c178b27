import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { check } from "recheck";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { repository } from "../support/markdown";
import { isLong } from "../support/seed";

/** A busy machine takes longer to judge, and must not judge otherwise: none of these ends a check of a safe one early. */
const patient = { timeout: 240_000, incubationTimeout: 60_000, attackTimeout: 60_000 };

/** By day large ones are attacked; by night each is proved, as far as its features can be. Proofs of large ones take most of the time. */
const method = isLong ? patient : { ...patient, maxNFASize: 3_000 };

const folder = join(repository, "provider/src");
const expressions = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .sort()
  .flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const file = ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, true);
    const found: { at: string; source: string; flags: string }[] = [];
    const visit = (node: ts.Node): void => {
      const at = `${name}:${String(file.getLineAndCharacterOfPosition(node.getStart()).line + 1)}`;
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf("/");
        found.push({ at, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
      }
      if (ts.isIdentifier(node) && node.text === "RegExp" && !ts.isTypeReferenceNode(node.parent))
        throw new Error(`${at}: write the regular expression as a literal, to have it checked.`);
      ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
  });

describe("the regular expressions of the package", () => {
  it("are all found", () => {
    expect(expressions.length).toBeGreaterThan(60);
  });

  // One that stands in several places is judged once.
  const different = new Map(expressions.map((expression) => [`/${expression.source}/${expression.flags}`, expression]));

  it.each([...different])(
    "take time that grows no faster than the text: %s",
    async (_shown, { at, source, flags }) => {
      const judged = await check(source, flags, method);
      const told = judged.status === "vulnerable" ? judged.complexity.summary : judged.status;
      expect(`${at}: ${told}`).toBe(`${at}: safe`);
    },
    300_000,
  );
});
