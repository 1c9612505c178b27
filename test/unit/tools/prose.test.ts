import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { findingsOf, mostWords } from "../../../tools/prose/findings";
import { docCommentPassages, publicFiles } from "../../../tools/prose/passages/docComments";
import { markdownPassages } from "../../../tools/prose/passages/markdown";
import { codeMark } from "../../../tools/prose/passages/passage";
import { messagePassages, testNamePassages } from "../../../tools/prose/passages/strings";
import { leastEase, readabilityOf } from "../../../tools/prose/readability";
import { readabilityTable } from "../../../tools/prose/readabilityTable";
import { patternRules } from "../../../tools/prose/rules/patterns";
import { vocabulary } from "../../../tools/prose/vocabulary";

const page = (markdown: string) => ({ file: "page.md", passages: markdownPassages(markdown) });
const rulesOf = (markdown: string) => findingsOf(page(markdown)).map(({ rule }) => rule);

const cases: readonly [rule: string, bad: string, good: string][] = [
  ["future", "The service will answer.", "The service answers."],
  ["please", "Please report it.", "Report it."],
  ["condescending", "Simply run the command.", "Run the command."],
  ["latin", "Set a region, e.g. for tests.", "Set a region, for example for tests."],
  ["first person", "Send us the output.", "Send the output."],
  ["clause as subject", "What the program asks is sent.", "The provider sends the request of the program."],
  ["clause as subject", "Who comes second gets an error.", "The second run gets an error."],
  ["clause as subject", "Whether it exists is unknown.", "The provider cannot know whether it exists."],
  ["that-clause as subject", "That it is gone is an error.", "A missing object is an error."],
  ["condition", "Where nothing is set, the default holds.", "If nothing is set, the default holds."],
  ["inversion", "Nor does a refresh change it.", "A refresh does not change it."],
  ["inversion", "Only then does the run end.", "The run ends only then."],
  ["ellipsis", "Credentials work as by Google's tools.", "Credentials work as they do in Google's tools."],
  ["ellipsis", "Set a zone; else the default holds.", "Set a zone. Otherwise, the default holds."],
  ["is told", "The second run is told the reason.", "The error gives the second run the reason."],
  ["of it", "The end of it is unknown.", "Its end is unknown."],
  ["of yours", "Use a project of yours.", "Use your project."],
  ["bookish", "The call fails for want of a permission.", "The call fails because the caller lacks a permission."],
  ["dated", "The object may turn up later.", "The object may appear later."],
  ["dated", "The wait broke off.", "The wait ended early."],
  ["at once", "The error appears at once.", "The error appears immediately."],
  ["mend", "The next version mends it.", "The next version fixes it."],
  ["wordy", "Wait in order to read it.", "Wait to read it."],
  ["inconsiderate", "Ask the chairman.", "Ask the chairperson."],
  ["article", "It is a error.", "It is an error."],
  ["repeated", "Read the the page.", "Read the page."],
  ["long", `${"go and ".repeat(mostWords / 2)}more.`, `${"go and ".repeat(mostWords / 2 - 1)}more.`],
  ["semicolons", "One waits; one reads; one ends.", "One waits; one reads. One ends."],
  [
    "passive",
    "It is made. It was then sent. It is never read. It is changed.",
    "The program makes it. The client sends it. Nobody reads it. It is changed.",
  ],
];

describe("the prose check", () => {
  it.each(cases)("finds “%s” in “%s”, and nothing in “%s”", (rule, bad, good) => {
    expect(rulesOf(bad)).toContain(rule);
    expect(rulesOf(good)).toEqual([]);
  });

  it("has a case for every pattern of its own", () => {
    const tried = new Set(cases.map(([rule]) => rule));
    expect(patternRules.filter(({ name }) => !tried.has(name))).toEqual([]);
  });

  it("names the file, the line and the better words", () => {
    const findings = findingsOf(page("# A page\n\nOne line.\nThe service\nwill answer.\n"));
    expect(findings).toEqual([
      { file: "page.md", line: 5, rule: "future", words: "will", better: "the present tense" },
    ]);
  });

  it("accepts the words of the vocabulary, each with a reason", () => {
    expect(vocabulary.filter(({ reason }) => reason === "")).toEqual([]);
    expect(rulesOf("The client sends a request.")).toEqual([]);
  });
});

describe("the prose of a Markdown page", () => {
  it("leaves out code, addresses, HTML and quotations", () => {
    const text =
      'Run `npm please`, see [the page](https://will.example) and "will fail".\n\n```sh\nplease\n```\n\n<!-- will -->';
    expect(markdownPassages(text).map(({ text }) => text)).toEqual([`Run ${codeMark}, see the page and ${codeMark}.`]);
  });

  it("has the line of each list item and table row", () => {
    const text = "- One\n- Two\n\n| A | B |\n| - | - |\n| Three | Four |\n";
    expect(markdownPassages(text).map(({ kind, line, text }) => [kind, line, text])).toEqual([
      ["paragraph", 1, "One"],
      ["paragraph", 2, "Two"],
      ["cell", 4, "A"],
      ["cell", 4, "B"],
      ["cell", 6, "Three"],
      ["cell", 6, "Four"],
    ]);
  });
});

describe("the prose of doc comments", () => {
  it("belongs to exported declarations and their members, without examples", () => {
    const folder = mkdtempSync(join(tmpdir(), "prose-"));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    writeFileSync(join(folder, "index.ts"), 'export { Shown } from "./shown";\n');
    writeFileSync(
      join(folder, "shown.ts"),
      [
        "/** Left out. */",
        "export class Hidden {}",
        "/**",
        " * A class that {@link Hidden} helps.",
        " * @example Please",
        " */",
        "export class Shown extends Hidden {",
        "  /** A field.",
        "   * @param name - Its name. */",
        "  member(name: string) { return name; }",
        "  /** Left out, too. */",
        "  private other = 1;",
        "}",
      ].join("\n"),
    );
    const files = publicFiles(join(folder, "index.ts"));
    expect([...files.keys()]).toEqual([join(folder, "index.ts"), join(folder, "shown.ts")]);
    const passages = [...files].flatMap(([file, names]) => docCommentPassages(file, names));
    expect(passages.map(({ line, text }) => [line, text])).toEqual([
      [4, `A class that ${codeMark} helps.`],
      [8, "A field."],
      [9, "Its name."],
    ]);
  });
});

describe("the prose of a source", () => {
  const sourceOf = (...lines: string[]) => {
    const folder = mkdtempSync(join(tmpdir(), "prose-"));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const file = join(folder, "source.ts");
    writeFileSync(file, lines.join("\n"));
    return file;
  };

  it("has the messages, with values and commands as code, and no labels, markup or imports", () => {
    const file = sourceOf(
      'import { wait } from "./wait for it. Really.ts";',
      'const label = "three plain words";',
      'const markup = "<p>Please read this.</p>";',
      "const message = `The ${what} may turn up. Run \\`pulumi up\\` again.`;",
    );
    expect(messagePassages(file)).toEqual([
      { kind: "message", line: 4, text: `The ${codeMark} may turn up. Run ${codeMark} again.` },
    ]);
    expect(findingsOf({ file, passages: messagePassages(file) }).map(({ rule }) => rule)).toEqual(["dated"]);
  });

  it("has the names of tests, of tables too, without the values of the table", () => {
    const file = sourceOf(
      'describe("a subject with words", () => {',
      '  it.each([[1]])("does %s and $what.name at once", () => undefined);',
      '  call("no name of a test", 1);',
      "});",
    );
    expect(testNamePassages(file).map(({ line, text }) => [line, text])).toEqual([
      [1, "a subject with words"],
      [2, `does ${codeMark} and ${codeMark} at once`],
    ]);
    expect(findingsOf({ file, passages: testNamePassages(file) }).map(({ rule }) => rule)).toEqual(["at once"]);
  });

  it("is not measured by the length of its sentences, because a message can be a list", () => {
    const file = sourceOf(`const list = "Known arguments: ${"name, ".repeat(mostWords)}and more.";`);
    expect(findingsOf({ file, passages: messagePassages(file) })).toEqual([]);
  });
});

describe("the reading ease", () => {
  it("follows Flesch's formula, without labels and code", () => {
    const { words, sentences, ease } = readabilityOf(
      page("# Inconsequentialities\n\nThe cat sat. The `dog` ran on.\n"),
    );
    expect({ words, sentences }).toEqual({ words: 7, sentences: 2 });
    expect(ease).toBeCloseTo(206.835 - 1.015 * 3.5 - 84.6, 6);
  });

  it("is low for a page of long words, which the table shows first", () => {
    const hard = {
      ...page("Organizational authorization characteristics necessitate consideration."),
      file: "hard.md",
    };
    expect(readabilityOf(hard).ease).toBeLessThan(leastEase);
    const rows = readabilityTable([page("The cat sat."), hard]).split("\n");
    expect(rows.map((row) => row.split(" ")[0])).toEqual(["page", "hard.md", "page.md"]);
  });
});
