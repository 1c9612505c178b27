import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exported, insertRoute, project, routeInputs, routes, run, stack, startCli } from "./helpers";

const shared = "projects/shared-vpc/global/routes";

/** A `gce.Provider` as the state has it. */
const provider = (name: string, inputs: object, id = "1") => ({
  urn: `urn:pulumi:dev::test-project::pulumi:providers:pulumi-nodejs::${name}`,
  type: "pulumi:providers:pulumi-nodejs",
  id,
  inputs,
});

describe("what was lost in another project", () => {
  it.each([
    {
      title: "a provider of the state names",
      resources: [provider("shared", { "gcp:project": "shared-vpc" })],
      args: [],
    },
    {
      title: "a provider names that is being replaced",
      resources: [
        provider("shared", { "gcp:project": "new" }, "2"),
        provider("shared", { "gcp:project": "shared-vpc" }),
      ],
      args: [],
    },
    { title: "--project names", resources: [], args: ["--project", "elsewhere", "--project", "shared-vpc"] },
  ])("is found where $title", async ({ resources, args }) => {
    const { emulator, write, report, orphans } = await startCli();
    await insertRoute(emulator, "lost-1234567", stack, { collection: shared });
    write({});
    expect(await orphans()).toMatchObject({ code: 0, out: "Nothing was left behind.\n" });
    write({ resources });
    expect(await report(...args)).toMatchObject({
      code: 1,
      problems: [],
      findings: [{ path: `${shared}/lost-1234567`, situation: "there" }],
    });
  });

  it("is looked for with any settings that may look there", async () => {
    const { emulator, write, report } = await startCli();
    emulator.tokens({ token: { projects: [project] }, "token-of-shared": { projects: ["shared-vpc"] } });
    await insertRoute(emulator, "lost-1234567", stack, { collection: shared, token: "token-of-shared" });
    await insertRoute(emulator, "lost-7654321", stack);
    // Both name the stack's own project, at which one may not look any more and the other never might.
    const resources = [
      provider("stale", { "gcp:accessToken": "gone", "gcp:project": project }),
      provider("shared", { "gcp:accessToken": "token-of-shared", "gcp:project": project }),
    ];
    write({ resources });
    const { findings, problems } = await report("--project", "shared-vpc");
    expect(problems).toEqual([]);
    expect(findings.map(({ path }) => path).sort()).toEqual([`${routes}/lost-7654321`, `${shared}/lost-1234567`]);
    const { problems: refused } = await report("--project", "nobodys");
    expect(refused.map((problem) => problem.slice(0, 16))).toEqual(["project nobodys:"]);
  });

  it("is not searched in a name that is not a project", async () => {
    const { error, code } = await run("orphans", "--project", "Shared VPC");
    expect(code).toBe(2);
    expect(error).toContain('--project must be the id of a project, such as my-project-1; it is "Shared VPC".');
  });
});

describe("a state without resources, as a destroy leaves it", () => {
  it("has its stack named by the CLI", async () => {
    const { emulator, folder } = await startCli();
    await insertRoute(emulator, "lost-1234567", stack);
    const answers = { export: '{"deployment":{}}', config: "{}", "--show-name": "organization/test-project/dev" };
    const cli = `#!${process.execPath}
      const answers = ${JSON.stringify(answers)};
      process.stdout.write(answers[Object.keys(answers).find((word) => process.argv.includes(word))]);`;
    writeFileSync(join(folder, "pulumi"), cli);
    chmodSync(join(folder, "pulumi"), 0o755);
    const { code, out } = await run("orphans");
    expect(out).toContain(`${routes}/lost-1234567`);
    expect(code).toBe(1);
  });

  it("cannot be checked from a file, and does not count as clean", async () => {
    const { emulator, file } = await startCli();
    await insertRoute(emulator, "lost-1234567", stack);
    writeFileSync(file, '{"deployment":{}}');
    const { code, out } = await run("orphans", "--file", file);
    expect(code).toBe(2);
    expect(out).toContain("the state is empty and does not name its stack");
    expect(out).not.toContain("Nothing was left behind");
  });

  it("has its stack named by a pending operation", async () => {
    const { emulator, file, report } = await startCli();
    await insertRoute(emulator, "lost-1234567", stack);
    const pending = [{ type: "creating", resource: exported("Route", "r", routeInputs("r-1234567")) }];
    writeFileSync(file, JSON.stringify({ deployment: { pending_operations: pending } }));
    expect((await report()).findings.map(({ path }) => path)).toEqual([
      `${routes}/r-1234567`,
      `${routes}/lost-1234567`,
    ]);
  });
});
