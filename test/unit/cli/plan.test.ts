import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { planMarkdown } from "../../../provider/src/cli/plan/markdown";
import { parsePlan } from "../../../provider/src/cli/plan/plan";
import { registeredKinds } from "../../kinds/every";
import { run, secret } from "../../support/cli";
import { loader, route, urn } from "../../support/previewEvents";
import { folderForTest } from "../../support/untilTestEnds";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

interface Step {
  op: string;
  urn: string;
  oldState?: { inputs: object; id?: string; parent?: string; retainOnDelete?: boolean };
  newState?: { inputs: object; parent?: string };
  replaceReasons?: string[];
}

const step = (op: string, name: string, before?: object, after?: object, replaceReasons?: string[]): Step => ({
  op,
  urn: name.startsWith("urn:") ? name : route(name),
  ...(before && { oldState: { inputs: { ...loader, ...before } } }),
  ...(after && { newState: { inputs: { ...loader, ...after } } }),
  ...(replaceReasons && { replaceReasons }),
});

const gone = (name: string, oldState: { inputs: object; retainOnDelete?: boolean }): Step => ({
  op: "delete",
  urn: route(name),
  oldState: { ...oldState, id: `projects/p/global/routes/${name}` },
});

const summary = (steps: Step[], diagnostics: object[] = [], changeSummary: object = {}) =>
  planMarkdown(parsePlan(JSON.stringify({ steps, diagnostics, changeSummary })));

describe("the summary of a plan", () => {
  it("says of every kind and policy what a delete does, and never that another team's object is deleted", () => {
    const deleted = (kind: string, deletionPolicy?: string): Step => ({
      op: "delete",
      urn: urn(`gce:index:${kind}`, "r"),
      oldState: { inputs: { deletionPolicy }, id: "projects/p/search" },
    });
    const cells = (kind: string, policy?: string) =>
      summary([deleted(kind, policy)], [], { delete: 1 })
        .split("\n")
        .at(-2)
        ?.split(" | ")
        .slice(0, 3) ?? [];
    for (const { definition } of registeredKinds) {
      const effects = Object.entries(definition.deleteEffects);
      expect(cells(definition.kind)).toEqual(cells(definition.kind, effects[0]?.[0]));
      for (const [policy, { word, says }] of effects) {
        const [what, , place] = cells(definition.kind, policy);
        expect([what, place]).toEqual([`| ${word}`, `\`projects/p/search\`${says === "" ? "" : `: ${says}`} |`]);
      }
      if (!definition.ownsObject && effects.length > 1) expect(cells(definition.kind)[0]).not.toContain("delete");
    }
    expect(cells("RegionInstanceGroupManagerPatch")).toEqual([
      "| stop managing",
      "`gce:RegionInstanceGroupManagerPatch` `r`",
      "`projects/p/search`: the group stays as it is |",
    ]);
  });

  it("shows the change of each resource, destructive changes first", () => {
    const markdown = summary(
      [
        step("same", urn("pulumi:pulumi:Stack", "test-dev")),
        step("same", "unchanged", { priority: 1 }, { priority: 1 }),
        step("create", "fresh", undefined, { destRange: "10.0.0.0/8", selfLink: "https://left/out" }),
        {
          op: "update",
          urn: urn("my:Component$pulumi-nodejs:dynamic/gce:Snapshot", "a::b"),
          oldState: { inputs: { labels: { a: "1" } } },
          newState: { inputs: { labels: { a: "2" } }, parent: urn("my:Component", "web::eu") },
        },
        step("update", urn("my:Component$gce:index:Route", "plugged"), { priority: 1 }, { priority: 2 }),
        step("replace", "egress", { name: "egress-1", priority: 1 }, { name: "egress-2", priority: 2 }, ["priority"]),
        step("create-replacement", "egress", { name: "egress-1", priority: 1 }, { name: "egress-2", priority: 2 }, [
          "priority",
        ]),
        step("delete-replaced", "egress", { priority: 1 }),
        {
          op: "delete",
          urn: route("old"),
          oldState: {
            inputs: { ...loader, destRange: "10.9.0.0/16", priority: 1 },
            id: "projects/p/global/routes/old-1",
          },
        },
        gone("kept", { inputs: { ...loader, deletionPolicy: "ABANDON" } }),
        gone("retained", { inputs: loader, retainOnDelete: true }),
      ],
      [],
      { create: 1, delete: 3, replace: 1, same: 2, update: 2 },
    );
    expect(markdown).toBe(
      `### Plan: 1 to create, 1 to delete, 2 to stop managing, 1 to replace, 2 to update, 1 unchanged

| | Resource | What changes |
| --- | --- | --- |
| delete | \`gce:Route\` \`old\` | \`projects/p/global/routes/old-1\` |
| stop managing | \`gce:Route\` \`kept\` | \`projects/p/global/routes/kept\`: the route stays as it is |
| stop managing | \`gce:Route\` \`retained\` | \`projects/p/global/routes/retained\`: the object stays as it is |
| **replace** | \`gce:Route\` \`egress\` | \`priority\`: \`1\` → \`2\` (replaces) |
| update | \`gce:Snapshot\` \`a::b\` in \`web::eu\` | \`labels\`: \`{"a":"1"}\` → \`{"a":"2"}\` |
| update | \`gce:Route\` \`plugged\` | \`priority\`: \`1\` → \`2\` |
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
      { property: "versions[0].size", before: 1, after: 3, replaces: false, secret: false },
      { property: "key.member", before: "[secret]", after: "[secret]", replaces: false, secret: true },
      { property: "priority", before: 7, after: 2, replaces: false, secret: false },
      { property: 'labels["a.b"]', before: "1", after: undefined, replaces: false, secret: false },
    ]);
    expect(parsePlan(JSON.stringify({ steps: [detailed] })).steps[0]?.changes).toEqual([
      { property: 'labels["a.b"]', before: "1", after: undefined, replaces: true, secret: false },
    ]);
  });

  it("repeats what the resources warn of, once", () => {
    const warning = { severity: "warning", message: 'warning: gce:Route "a": leaves 0.0.0.0/0 without a route\n' };
    const swap = { severity: "info", message: "swaps policy-a for policy-b in one step\n" };
    expect(summary([], [warning, warning, swap], { same: 3 })).toBe(
      `### Nothing changes (3 unchanged)

> [!WARNING]
> \`\`\`
> gce:Route "a": leaves 0.0.0.0/0 without a route
> \`\`\`

> [!NOTE]
> \`\`\`
> swaps policy-a for policy-b in one step
> \`\`\`
`,
    );
  });

  it.each([
    ["create", { create: 3, same: 1 }, "Plan: 2 to create, 1 unchanged"],
    ["same", { create: 2, same: 1 }, "Plan: 2 to create, 0 unchanged"],
    ["delete", { delete: 3 }, "Plan: 2 to delete, 0 unchanged"],
    ["update", { update: 1, same: 2 }, "Nothing changes (2 unchanged)"],
  ])("counts resources and not the stack, of which the step is: %s", (op, counts, headline) => {
    expect(summary([step(op, urn("pulumi:pulumi:Stack", "test-dev"))], [], counts)).toBe(`### ${headline}\n`);
  });

  // The engine escapes nothing but quotes in the paths that it makes, and other providers write JSON.
  it.each([
    ["C:\\dir", 'data["C:\\dir"]'],
    ["C:\\new", 'data["C:\\new"]'],
    ["C:\\new", 'data["C:\\\\new"]'],
    ["a\nb", 'data["a\\nb"]'],
    ['say "hi".x', 'data["say \\"hi\\".x"]'],
    ["größe", "data.größe"],
    ["0", "data[0]"],
  ])("finds the values of the key %j at the path %s", (key, path) => {
    const changed = {
      ...step("update", "r", { data: { [key]: 1, other: 1 } }, { data: { [key]: 2, other: 2 } }, [path]),
      detailedDiff: { [path]: { kind: "update-replace", inputDiff: true } },
    };
    expect(parsePlan(JSON.stringify({ steps: [changed] })).steps[0]?.changes).toEqual([
      { property: path, before: 1, after: 2, replaces: true, secret: false },
    ]);
    expect(planMarkdown(parsePlan(JSON.stringify({ steps: [changed] })))).toContain("`1` → `2` (replaces)");
  });

  const compute = "https://www.googleapis.com/compute/v1/projects";
  const [a, b] = [`${compute}/p/global/networks/a`, `${compute}/p/global/networks/b`];
  const [short, elsewhere] = ["projects/p/global/networks/a", `${compute}/q/global/networks/a`];
  it.each<[before: unknown, after: unknown, shown: string]>([
    [a, b, '`"…/networks/a"` → `"…/networks/b"`'],
    [a, "projects/p/global/networks/b", '`"…/networks/a"` → `"…/networks/b"`'],
    [`${compute}/p/zones/a/disks/d`, `${compute}/p/zones/b/disks/d`, '`"…/zones/a/disks/d"` → `"…/zones/b/disks/d"`'],
    [a, elsewhere, '`"projects/p/global/networks/a"` → `"projects/q/global/networks/a"`'],
    [a, undefined, `\`"${short}"\` → –`],
    [undefined, a, `– → \`"${short}"\``],
    [a, short, `\`"${a}"\` → \`"${short}"\``],
    ["https://other.example/a/b/c", "https://other.example/a/b/d", '`"…/b/c"` → `"…/b/d"`'],
    [[a], [], `\`["${short}"]\` → \`[]\``],
  ])("shows of a link as much as differs: %j becomes %j", (before, after, shown) => {
    expect(summary([step("update", "r", { link: before }, { link: after })])).toContain(`| \`link\`: ${shown} |`);
  });

  it("shows of the link of a new resource no host", () => {
    const created = step("create", "r", undefined, { network: a });
    expect(summary([created])).toContain(`| \`network\`: \`"${short}"\` |`);
  });

  it("shows the part that differs of two values whose beginnings are the same", () => {
    const members = (...more: string[]) => [
      ...Array.from({ length: 60 }, (_none, index) => `user:m${String(index)}@example.com`),
      ...more,
    ];
    const binding = (role: string, ...more: string[]) => ({ role: `roles/compute.${role}`, members: members(...more) });
    const policy = (...bindings: object[]) => JSON.stringify({ bindings });
    const rows: [before: object, after: object, shown: string][] = [
      [
        { members: members("user:old@example.com") },
        { members: members() },
        '`members[60]`: `"user:old@example.com"` → –',
      ],
      [
        { members: members("user:a@example.com", "user:b@example.com") },
        { members: members("user:c@example.com", "user:d@example.com") },
        '`members[60]`: `"user:a@example.com"` → `"user:c@example.com"`, and 1 more',
      ],
      [
        { policyData: policy(binding("viewer"), binding("admin", "user:old@example.com")) },
        { policyData: policy(binding("viewer"), binding("user"), binding("admin")) },
        '`policyData.bindings[2].members[60]`: `"user:old@example.com"` → –, and 1 more',
      ],
      [
        { labels: { text: "x".repeat(300), "a.b": "1" } },
        { labels: { text: "x".repeat(300), "a.b": "2" } },
        '`labels["a.b"]`: `"1"` → `"2"`',
      ],
      [
        { labels: { text: "x".repeat(300), key: secret({ plaintext: "old-hidden" }) } },
        { labels: { text: "x".repeat(300), key: secret({ plaintext: "new-hidden" }) } },
        "`labels.key`: a secret value → a secret value",
      ],
      [
        { description: `${"x".repeat(400)}old${"y".repeat(400)}` },
        { description: `${"x".repeat(400)}new${"y".repeat(400)}` },
        `\`description\`: \`…${"x".repeat(20)}old${"y".repeat(176)}…\` → \`…${"x".repeat(20)}new${"y".repeat(176)}…\``,
      ],
    ];
    for (const [before, after, shown] of rows) {
      const [, , , line = ""] = summary([step("update", "r", before, after)])
        .split("\n")
        .slice(1);
      expect(line).toBe(`| update | \`gce:Route\` \`r\` | ${shown} |`);
    }
  });

  it("has the error in place of a plan that cannot be made", () => {
    expect(summary([], [{ severity: "error", message: "error: priority must be 0 or more\n  fix: 1000\n" }])).toBe(
      "### The plan cannot be made\n\n> [!CAUTION]\n> ```\n> priority must be 0 or more\n>   fix: 1000\n> ```\n",
    );
  });

  it.each([
    ["a value that is not known yet", unknown, "_known after the change_"],
    ["an output that is not known yet", "output<string>", "_known after the change_"],
    ["a member that is not known yet", { a: [unknown] }, '`{"a":["[known after the change]"]}`'],
    ["a value that goes away", undefined, "–"],
    ["a secret", secret({ ciphertext: "v1:abc" }), "a secret value"],
  ])("shows %s", (_title, after, shown) => {
    const markdown = summary([step("update", "r", { description: "old" }, { description: after })]);
    expect(markdown).toContain(`| \`description\`: \`"old"\` → ${shown} |`);
  });

  it.each([
    ["update", undefined, "a secret value changes"],
    ["replace", ["description"], "a secret value changes (replaces)"],
  ])("says that a secret value changes, of which the preview has only the mask, in an %s", (op, reasons, shown) => {
    const inputs = { description: "[secret]", priority: 1 };
    expect(summary([step(op, "r", inputs, { ...inputs }, reasons)])).toContain(`| \`description\`: ${shown} |`);
  });

  it.each(["", "x", "[]", "{", '{"version":3}', "null"])("refuses %j, which no preview prints", (text) => {
    expect(() => parsePlan(text)).toThrow(/pulumi preview --json/);
  });

  it("does not say that nothing changes above outputs that change", () => {
    const document = { steps: [], oldOutputs: { ip: "1" }, newOutputs: { ip: "2" }, changeSummary: { same: 3 } };
    expect(planMarkdown(parsePlan(JSON.stringify(document)))).toBe(
      '### Only outputs change (3 unchanged)\n\n- Output `ip`: `"1"` → `"2"`\n',
    );
  });
});

describe("the command plan", () => {
  function writePlan(): string {
    const file = join(folderForTest(), "plan.json");
    writeFileSync(file, JSON.stringify({ steps: [], changeSummary: { same: 2 } }));
    return file;
  }

  it("prints the summary of a file", async () => {
    expect(await run("plan", writePlan())).toEqual({ code: 0, out: "### Nothing changes (2 unchanged)\n", error: "" });
  });

  it("refuses what it cannot use, and says how it is used", async () => {
    expect(await run("plan", "another.json", writePlan())).toMatchObject({
      code: 2,
      out: "",
      error: expect.stringContaining("one file") as string,
    });
    expect((await run("plan", "--help")).out).toContain("npx --no-install pulumi-gce plan plan.json > plan.md");
  });
});
