import { existsSync, rmSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Application, LogLevel } from "typedoc";
import { markdownAnchors, markdownFiles, markdownLinks, readMarkdown, repository } from "../support/markdown";
import { temporaryFolder } from "../support/pulumiEnvironment";

describe("the documents", () => {
  it.each(markdownFiles())("%s has no dead link", (file) => {
    const dead = markdownLinks(readMarkdown(file)).filter((target) => !leadsSomewhere(file, target));
    expect(dead).toEqual([]);
  });
});

describe("the reference", () => {
  it("has a text for everything that is public, and every link in it leads somewhere", async () => {
    const warnings: string[] = [];
    const folder = temporaryFolder();
    onTestFinished(() => {
      rmSync(folder, { recursive: true, force: true });
    });
    const app = await Application.bootstrapWithPlugins({
      options: join(repository, "typedoc.json"),
      tsconfig: join(repository, "provider", "tsconfig.json"),
      out: folder,
    });
    app.logger.log = (message, level) => {
      if (level >= LogLevel.Warn) warnings.push(message);
    };
    const project = await app.convert();
    expect(project).toBeDefined();
    if (project === undefined) return;
    app.validate(project);
    await app.generateOutputs(project);
    expect(warnings).toEqual([]);
  });
});

/** Links to other hosts are not followed: tests talk to nobody. */
function leadsSomewhere(file: string, target: string): boolean {
  if (/^(https?|mailto):/.test(target)) return true;
  const [path = "", anchor] = target.split("#");
  const found = path === "" ? file : normalize(join(dirname(file), path));
  if (found.startsWith("..") || !existsSync(join(repository, found))) return false;
  return anchor === undefined || (found.endsWith(".md") && markdownAnchors(readMarkdown(found)).has(anchor));
}
