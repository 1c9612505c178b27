import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmulator, type Emulator } from "../../emulator/src/index";
import { packedPackage } from "../support/packedPackage";
import { Stack } from "../support/stack";
import { stepCommands } from "../support/workflows";

const run = promisify(execFile);

const workflow = fileURLToPath(new URL("../../examples/ci/infrastructure.yml", import.meta.url));
const credentials = /^GOOGLE_|^CLOUDSDK_/;

const routes = (priority: number) => `
  new gce.Route("egress", { name: "egress", network: "default", destRange: "0.0.0.0/0", nextHopIp: "10.128.0.5", priority: ${String(priority)} });
`;

describe("the workflow for pull requests", () => {
  let emulator: Emulator;
  let stack: Stack;

  beforeAll(async () => {
    emulator = await startEmulator();
    const config = { "gcp:project": "p", "gcp:computeCustomEndpoint": `${emulator.endpoint}/` };
    stack = await Stack.create({ program: routes(100), config });
    // A repository of a user has the packages in its lock file, and not yet on disk.
    const packages = [packedPackage(), "@pulumi/pulumi@3.245.0"];
    await run("npm", ["install", "--package-lock-only", "--no-audit", "--no-fund", ...packages], { cwd: stack.folder });
    await step("preview", "Install");
  });

  afterAll(async () => {
    stack.remove();
    await emulator.close();
  });

  /** Runs a step as GitHub does: with `bash -e`, in the folder of the program. */
  async function step(job: string, name: string, environment: NodeJS.ProcessEnv = {}): Promise<void> {
    const { PATH = "", ...rest } = stack.environment;
    const clean = Object.fromEntries(Object.entries(rest).filter(([key]) => !credentials.test(key)));
    await run("bash", ["-e", "-o", "pipefail", "-c", stepCommands(workflow, job, name)], {
      cwd: stack.folder,
      env: {
        ...clean,
        PULUMI_STACK: "dev",
        GITHUB_STEP_SUMMARY: join(stack.folder, "summary.md"),
        PATH: [join(stack.folder, "bin"), PATH].join(delimiter),
        ...environment,
      },
    });
  }

  const file = (name: string) => readFileSync(join(stack.folder, name), "utf8");

  it("previews without credentials and without a call, puts the plan into a comment, and applies on merge", async () => {
    const token = { GOOGLE_OAUTH_ACCESS_TOKEN: "of-the-apply-job" };
    await step("apply", "Apply", token);
    expect(emulator.objects.list("projects/p/global/routes/")).toHaveLength(1);

    const before = emulator.requests().length;
    stack.program(routes(200));
    await step("preview", "Preview");
    await step("preview", "Summary");
    expect(emulator.requests()).toHaveLength(before);
    expect(file("plan.md")).toBe(
      [
        "### Plan: 1 to replace, 1 unchanged",
        "",
        "> [!WARNING]",
        '> gce:Route "egress": replacing it leaves 0.0.0.0/0 without this route until the new one is there, because its name is fixed. Leave out name, or change it as well, to have the new route made first.',
        "",
        "| | Resource | What changes |",
        "| --- | --- | --- |",
        "| **replace** | `gce:Route` `egress` | `priority`: `100` → `200` (replaces) |",
        "",
      ].join("\n"),
    );
    expect(file("summary.md")).toBe(file("plan.md"));

    // GitHub's own command, as far as this step needs it: it keeps what it was given.
    mkdirSync(join(stack.folder, "bin"));
    writeFileSync(join(stack.folder, "bin", "gh"), '#!/bin/sh\nprintf "%s\\n" "$@" > gh.txt\n');
    chmodSync(join(stack.folder, "bin", "gh"), 0o755);
    await step("preview", "Comment", { PULL_REQUEST: "https://github.com/a/b/pull/1" });
    expect(file("gh.txt").split("\n")).toEqual(
      expect.arrayContaining(["comment", "https://github.com/a/b/pull/1", "--body-file", "plan.md", "--edit-last"]),
    );

    await step("apply", "Apply", token);
    expect(emulator.objects.list("projects/p/global/routes/").map(({ object }) => object.priority)).toEqual([200]);
  });

  it("says in the comment why there is no plan", async () => {
    stack.program(routes(-1));
    await expect(step("preview", "Preview")).rejects.toThrow();
    await step("preview", "Summary");
    expect(file("plan.md")).toMatch(/^### The plan cannot be made\n\n> \[!CAUTION\]\n/);
    expect(file("plan.md")).toContain("priority");
  });
});
