import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { actionlint } from "../support/actionlint";
import { packedDocument, type PackedManifest } from "../../tools/package/documents";
import { markdownLinks, readMarkdown } from "../support/markdown";
import { temporaryFolder } from "../support/pulumiEnvironment";
import { readWorkflow, stepCommands, workflowFiles, workflowSteps } from "../support/workflows";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const release = join(repository, ".github", "workflows", "release.yml");

describe("the workflows", () => {
  it.for(workflowFiles())("%s has nothing that actionlint objects to", async (file, { skip }) => {
    const objections = await actionlint(join(repository, file));
    if (objections === undefined) skip("there is no Go to build actionlint with");
    expect(objections).toEqual([]);
  });

  it("run every check before anything is packed, and publish what was packed", () => {
    const { jobs } = readWorkflow(release);
    const steps = workflowSteps(release, "build").map(({ run, uses }) => run ?? uses ?? "");
    const order = [".ci/run", "npm pack", "actions/upload-artifact@"].map((part) =>
      steps.findIndex((step) => step.includes(part)),
    );
    expect(order[0]).toBeGreaterThan(0);
    expect(order).toEqual([...order].sort((left, right) => left - right));
    expect(jobs.publish?.needs).toBe("build");
  });

  it("publish nothing that is not what was built", () => {
    const folder = temporaryFolder();
    try {
      for (const name of ["package.tgz", "notes.md"]) writeFileSync(join(folder, name), name);
      const checksums = spawnSync("sha256sum", ["package.tgz", "notes.md"], { cwd: folder, encoding: "utf8" }).stdout;
      const check = () =>
        spawnSync("bash", ["-e", "-c", stepCommands(release, "publish", "It is what was built")], {
          cwd: folder,
          env: { ...process.env, CHECKSUMS: checksums },
        }).status;
      expect(check()).toBe(0);
      writeFileSync(join(folder, "package.tgz"), "another");
      expect(check()).not.toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

it("what is too long for every change runs every night", () => {
  const nightly = join(repository, ".github", "workflows", "nightly.yml");
  const { on } = parse(readFileSync(nightly, "utf8")) as { on: { schedule: { cron: string }[] } };
  // A minute and an hour, on any day.
  expect(on.schedule.map(({ cron }) => cron)).toEqual([expect.stringMatching(/^\d+ \d+ \* \* \*$/)]);
  expect(workflowSteps(nightly, "long").map(({ run }) => run)).toContain("npm run test:long");
});

describe("the release's step that compares tag, package and changelog", () => {
  let folder: string;

  beforeEach(() => {
    folder = temporaryFolder();
    mkdirSync(join(folder, "provider"));
    writeFileSync(join(folder, "provider", "package.json"), JSON.stringify({ version: "1.2.3" }));
    writeFileSync(
      join(folder, "CHANGELOG.md"),
      "# Changelog\n\n## Unreleased\n\n- Later\n\n## 1.2.3 - 2026-01-02\n\n- Now\n\n## 1.2.2 - 2026-01-01\n\n- Earlier\n",
    );
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const compare = (tag: string) =>
    spawnSync("bash", ["-e", "-c", stepCommands(release, "build", "The tag, the package and the changelog agree")], {
      cwd: folder,
      env: { ...process.env, GITHUB_REF_NAME: tag },
      encoding: "utf8",
    });

  it("gives the package the address of its repository, to which the links of its documents then lead", () => {
    const commands = stepCommands(release, "build", "The package says where its source is");
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, workspaces: ["provider"] }));
    const { status } = spawnSync("bash", ["-e", "-c", commands], {
      cwd: folder,
      env: { ...process.env, GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "owner/name" },
    });
    expect(status).toBe(0);
    const manifest = JSON.parse(readFileSync(join(folder, "provider", "package.json"), "utf8")) as PackedManifest;
    expect(manifest.repository).toEqual({
      type: "git",
      url: "git+https://github.com/owner/name.git",
      directory: "provider",
    });
    const links = markdownLinks(packedDocument(readMarkdown("README.md"), "README.md", () => undefined, manifest));
    const inRepository = "https://github.com/owner/name/blob/v1.2.3/examples/quickstart/index.ts";
    expect(links).toContain(inRepository);
    expect(links.filter((target) => !/^(#|https:)/.test(target))).toEqual([]);
  });

  it("takes the notes of that version and no others", () => {
    expect(compare("v1.2.3")).toMatchObject({ status: 0 });
    expect(readFileSync(join(folder, "release", "notes.md"), "utf8").trim()).toBe("- Now");
  });

  it("stops at a tag that is not the package's version", () => {
    expect(compare("v1.2.4")).toMatchObject({
      status: 1,
      stdout: "The tag is v1.2.4, and provider/package.json says 1.2.3.\n",
    });
  });

  it("stops at a version that the changelog does not tell of", () => {
    writeFileSync(join(folder, "CHANGELOG.md"), "# Changelog\n\n## Unreleased\n\n- Later\n");
    expect(compare("v1.2.3")).toMatchObject({ status: 1, stdout: "CHANGELOG.md has no section for 1.2.3.\n" });
  });
});
