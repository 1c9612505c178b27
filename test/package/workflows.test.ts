import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { actionlint } from "../support/actionlint";
import { packedDocument, type PackedManifest } from "../../tools/package/pack";
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

  it("publish only the built archives", () => {
    const folder = temporaryFolder();
    try {
      for (const name of ["provider.tgz", "emulator.tgz", "notes.md"]) writeFileSync(join(folder, name), name);
      const checksums = spawnSync("sha256sum", ["provider.tgz", "emulator.tgz", "notes.md"], {
        cwd: folder,
        encoding: "utf8",
      }).stdout;
      const check = () =>
        spawnSync("bash", ["-e", "-c", stepCommands(release, "publish", "It is what was built")], {
          cwd: folder,
          env: { ...process.env, CHECKSUMS: checksums },
        }).status;
      expect(check()).toBe(0);
      writeFileSync(join(folder, "emulator.tgz"), "another");
      expect(check()).not.toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

it("the long tests run every night", () => {
  const nightly = join(repository, ".github", "workflows", "nightly.yml");
  const { on } = parse(readFileSync(nightly, "utf8")) as { on: { schedule: { cron: string }[] } };
  // A minute and an hour, on any day.
  expect(on.schedule.map(({ cron }) => cron)).toEqual([expect.stringMatching(/^\d+ \d+ \* \* \*$/)]);
  expect(workflowSteps(nightly, "long").map(({ run }) => run)).toContain("npm run test:all");
});

describe("the workflow of acceptance", () => {
  const acceptance = join(repository, ".github", "workflows", "acceptance.yml");
  const { on, jobs } = parse(readFileSync(acceptance, "utf8")) as {
    on: { schedule: { cron: string }[]; workflow_dispatch: null };
    jobs: Record<string, { if?: string }>;
  };

  it("runs once a week and by hand, and only if a project is configured", () => {
    expect(Object.keys(on).sort()).toEqual(["schedule", "workflow_dispatch"]);
    // A minute and an hour of one weekday.
    expect(on.schedule.map(({ cron }) => cron)).toEqual([expect.stringMatching(/^\d+ \d+ \* \* [0-6]$/)]);
    expect(Object.values(jobs).map((job) => job.if)).toEqual(["vars.ACCEPTANCE_PROJECT != ''"]);
  });

  it("has credentials for a moment, without a key, and after dependencies were installed", () => {
    expect(readWorkflow(acceptance).jobs.acceptance?.permissions).toEqual({ contents: "read", "id-token": "write" });
    const steps = workflowSteps(acceptance, "acceptance");
    const order = [
      "npm ci --ignore-scripts",
      "google-github-actions/auth@",
      "acceptance -- ",
      "acceptance:compare",
      "upload-artifact@",
    ];
    const found = order.map((part) => steps.findIndex(({ run, uses }) => (run ?? uses ?? "").includes(part)));
    expect(found).not.toContain(-1);
    expect(found).toEqual([...found].sort((left, right) => left - right));
    expect(JSON.stringify(steps)).not.toMatch(/credentials_json|secrets\./);
  });

  it.each([
    ["a project alone", { PROJECT: "p-roject" }, "--project p-roject --yes"],
    [
      "everything",
      { PROJECT: "p-roject", ORGANIZATION: "1", CERTIFICATE_MAP: "m; x" },
      "--project p-roject --yes --organization 1 --certificate-map m; x",
    ],
    ["a folder", { PROJECT: "p-roject", FOLDER: "2" }, "--project p-roject --yes --folder 2"],
  ])("gives the options of %s", (_what, environment, options) => {
    const folder = temporaryFolder();
    try {
      writeFileSync(join(folder, "npm"), '#!/bin/sh\nprintf "%s" "$*"\n', { mode: 0o755 });
      const { stdout } = spawnSync("bash", ["-e", "-c", stepCommands(acceptance, "acceptance", "Run everything")], {
        env: { PATH: `${folder}:${process.env.PATH ?? ""}`, ...environment },
        encoding: "utf8",
      });
      expect(stdout).toBe(`run --silent acceptance -- ${options}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("fails when the emulator differs, and keeps what was found", () => {
    const folder = temporaryFolder();
    const run = join(folder, "acceptance", "runs", "r");
    try {
      mkdirSync(run, { recursive: true });
      writeFileSync(join(run, "recording.jsonl"), "");
      writeFileSync(join(folder, "npm"), "#!/bin/sh\necho 1 difference\nexit 1\n", { mode: 0o755 });
      const commands = stepCommands(acceptance, "acceptance", "Compare the emulator with the service");
      const summary = join(folder, "summary.md");
      const { status } = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", commands], {
        cwd: folder,
        env: { PATH: `${folder}:${process.env.PATH ?? ""}`, GITHUB_STEP_SUMMARY: summary },
      });
      expect(status).toBe(1);
      for (const file of [summary, join(run, "comparison.md")])
        expect(readFileSync(file, "utf8")).toBe("1 difference\n");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("the workflow of the site", () => {
  const site = join(repository, ".github", "workflows", "site.yml");

  it("publishes what another job built, and runs nothing else", () => {
    const { jobs } = readWorkflow(site);
    expect(jobs.build?.permissions).toEqual({ contents: "read", pages: "read" });
    expect(jobs.deploy?.needs).toBe("build");
    expect(workflowSteps(site, "deploy")).toEqual([
      { uses: expect.stringMatching(/^actions\/deploy-pages@/) as string },
    ]);
    const upload = workflowSteps(site, "build").at(-1);
    expect(upload).toMatchObject({
      uses: expect.stringMatching(/^actions\/upload-pages-artifact@/) as string,
      with: { path: "site" },
    });
  });

  it.each([
    ["/name", "/name/"],
    ["", "/"],
  ])("builds for Pages that serve below '%s'", (path, base) => {
    const folder = temporaryFolder();
    try {
      writeFileSync(join(folder, "npm"), '#!/bin/sh\nprintf "%s" "$*"\n', { mode: 0o755 });
      const { stdout } = spawnSync("bash", ["-e", "-c", stepCommands(site, "build", "Build")], {
        env: { PATH: `${folder}:${process.env.PATH ?? ""}`, BASE: path },
        encoding: "utf8",
      });
      expect(stdout).toBe(`run site -- --base ${base}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
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

  it("gives the packages the address of their repository, to which the links of its documents then lead", () => {
    const commands = stepCommands(release, "build", "The packages say where their source is");
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ private: true, workspaces: ["provider", "emulator"] }),
    );
    const { status } = spawnSync("bash", ["-e", "-c", commands], {
      cwd: folder,
      env: { ...process.env, GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "owner/name" },
    });
    expect(status).toBe(0);
    const [manifest = { version: "", files: [] }] = ["provider", "emulator"].map((directory) => {
      const read = JSON.parse(readFileSync(join(folder, directory, "package.json"), "utf8")) as PackedManifest;
      const url = "git+https://github.com/owner/name.git";
      expect(read.repository).toEqual({ type: "git", url, directory });
      return read;
    });
    const links = markdownLinks(packedDocument(readMarkdown("README.md"), "provider", manifest));
    const inRepository = "https://github.com/owner/name/blob/v1.2.3/examples/quickstart/index.ts";
    expect(links).toContain(inRepository);
    expect(links.filter((target) => !/^(#|https:)/.test(target))).toEqual([]);
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
