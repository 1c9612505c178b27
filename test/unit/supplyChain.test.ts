import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface Manifest {
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
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
  for (const name of Object.keys(provider.dependencies ?? {})) add(name, "provider");
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
    const [, section = ""] = read("provider/docs/decisions.md").split("## Runtime dependencies");
    const table = section.split("\n## ")[0] ?? "";
    const justified = [...table.matchAll(/^\| `([^`]+)`\s*\| (\S[^|]*) \|/gm)].map(([, name]) => name);
    expect(Object.keys(provider.dependencies ?? {}).sort()).toEqual(justified.sort());
    expect(provider.optionalDependencies).toBeUndefined();
    expect(provider.bundleDependencies).toBeUndefined();
  });

  it("is few packages, each with a checksum and a licence that allows this use", () => {
    const all = [...installed()];
    expect(all.length).toBeGreaterThan(Object.keys(provider.dependencies ?? {}).length);
    expect(all.length).toBeLessThanOrEqual(30);
    const free = /^(MIT|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD)$/;
    const wrong = all.filter(
      ([, { integrity, license }]) => !integrity?.startsWith("sha512-") || !free.test(license ?? ""),
    );
    expect(wrong).toEqual([]);
  });
});
