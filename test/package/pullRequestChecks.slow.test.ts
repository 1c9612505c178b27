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

/** A comment of a pull request, as GitHub has it. */
interface Comment {
  id: number;
  user: { login: string };
  body: string;
}

const bot = { login: "github-actions[bot]" };

/** GitHub's own command, as far as the step needs it: the comments of one pull request, in pages, kept in a file. */
const gh = `#!/usr/bin/env node
const fs = require("node:fs");
const [api, ...args] = process.argv.slice(2);
const at = args.indexOf("--method");
const method = at < 0 ? "GET" : args[at + 1];
const path = args.find((arg) => arg.startsWith("repos/"));
const file = (args.find((arg) => arg.startsWith("body=@")) ?? "").slice("body=@".length);
const comments = JSON.parse(fs.readFileSync("github.json", "utf8"));
const number = /^repos\\/a\\/b\\/issues\\/comments\\/(\\d+)$/.exec(path)?.[1];
if (api !== "api") process.exit(1);
else if (method === "GET" && path === "repos/a/b/issues/1/comments") console.log(JSON.stringify(comments.map((one) => [one])));
else if (method === "POST" && path === "repos/a/b/issues/1/comments")
  comments.push({ id: comments.length + 1, user: { login: "github-actions[bot]" }, body: fs.readFileSync(file, "utf8") });
else if (method === "PATCH" && number) comments.find(({ id }) => id === Number(number)).body = fs.readFileSync(file, "utf8");
else process.exit(1);
fs.writeFileSync("github.json", JSON.stringify(comments));
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
  async function step(
    job: string,
    name: string,
    environment: NodeJS.ProcessEnv = {},
    folder = stack.folder,
  ): Promise<void> {
    const { PATH = "", ...rest } = stack.environment;
    const clean = Object.fromEntries(Object.entries(rest).filter(([key]) => !credentials.test(key)));
    await run("bash", ["-e", "-o", "pipefail", "-c", stepCommands(workflow, job, name)], {
      cwd: folder,
      env: {
        ...clean,
        PULUMI_STACK: "dev",
        GITHUB_WORKFLOW: "Infrastructure",
        COMMENTS: "repos/a/b/issues/1/comments",
        COMMENT: "repos/a/b/issues/comments",
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
        "<!-- pulumi-gce plan: Infrastructure of dev -->",
        "### Plan: 1 to replace, 0 unchanged",
        "",
        "> [!WARNING]",
        "> ```",
        '> gce:Route "egress": replacing it leaves 0.0.0.0/0 without this route until the new one exists, because its name is fixed.',
        "> To make the new route first, leave out name, or change it as well.",
        "> ```",
        "",
        "| | Resource | What changes |",
        "| --- | --- | --- |",
        "| **replace** | `gce:Route` `egress` | `priority`: `100` → `200` (replaces) |",
        "",
      ].join("\n"),
    );
    expect(file("summary.md")).toBe(file("plan.md"));

    await step("apply", "Apply", token);
    expect(emulator.objects.list("projects/p/global/routes/").map(({ object }) => object.priority)).toEqual([200]);
  });

  it("makes one comment, edits it from then on, and never one of another workflow or of somebody else", async () => {
    const marker = "<!-- pulumi-gce plan: Infrastructure of dev -->";
    const others: Comment[] = [
      { id: 1, user: bot, body: "<!-- pulumi-gce plan: Infrastructure of dev2 -->\n### Nothing changes" },
      { id: 2, user: { login: "somebody" }, body: `${marker}\n### Nothing changes` },
      { id: 3, user: bot, body: `Of another workflow, which quotes:\n${marker}` },
    ];
    mkdirSync(join(stack.folder, "bin"), { recursive: true });
    writeFileSync(join(stack.folder, "bin", "gh"), gh);
    chmodSync(join(stack.folder, "bin", "gh"), 0o755);
    writeFileSync(join(stack.folder, "github.json"), JSON.stringify(others));
    const comments = () => JSON.parse(file("github.json")) as Comment[];

    for (const plan of ["### Plan: 1 to create\n", "### Nothing changes\n"]) {
      writeFileSync(join(stack.folder, "plan.md"), `${marker}\n${plan}`);
      await step("preview", "Comment");
      expect(comments()).toEqual([...others, { id: 4, user: bot, body: `${marker}\n${plan}` }]);
    }
  });
});
