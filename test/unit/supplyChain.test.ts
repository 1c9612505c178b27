import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readWorkflow, workflowFiles, type WorkflowStep } from "../support/workflows";

interface Manifest {
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  bundleDependencies?: unknown;
}

interface Locked extends Manifest {
  version?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  license?: string;
}

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const provider = JSON.parse(read("provider/package.json")) as Manifest;
const emulator = JSON.parse(read("emulator/package.json")) as Manifest;
/** Those that are installed with the package, and those that are inside its files. */
const neededNames = Object.keys({ ...provider.dependencies, ...provider.devDependencies });
const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> };

/** Every package that a user gets with this one, by its place in the lock file: dependencies of dependencies included. */
function installed(): Map<string, Locked> {
  const found = new Map<string, Locked>();
  const add = (name: string, from: string): void => {
    // As Node looks for it: beside the package that needs it first, then further out.
    const folders = from.split(/\/?node_modules\//);
    const places = folders.map((_, depth) => {
      const outer = from
        .split("/node_modules/")
        .slice(0, folders.length - depth)
        .join("/node_modules/");
      return outer === "" ? `node_modules/${name}` : `${outer}/node_modules/${name}`;
    });
    const place = [...places, `node_modules/${name}`].find((candidate) => packages[candidate] !== undefined);
    const locked = place === undefined ? undefined : packages[place];
    if (place === undefined || locked === undefined)
      throw new Error(`The lock file has no ${name}, which ${from} needs.`);
    if (found.has(place)) return;
    found.set(place, locked);
    for (const dependency of Object.keys(locked.dependencies ?? {})) add(dependency, place);
  };
  for (const name of neededNames) add(name, "provider");
  return found;
}

describe("what a user installs", () => {
  it("runs nothing while it is installed", () => {
    const atInstall = ["preinstall", "install", "postinstall", "prepare", "preprepare", "postprepare"];
    expect(Object.keys(provider.scripts ?? {}).filter((name) => atInstall.includes(name))).toEqual([]);
    const others = [...installed()].filter(([, { hasInstallScript }]) => hasInstallScript === true);
    expect(others.map(([place]) => place)).toEqual([]);
  });

  it("depends on the packages that the decisions justify, and on no others", () => {
    const [, section = ""] = read("provider/docs/decisions/package.md").split("## Runtime dependencies");
    const table = section.split("\n## ")[0] ?? "";
    const justified = [...table.matchAll(/^\| `([^`]+)`\s*\| (\S[^|]*) \|/gm)].map(([, name]) => name);
    expect([...neededNames].sort()).toEqual(justified.sort());
    expect(provider.optionalDependencies).toBeUndefined();
    expect(provider.bundleDependencies).toBeUndefined();
  });

  it("is few packages, each with a checksum and a licence that allows this use", () => {
    const all = [...installed()];
    expect(all.length).toBeGreaterThan(neededNames.length);
    expect(all.length).toBeLessThanOrEqual(30);
    const free = /^(MIT|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD)$/;
    const wrong = all.filter(
      ([, { integrity, license }]) => !integrity?.startsWith("sha512-") || !free.test(license ?? ""),
    );
    expect(wrong).toEqual([]);
  });
});

describe("what a user of the emulator installs", () => {
  it("is one package, which runs nothing while it is installed", () => {
    expect(emulator.dependencies).toBeUndefined();
    expect(emulator.optionalDependencies).toBeUndefined();
    expect(Object.keys(emulator.scripts ?? {})).toEqual(["prepack"]);
  });
});

describe("what the workflows run", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const workflows = workflowFiles().map((file) => ({ file, text: read(file), ...readWorkflow(`${root}/${file}`) }));
  const jobs = workflows.flatMap(({ file, jobs }) =>
    Object.entries(jobs).map(([name, job]) => ({ name: `${file}: ${name}`, ...job })),
  );
  const secret = /secrets\.|github\.token/;

  it("are actions of one commit each, with the version beside it", () => {
    const uses = workflows.flatMap(({ text }) => [...text.matchAll(/\buses:\s*(.*)/g)].map(([, used = ""]) => used));
    expect(uses.length).toBeGreaterThan(10);
    expect(uses.filter((used) => !/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used))).toEqual([]);
    const commits = new Map<string, Set<string>>();
    for (const used of uses) {
      const [action = "", commit = ""] = used.split("@");
      commits.set(action, (commits.get(action) ?? new Set()).add(commit));
    }
    expect([...commits].filter(([, { size }]) => size > 1)).toEqual([]);
  });

  it("may read the repository, and each job no more than it needs beside that", () => {
    expect(workflows.filter(({ permissions }) => JSON.stringify(permissions) !== '{"contents":"read"}')).toEqual([]);
    const more = jobs.flatMap(({ name, permissions = {} }) =>
      Object.entries(permissions)
        .filter(([, right]) => right !== "read")
        .map(([right, level]) => `${name}: ${right}: ${level}`),
    );
    expect(more).toEqual([
      ".github/workflows/acceptance.yml: acceptance: id-token: write",
      ".github/workflows/release.yml: publish: contents: write",
      ".github/workflows/release.yml: publish: id-token: write",
      ".github/workflows/site.yml: deploy: pages: write",
      ".github/workflows/site.yml: deploy: id-token: write",
      "examples/ci/infrastructure.yml: preview: pull-requests: write",
      "examples/ci/infrastructure.yml: apply: id-token: write",
      "examples/many-stacks/github/many-stacks.yml: apply: id-token: write",
    ]);
  });

  it("is only the publish of the built archives in a job that publishes", () => {
    const publishing = jobs.filter(({ steps }) => steps.some(({ run = "" }) => run.includes("npm publish")));
    expect(publishing.map(({ name }) => name)).toEqual([".github/workflows/release.yml: publish"]);
    const [{ needs, steps } = { steps: [] as WorkflowStep[] }] = publishing;
    expect(needs).toBe("build");
    expect(steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses.split("@")[0]]))).toEqual([
      "actions/setup-node",
      "actions/download-artifact",
    ]);
    const commands = steps.flatMap(({ run }) => (run === undefined ? [] : [run.trim()]));
    expect(commands.map((command) => command.split(" ").slice(0, 2).join(" "))).toEqual([
      "sha256sum --check",
      "npm publish",
      "npm publish",
      "gh release",
    ]);
    expect(commands.filter((command) => /[\n;|&`]|\$\(/.test(command))).toEqual([]);
    expect(commands.filter((command) => command.startsWith("npm publish"))).toEqual(
      ["provider", "emulator"].map((name) => `npm publish ./${name}.tgz --ignore-scripts --provenance --access public`),
    );
  });

  it("is given each token in the steps that need it, and nowhere else", () => {
    const wide = [...workflows, ...jobs].filter(({ env }) => secret.test(JSON.stringify(env ?? {})));
    expect(wide).toEqual([]);
    const told = jobs.flatMap(({ name, steps }) =>
      steps
        .filter((step) => secret.test(JSON.stringify(step)))
        .map(({ name: step = "", env = {} }) => {
          const names = Object.keys(env).filter((key) => secret.test(env[key] ?? ""));
          return `${name}: ${step}: ${names.join(", ")}`;
        }),
    );
    expect(told).toEqual([
      ".github/workflows/release.yml: publish: The page of the release: GH_TOKEN",
      "examples/ci/infrastructure.yml: preview: Preview: PULUMI_ACCESS_TOKEN",
      "examples/ci/infrastructure.yml: preview: Comment: GH_TOKEN",
      "examples/ci/infrastructure.yml: apply: Apply: PULUMI_ACCESS_TOKEN",
      "examples/many-stacks/github/many-stacks.yml: preview: Preview: PULUMI_ACCESS_TOKEN",
      "examples/many-stacks/github/many-stacks.yml: apply: Apply: PULUMI_ACCESS_TOKEN",
    ]);
    const checkouts = jobs.flatMap(({ steps }) =>
      steps.filter(({ uses = "" }) => uses.startsWith("actions/checkout@")),
    );
    expect(checkouts.filter((step) => String(step.with?.["persist-credentials"]) !== "false")).toEqual([]);
  });

  it("runs no install script in a job that can take an identity or write", () => {
    const strong = jobs.filter(({ permissions = {} }) => Object.values(permissions).includes("write"));
    const installs = strong.flatMap(({ steps }) =>
      steps.flatMap(({ run = "" }) => run.match(/npm (ci|install).*/g) ?? []),
    );
    expect(installs.length).toBeGreaterThan(0);
    expect(installs.filter((command) => !command.includes("--ignore-scripts"))).toEqual([]);
  });

  it("is kept up to date, as every manifest of the repository is", () => {
    const { updates } = parse(read(".github/dependabot.yml")) as {
      updates: { "package-ecosystem": string; directories: string[] }[];
    };
    const covers = (directory: string, folder: string) =>
      directory.endsWith("/*") ? dirname(folder) === directory.slice(0, -2) : folder === directory;
    const kept = (ecosystem: string, folder: string) =>
      updates.some(
        ({ "package-ecosystem": other, directories }) =>
          other === ecosystem && directories.some((directory) => covers(directory, folder)),
      );
    const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
    const { workspaces = [] } = JSON.parse(read("package.json")) as { workspaces?: string[] };
    const ofRoot = new Set(workspaces);
    const folders = (name: string) =>
      files.filter((file) => file === name || file.endsWith(`/${name}`)).map((file) => dirname(file));
    const open = [
      ...folders("package.json")
        .filter((folder) => !ofRoot.has(folder))
        .filter((folder) => !kept("npm", folder === "." ? "/" : `/${folder}`)),
      ...folders("go.mod").filter((folder) => !kept("gomod", `/${folder}`)),
      // The workflows are looked for from the root.
      ...workflows
        .map(({ file }) => dirname(file))
        .filter((folder) => !kept("github-actions", folder === ".github/workflows" ? "/" : `/${folder}`)),
    ];
    expect(open).toEqual([]);
  });
});
