import { fc } from "../../support/property";
import { describe, expect, it } from "vitest";
import { planMarkdown } from "../../../provider/src/cli/plan/markdown";
import { parsePlan } from "../../../provider/src/cli/plan/plan";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const urn = (type: string, name: string) => `urn:pulumi:dev::test::${type}::${name}`;
const route = (name: string) => urn("pulumi-nodejs:dynamic/gce:Route", name);
const loader = { __provider: "exports.handler=1" };

interface Step {
  op: string;
  urn: string;
  oldState?: { inputs: object };
  newState?: { inputs: object };
  replaceReasons?: string[];
}

const step = (op: string, name: string, before?: object, after?: object, replaceReasons?: string[]): Step => ({
  op,
  urn: name.startsWith("urn:") ? name : route(name),
  ...(before && { oldState: { inputs: { ...loader, ...before } } }),
  ...(after && { newState: { inputs: { ...loader, ...after } } }),
  ...(replaceReasons && { replaceReasons }),
});

const summary = (steps: Step[], diagnostics: object[] = [], changeSummary: object = {}) =>
  planMarkdown(parsePlan(JSON.stringify({ steps, diagnostics, changeSummary })));

describe("the summary of a plan", () => {
  it("tells what each resource becomes, what destroys first", () => {
    const markdown = summary(
      [
        step("same", urn("pulumi:pulumi:Stack", "test-dev")),
        step("same", "unchanged", { priority: 1 }, { priority: 1 }),
        step("create", "fresh", undefined, { destRange: "10.0.0.0/8", selfLink: "https://left/out" }),
        step(
          "update",
          urn("my:Component$pulumi-nodejs:dynamic/gce:Snapshot", "nightly"),
          { labels: { a: "1" } },
          { labels: { a: "2" } },
        ),
        step("replace", "egress", { name: "egress-1", priority: 1 }, { name: "egress-2", priority: 2 }, ["priority"]),
        step("create-replacement", "egress", { name: "egress-1", priority: 1 }, { name: "egress-2", priority: 2 }, [
          "priority",
        ]),
        step("delete-replaced", "egress", { priority: 1 }),
        step("delete", "old", { priority: 1 }),
      ],
      [],
      { create: 1, delete: 1, replace: 1, same: 2, update: 1 },
    );
    expect(markdown).toBe(
      `### Plan: 1 to create, 1 to delete, 1 to replace, 1 to update, 2 unchanged

| | Resource | What changes |
| --- | --- | --- |
| delete | \`gce:Route\` \`old\` |  |
| **replace** | \`gce:Route\` \`egress\` | \`priority\`: \`1\` → \`2\` (replaces) |
| update | \`gce:Snapshot\` \`nightly\` | \`labels\`: \`{"a":"1"}\` → \`{"a":"2"}\` |
| create | \`gce:Route\` \`fresh\` | \`destRange\`: \`"10.0.0.0/8"\` |
`,
    );
  });

  it("tells only what the provider says of a change, from where the engine takes it, and of a secret no member", () => {
    const detailed = {
      ...step(
        "update",
        "respelt",
        { network: "https://x/networks/default", versions: [{ template: "https://x/t1", size: 1 }], key: "[secret]" },
        { network: "default", versions: [{ template: "t1", size: 3 }], key: "[secret]", priority: 2 },
        ['labels["a.b"]'],
      ),
      detailedDiff: {
        "versions[0].size": { kind: "update", inputDiff: true },
        "key.member": { kind: "update", inputDiff: true },
        priority: { kind: "update", inputDiff: false },
        'labels["a.b"]': { kind: "delete", inputDiff: false },
      },
    };
    Object.assign(detailed.oldState ?? {}, { outputs: { priority: 7, labels: { "a.b": "1" } } });
    expect(parsePlan(JSON.stringify({ steps: [{ ...detailed, replaceReasons: [] }] })).steps[0]?.changes).toEqual([
      { property: "versions[0].size", before: 1, after: 3, replaces: false },
      { property: "key.member", before: "[secret]", after: "[secret]", replaces: false },
      { property: "priority", before: 7, after: 2, replaces: false },
      { property: 'labels["a.b"]', before: "1", after: undefined, replaces: false },
    ]);
    expect(parsePlan(JSON.stringify({ steps: [detailed] })).steps[0]?.changes).toEqual([
      { property: 'labels["a.b"]', before: "1", after: undefined, replaces: true },
    ]);
  });

  it("repeats what the resources warn of, once", () => {
    const warning = { severity: "warning", message: 'warning: gce:Route "a": leaves 0.0.0.0/0 without a route\n' };
    const swap = { severity: "info", message: "swaps policy-a for policy-b in one step\n" };
    expect(summary([], [warning, warning, swap], { same: 3 })).toBe(
      `### Nothing changes (3 unchanged)

> [!WARNING]
> gce:Route "a": leaves 0.0.0.0/0 without a route

> [!NOTE]
> swaps policy-a for policy-b in one step
`,
    );
  });

  it("has the error in place of a plan that cannot be made", () => {
    expect(summary([], [{ severity: "error", message: "error: priority must be 0 or more\n  fix: 1000\n" }])).toBe(
      "### The plan cannot be made\n\n> [!CAUTION]\n> priority must be 0 or more\n>   fix: 1000\n",
    );
  });

  it.each([
    ["a value that is not known yet", unknown, "_known after the change_"],
    ["an output that is not known yet", "output<string>", "_known after the change_"],
    ["a member that is not known yet", { a: [unknown] }, '`{"a":["[known after the change]"]}`'],
    ["a value that goes away", undefined, "–"],
    ["a secret", { "4dabf18193072939515e22adb298388d": "1b47", ciphertext: "v1:abc" }, '`"[secret]"`'],
    ["a pipe, which would end the cell", "a|b", '`"a\\|b"`'],
    ["backticks, which would end the code", "a`b", '``"a`b"``'],
    ["a long text, cut", "x".repeat(500), `\`"${"x".repeat(199)}…\``],
  ])("shows %s", (_title, after, shown) => {
    const markdown = summary([step("update", "r", { description: "old" }, { description: after })]);
    expect(markdown).toContain(`| \`description\`: \`"old"\` → ${shown} |`);
  });

  it("mentions nobody and holds no markup of others", () => {
    const markdown = summary(
      [],
      [{ severity: "warning", message: "warning: ask @team, see [this](http://x) <b>now</b>" }],
    );
    expect(markdown).not.toContain("@team");
    expect(markdown).toContain("\\[this\\](http://x) \\<b\\>now\\</b\\>");
  });

  it("leaves out rows for which a comment has no room, and says how many", () => {
    const steps = Array.from({ length: 2_000 }, (_, index) =>
      step("create", `route-${String(index)}`, undefined, { destRange: "10.0.0.0/8" }),
    );
    const markdown = summary(steps, [], { create: 2_000 });
    expect(markdown.length).toBeLessThan(65_536);
    const rows = markdown.match(/^\| create /gm)?.length ?? 0;
    expect(markdown).toContain(`and ${String(2_000 - rows)} more, for which there is no room here.`);
  });

  it.each([
    ["one message that is longer than a comment", 1, 100_000],
    ["more messages than a comment holds", 2_000, 100],
  ])("keeps within a comment, and has the table too, with %s", (_title, count, length) => {
    const messages = Array.from({ length: count }, (_, index) => ({
      severity: "error",
      message: `error: ${String(index)} ${"_".repeat(length)}`,
    }));
    const markdown = summary([step("create", "r", undefined, { destRange: "10.0.0.0/8" })], messages);
    expect(markdown.length).toBeLessThan(65_536);
    expect(markdown).toContain("> [!CAUTION]\n> 0 ");
    expect(markdown).toContain("| create | `gce:Route` `r` |");
  });

  it("is one row for each resource, whatever names and values are", () => {
    const change = fc.tuple(fc.string({ unit: "binary" }), fc.jsonValue(), fc.jsonValue());
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
        const steps = changes.map(([name, before, after]) =>
          step("update", `urn:pulumi:s::p::t::${name.replaceAll("::", "")}`, { x: before }, { x: after }),
        );
        const rows = summary(steps)
          .split("\n")
          .filter((line) => line.startsWith("| update "));
        expect(rows).toHaveLength(changes.length);
        // Two pipes in front of and two behind the cells; what is inside one is escaped.
        for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(4);
      }),
    );
  });

  it.each(["", "x", "[]", "{", '{"version":3}', "null"])("refuses %j, which no preview prints", (text) => {
    expect(() => parsePlan(text)).toThrow(/pulumi preview --json/);
  });

  it("finds the plan behind lines that the CLI prints of its own", () => {
    expect(parsePlan('warning: A new version of Pulumi is available.\n{\n "steps": []\n}\n').steps).toEqual([]);
  });
});
