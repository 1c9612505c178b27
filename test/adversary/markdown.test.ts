import MarkdownIt from "markdown-it";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { planMarkdown } from "../../provider/src/cli/plan/markdown";
import { parsePlan } from "../../provider/src/cli/plan/plan";
import { fc } from "../support/property";
import { printEvents } from "../support/previewEvents";

/*
 * Foreign texts in the comment on a pull request. Two parsers of GitHub's dialect render the plan. Only the wanted elements
 * may come out, and each foreign text stands in a `code` element, where GitHub knows no mention, reference, formula or emoji.
 */

const options = {
  extensions: [gfm()],
  htmlExtensions: [gfmHtml()],
  allowDangerousHtml: true,
  allowDangerousProtocol: true,
};
const markdownIt = new MarkdownIt({ html: true, linkify: true, breaks: true });

const renderers: readonly ((markdown: string) => string)[] = [
  (markdown) => markdownIt.render(markdown),
  (markdown) => micromark(markdown, options),
];

/** The elements of a plan, without attributes: a link or an image is none of them. */
const wanted = /<\/?(?:h3|blockquote|p|pre|code|ul|li|table|thead|tbody|tr|th|td|strong|em)>|<br ?\/?>/g;

/** Longest body of a comment that GitHub takes, in characters. */
const longestComment = 65_536;

/** No text has a run of its own that ends a fence: GitHub's parser takes none of more than 80 for the beginning of a code span. */
const longestRun = 3;

/** Each place where a foreign text can stand. */
const places = [
  ...(["warning", "info", "operation", "type", "name", "parent", "id"] as const),
  ...(["property", "member", "path", "before", "after", "policy", "pack", "reason"] as const),
];

type Texts = Readonly<Record<(typeof places)[number], string>>;

const everywhere = (text: string) => Object.fromEntries(places.map((place) => [place, text])) as unknown as Texts;

/** The plan of a preview in which these texts stand. */
function planWith(given: Texts): string {
  const operation = `${given.operation} ${given.operation}`;
  // A value that the package itself records begins with two underscores, and is no property of the object.
  const [property, member] = [given.property, given.member].map((key) => key.replace(/^__/, "_ _"));
  const urn = urnWith(given.type, given.name);
  const { before, after } = given;
  const state = (value: unknown, more: object = {}) => ({ inputs: { [property ?? ""]: value }, ...more });
  const newState = state(`${after}2`, { parent: urnWith("my:Component", `${given.parent} p`) });
  const step = (op: string, more: object) => ({ resourcePreEvent: { metadata: { op, urn, ...more } } });
  const long = "x".repeat(250);
  const names = { policyName: given.policy, policyPackName: given.pack };
  const outputs = {
    old: { outputs: { [property ?? ""]: before } },
    new: { outputs: { [property ?? ""]: { [member ?? ""]: after } } },
  };
  const events = [
    // The same message of two kinds would be one.
    ...(["warning", "info"] as const).map((severity) => ({
      diagnosticEvent: { severity, message: `${given[severity]}\n${severity}` },
    })),
    step(operation, { old: state(`${before}1`), new: newState, keys: [property] }),
    step("delete", { old: state(before, { id: `${given.id} i` }) }),
    // Of long values, the place where they differ is shown.
    step("update", {
      old: state({ [member ?? ""]: `${long}${before}1` }),
      new: state({ [member ?? ""]: `${long}${after}2` }),
    }),
    step("update", {
      old: state(before),
      new: newState,
      keys: [given.path],
      detailedDiff: { [`${given.path} d`]: { kind: "update", inputDiff: true } },
    }),
    ...[urn, urnWith("t", "nothing but a policy")].flatMap((resourceUrn) => [
      { policyEvent: { ...names, resourceUrn, message: `${given.reason} r`, enforcementLevel: "mandatory" } },
      { policyEvent: { ...names, resourceUrn, message: `${given.reason} r`, enforcementLevel: "advisory" } },
      {
        policyRemediationEvent: {
          ...{ ...names, resourceUrn, before: { [property ?? ""]: `${before}1` } },
          after: { [property ?? ""]: `${after}2` },
        },
      },
    ]),
    { resOutputsEvent: { metadata: { urn: urnWith("pulumi:pulumi:Stack", "p-dev"), ...outputs } } },
    { summaryEvent: { resourceChanges: { [operation]: 2, same: given.operation } } },
  ];
  return planMarkdown(parsePlan(printEvents(events)));
}

/** Two colons end the type in a URN, and not the name. */
function urnWith(type: string, name: string): string {
  return `urn:pulumi:dev::p::${type.replace(/:{2,}/g, ":")}::${name}`;
}

/** The rest of the HTML without the foreign texts. */
function skeleton(html: string): string {
  const own = html.replace(/<code>[^<]*<\/code>/g, "<code></code>");
  // The words that the plan itself adds to some values.
  return own.replaceAll("–", "<code></code>").replace(/, and \d+ more| \(replaces\)/g, "");
}

/** The skeletons of texts that are no markup. */
const plain = renderers.map((render) => skeleton(render(planWith(everywhere("Two words")))));

function expectHarmless(texts: Texts): void {
  const markdown = planWith(texts);
  expect(Math.max(...(markdown.match(/`+/g) ?? []).map((run) => run.length))).toBeLessThanOrEqual(longestRun);
  for (const [index, render] of renderers.entries()) {
    const html = render(markdown);
    expect(html.replace(wanted, "")).not.toContain("<");
    expect(skeleton(html)).toBe(plain[index]);
  }
}

/** Each does something on GitHub where it stands in the open. */
const attacks: Readonly<Record<string, string>> = {
  "an image behind an address": "https://a<img src=x onerror=y>",
  "a heading behind an address": "see www.a.b<h1>owned</h1>",
  "a heading by underline": "text\n===\ntext\n---",
  "a rule": "text\n\n---\n***\n___",
  "a link with a query and a place": "https://console.cloud.google.com/a?b=c&d=e#f_g_",
  addresses: "www.example.com http://example.com ftp://example.com somebody@example.com mailto:a@b.co xmpp:a@b.co",
  "the end of a fence": "```\n````\n~~~\n```````\n<h1>x</h1>",
  "a fence of another kind": "~~~\n<h1>x</h1>\n~~~",
  "the longest fence that GitHub compares": `${"`".repeat(300)}\n<h1>x</h1>\n\n# x`,
  "a code span that is too long for GitHub": `${"`".repeat(81)}<img src=x>`,
  "backticks at both ends": "`<b>x</b>`",
  "the end of a cell": "a|<b>x</b>|b\\|<b>x</b>\\\\|<b>x</b>\\\\\\|",
  "the end of a quotation": "text\r<h1>x</h1>\r\n\r\n<h1>x</h1>\u2028# x\u2029# x\u0085# x\u000b# x\u000c# x",
  "blocks of HTML": "<details>\n<summary>x</summary>\n\n<!-- \n\n<script>x</script>\n<?x?><![CDATA[x]]></details>",
  lists: "- [ ] task\n* [x] task\n1. one\n+ x\n    code",
  "an alert": "> [!NOTE]\n> text\n\n[!CAUTION]",
  "a table": "| a |\n| --- |\n| <b>x</b> |",
  "a footnote and a reference": "[^1] [x][y] ![x](https://a/b)\n\n[^1]: text\n[y]: https://a/b",
  entities: "&lt;b&gt; &#60;img src=x&#62; &commat;octocat &#x40;octocat",
  "mentions, references and emoji":
    "@octocat @github/team #1 GH-1 a/b#1 1234567890abcdef1234567890abcdef12345678 :tada:",
  formulas: "$x$ $$\nx\n$$ $`x`$\n```math\nx\n```",
  "a suggestion and a diagram": "```suggestion\nowned\n```\n```mermaid\nx\n```",
  "marks of emphasis": "**x** __x__ *x* _x_ ~~x~~ ~x~ `x` \\",
  "nothing but line breaks": "\n\r\n\n",
  nothing: "",
};

const breaks = ["\n\n", "\r\n", "    ", "> ", "- ", "``", "```", "~~~", ..."\n\r\u2028 \t|\\`"];
const fragment = fc.oneof(
  fc.constantFrom(...Object.values(attacks), ...Object.values(attacks).flatMap((text) => text.split(/[\s|]+/))),
  fc.constantFrom(...breaks),
  fc.string({ unit: "binary", maxLength: 4 }),
);
const text = fc.array(fragment, { maxLength: 4 }).map((fragments) => fragments.join(""));

describe("a foreign text in a plan", () => {
  it.each(Object.entries(attacks))("is no markup, wherever it stands: %s", (_what, attack) => {
    expectHarmless(everywhere(attack));
    // A code span of nothing is none, and its backticks would open one further on.
    expectHarmless({ ...everywhere(attack), type: "", property: "" });
  });

  it("is no markup, whatever it is made of", () => {
    const texts = fc.tuple(...places.map(() => text));
    const drawn = texts.map((all) => Object.fromEntries(places.map((place, index) => [place, all[index]])));
    fc.assert(fc.property(drawn, (given) => expectHarmless(given as Texts)));
  });

  it.each([
    ["backticks", "`".repeat(20_000)],
    ["fences", "```\n".repeat(5_000)],
    ["what is shown escaped", "\u001b".repeat(3_000)],
    ["pairs of surrogates", "😀".repeat(10_000)],
  ])("is cut where no fence stays open, and leaves room for all that matters: %s", (_what, long) => {
    const numbers = [...Array(30).keys()].map(String);
    const notes = /and \d+ more, which do not fit here/g;
    const diagnostic = (severity: string, message: string) => ({ severity, message });
    const step = (number: string) => {
      const newState = { inputs: { [long]: long }, parent: urnWith("my:Component", long) };
      return { op: "create", urn: urnWith("gce:Route", number + long), newState };
    };
    const diagnostics = [...numbers.map((number) => diagnostic("info", number + long)), diagnostic("error", "beacon")];
    const newOutputs = Object.fromEntries(numbers.map((number) => [number + long, long]));
    for (const steps of [[step("0")], numbers.map(step)]) {
      const markdown = planMarkdown(parsePlan(JSON.stringify({ steps, diagnostics, newOutputs })));
      expect(markdown.length).toBeLessThan(longestComment);
      expect(markdown).toContain("beacon");
      expect(markdown.isWellFormed()).toBe(true);
      for (const render of renderers) {
        const html = render(markdown);
        expect(html.replace(wanted, "")).not.toContain("<");
        const rest = skeleton(html);
        expect(rest.match(/<tr>/g)?.length).toBeGreaterThan(1);
        expect(rest.match(notes)?.length).toBe(markdown.match(notes)?.length);
      }
    }
  });
});
