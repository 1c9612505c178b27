import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newestCli } from "../../tools/pulumi/goBuild";
import { repository } from "../support/markdown";
import { readWorkflow, workflowFiles } from "../support/workflows";

interface Manifest {
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  integrity?: string;
  hasInstallScript?: boolean;
  license?: string;
}

const read = (path: string) => readFileSync(join(repository, path), "utf8");
const provider = JSON.parse(read("provider/package.json")) as Manifest;
const emulator = JSON.parse(read("emulator/package.json")) as Manifest;
const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, Manifest> };

/** Every package that a user gets with this one, those inside of its files too, by its place in the lock file. */
function installed(): Map<string, Manifest> {
  const found = new Map<string, Manifest>();
  const add = (name: string, from: string): void => {
    const places = [`${from}/node_modules/${name}`, `provider/node_modules/${name}`, `node_modules/${name}`];
    const place = places.find((candidate) => packages[candidate] !== undefined);
    const locked = packages[place ?? ""];
    if (place === undefined || locked === undefined) throw new Error(`The lock file has no ${name} for ${from}.`);
    if (found.has(place)) return;
    found.set(place, locked);
    for (const dependency of Object.keys(locked.dependencies ?? {})) add(dependency, place);
  };
  for (const name of Object.keys({ ...provider.dependencies, ...provider.devDependencies })) add(name, "provider");
  return found;
}

describe("what a user installs", () => {
  it("is few packages, each with a checksum, a free licence and no install script", () => {
    const all = [...installed()];
    expect(all.length).toBeLessThanOrEqual(30);
    const free = /^(MIT|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD)$/;
    const isRight = ({ integrity = "", license = "", hasInstallScript = false }: Manifest) =>
      integrity.startsWith("sha512-") && free.test(license) && !hasInstallScript;
    expect(all.filter(([, locked]) => !isRight(locked))).toEqual([]);
    expect(emulator.dependencies).toBeUndefined();
    for (const { scripts } of [provider, emulator]) expect(Object.keys(scripts ?? {})).toEqual(["prepack"]);
  });
});

describe("what the image of the emulator begins with", () => {
  it("is one image by its digest, with the version beside it", () => {
    const images = [...read("emulator/Dockerfile").matchAll(/^FROM (.*)$/gm)].map(([, image]) => image);
    expect(images).toEqual([expect.stringMatching(/^node:\d+\.\d+\.\d+-[\w-]+@sha256:[0-9a-f]{64}$/)]);
  });
});

describe("what the workflows run", () => {
  const jobs = workflowFiles().flatMap((file) => {
    const named = Object.entries(readWorkflow(join(repository, file)).jobs);
    return named.map(([name, job]) => ({ name: `${file}: ${name}`, ...job }));
  });

  it("is actions of one commit, with the version beside it, and they may only read by themselves", () => {
    for (const file of workflowFiles()) {
      const uses = [...read(file).matchAll(/\buses:\s*(.*)/g)].map(([, used = ""]) => used);
      expect(uses.filter((used) => !/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used))).toEqual([]);
      expect(readWorkflow(join(repository, file)).permissions, file).toEqual({ contents: "read" });
    }
  });

  it("is the version of the CLI that the tests run with, also where a page shows it", () => {
    const pages = ["examples/ci/README.md", ...workflowFiles()].map((file) =>
      read(file).split("pulumi/actions@").slice(1),
    );
    expect(pages.flat().length).toBeGreaterThan(4);
    for (const step of pages.flat())
      expect(step).toMatch(new RegExp(String.raw`^\S+ # \S+\n +with:\n +pulumi-version: ${newestCli.version}\n`));
  });

  it("runs no install script in a job that has an identity or may write", () => {
    const strong = jobs.filter(({ permissions = {} }) => Object.values(permissions).includes("write"));
    const commands = strong.flatMap(({ steps }) => steps.flatMap(({ run = "" }) => run.split("\n")));
    const installs = commands.filter((command) => /npm (ci|install)/.test(command));
    expect(installs.filter((command) => !command.includes("--ignore-scripts"))).toEqual([]);
  });

  it("publishes only the archives that another job built, and runs nothing else beside", () => {
    const [publishing, ...others] = jobs.filter(({ steps }) => JSON.stringify(steps).includes("npm publish"));
    expect(others).toEqual([]);
    expect(publishing?.needs).toBe("build");
    const commands = publishing?.steps.flatMap(({ run }) => run?.trim() ?? []) ?? [];
    expect(commands.map((command) => command.split(" ").slice(0, 4).join(" "))).toEqual([
      expect.stringMatching(/^sha256sum --check/),
      "npm publish ./provider.tgz --ignore-scripts",
      "npm publish ./emulator.tgz --ignore-scripts",
      expect.stringMatching(/^gh release/),
    ]);
    expect(commands.filter((command) => /[\n;|&`]|\$\(/.test(command))).toEqual([]);
  });

  it("has each secret in the environment of one step, and no checkout keeps the token", () => {
    const secret = /secrets\.|github\.token/;
    for (const { name, env = {}, steps } of jobs) {
      expect(JSON.stringify(env), name).not.toMatch(secret);
      for (const step of steps) expect(JSON.stringify({ ...step, env: {} }), name).not.toMatch(secret);
      const checkouts = steps.filter(({ uses = "" }) => uses.startsWith("actions/checkout@"));
      for (const step of checkouts) expect(String(step.with?.["persist-credentials"]), name).toBe("false");
    }
  });
});
