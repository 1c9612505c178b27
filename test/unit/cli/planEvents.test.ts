import { describe, expect, it } from "vitest";
import { planMarkdown } from "../../../provider/src/cli/plan/markdown";
import { parsePlan } from "../../../provider/src/cli/plan/plan";
import { loader, printEvents, route, urn } from "../../support/previewEvents";

it("the summary of a plan reads the events of a preview, which also tell the outputs of the stack", () => {
  const root = { urn: urn("pulumi:pulumi:Stack", "test-dev"), op: "same" };
  const events = [
    { diagnosticEvent: { prefix: "debug: ", message: "Found typescript", severity: "debug" } },
    { diagnosticEvent: { prefix: "warning: ", message: 'gce:Route "r": beware', severity: "warning" } },
    { resourcePreEvent: { metadata: { op: "delete", urn: route("r"), old: { inputs: {}, retainOnDelete: true } } } },
    { resOutputsEvent: { metadata: { ...root, old: { outputs: { ip: "1" } }, new: { outputs: { ip: "1" } } } } },
    { resOutputsEvent: { metadata: { ...root, old: { outputs: { ip: "1" } }, new: { outputs: { ip: "2" } } } } },
    { summaryEvent: { resourceChanges: { delete: 1 } } },
  ];
  expect(planMarkdown(parsePlan(printEvents(events)))).toBe(
    `### Plan: 1 to stop managing, 0 unchanged

> [!WARNING]
> \`\`\`
> gce:Route "r": beware
> \`\`\`

- Output \`ip\`: \`"1"\` → \`"2"\`

| | Resource | What changes |
| --- | --- | --- |
| stop managing | \`gce:Route\` \`r\` | the object stays as it is |
`,
  );
});

describe("a policy pack", () => {
  const names = { color: "never", policyPackName: "network-rules", policyPackVersion: "1.0.0" };
  const violation = (
    resourceUrn: string,
    enforcementLevel: string,
    policyName: string,
    message: string,
    more = {},
  ) => ({
    policyEvent: { ...names, resourceUrn, message, policyName, enforcementLevel, ...more },
  });
  const remediation = (resourceUrn: string, before: object, after: object) => ({
    policyRemediationEvent: { ...names, resourceUrn, policyName: "set-priority", before, after },
  });
  const root = urn("pulumi:pulumi:Stack", "test-dev");
  const created = (name: string, inputs: object) => ({
    resourcePreEvent: { metadata: { op: "create", urn: route(name), old: null, new: { inputs } } },
  });
  const stackStep = { resourcePreEvent: { metadata: { op: "same", urn: root, old: {}, new: {} } } };
  const failed = { diagnosticEvent: { prefix: "error: ", message: "preview failed\n", severity: "error" } };
  const counted = { summaryEvent: { resourceChanges: { create: 2, same: 2 }, result: "failed" } };
  const markdown = (...events: object[]) => planMarkdown(parsePlan(printEvents(events)));

  it("that blocks a preview is in the headline, and each of its words beside the row", () => {
    expect(
      markdown(
        stackStep,
        created("good", { priority: 5 }),
        violation(route("all"), "advisory", "has-description", "give a description\n"),
        violation(
          route("all"),
          "mandatory",
          "no-default-route",
          "Routes are narrow.\nno route to everywhere | anywhere\n",
        ),
        remediation(route("all"), { ...loader, a: 1 }, { ...loader, a: 1, priority: 900 }),
        created("all", { priority: 900 }),
        violation(route("unchanged"), "mandatory", "no-tags", "excepted", { exceptions: [{ id: "E", reason: "old" }] }),
        violation(root, "advisory", "few-routes", "two routes are many"),
        failed,
        counted,
      ),
    ).toBe(`### Blocked by policy. Plan: 2 to create, 1 unchanged

| | Resource | What changes |
| --- | --- | --- |
| create | \`gce:Route\` \`all\` | \`priority\`: \`900\`<br>policy \`no-default-route\` of \`network-rules\` **blocks**: \`Routes are narrow. no route to everywhere \\| anywhere\`<br>policy \`has-description\` of \`network-rules\` warns: \`give a description\`<br>policy \`set-priority\` of \`network-rules\` changes \`priority\`: – → \`900\` |
| create | \`gce:Route\` \`good\` | \`priority\`: \`5\` |
| policy | \`gce:Route\` \`unchanged\` | policy \`no-tags\` of \`network-rules\` warns: \`excepted\` |
| policy | \`pulumi:pulumi:Stack\` \`test-dev\` | policy \`few-routes\` of \`network-rules\` warns: \`two routes are many\` |
`);
  });

  it("that blocks where another error is, too, leaves it as the reason that no plan can be made", () => {
    const error = { diagnosticEvent: { prefix: "error: ", message: "no credentials", severity: "error" } };
    const shown = markdown(violation(route("r"), "mandatory", "p", "m"), error, failed);
    expect(shown).toMatch(
      /^### The plan cannot be made\n[^]*no credentials[^]*policy `p` of `network-rules` \*\*blocks\*\*: `m`/,
    );
    expect(shown).not.toContain("preview failed");
  });

  it("that the output does not name is looked for in the events", () => {
    const diagnostics = [{ severity: "error", message: "error: preview failed\n" }];
    expect(planMarkdown(parsePlan(JSON.stringify({ steps: [], diagnostics, changeSummary: {} }))))
      .toBe(`### The plan cannot be made

> [!CAUTION]
> \`\`\`
> preview failed
> This output does not name the policies of a pack. If one has blocked the preview, run it again with
> PULUMI_ENABLE_STREAMING_JSON_PREVIEW=true.
> \`\`\`
`);
  });

  it("with much to say leaves room for the other rows, and for the reason of what it blocks", () => {
    const many = (urn: string, level: string) =>
      Array.from({ length: 300 }, (_none, index) => violation(urn, level, `p${String(index)}`, "long ".repeat(300)));
    const shown = markdown(
      created("other", { priority: 5 }),
      ...many(route("warned"), "advisory"),
      ...many(route("blocked"), "mandatory"),
      ...Array.from({ length: 300 }, (_none, index) =>
        violation(route(String(index)), "advisory", "q", "m".repeat(900)),
      ),
    );
    expect(shown.length).toBeLessThan(65_536);
    expect(shown).toMatch(/`blocked` \| policy `p0` of `network-rules` \*\*blocks\*\*: `long long/);
    expect(shown.match(/and 295 more/g)).toHaveLength(2);
    expect(shown).toContain("`other`");
  });
});
