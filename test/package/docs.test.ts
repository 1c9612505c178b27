import { execFileSync } from "node:child_process";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { isPublished } from "../../provider/src/messages/installation";
import { markdownFiles, markdownPrograms, readMarkdown, repository } from "../support/markdown";
import { programTemplate } from "../support/programTemplate";

/** Every document with programs, but the one whose programs import each other: it has a test of its own. */
const documents = markdownFiles().filter(
  (file) => /^(README|(provider|emulator)\/(README|docs\/.*))\.md$/.test(file) && !file.endsWith("docs/testing.md"),
);

it("each program of the documents compiles as the only file of a program that `pulumi new typescript` makes", () => {
  const folder = join(repository, "program");
  const programs = new Map(
    documents.flatMap((file) =>
      markdownPrograms(readMarkdown(file)).map((program, index): [string, string] => [
        join(folder, `${file.replaceAll("/", "-")}-${String(index)}.ts`),
        program,
      ]),
    ),
  );
  expect(programs.size).toBeGreaterThan(50);
  expect(problemsOf(folder, programs)).toEqual([]);
});

it.each(["commonjs", "module"])("the programs of the page about tests compile beside each other, as %s", (type) => {
  const folder = join(repository, "program");
  const texts = markdownPrograms(readMarkdown("provider/docs/testing.md"));
  const names = ["network.ts", "network.test.ts", "search.test.ts"];
  expect(texts).toHaveLength(names.length);
  const programs = new Map(texts.map((text, index) => [join(folder, names[index] ?? ""), text]));
  expect(problemsOf(folder, programs, type)).toEqual([]);
});

/** The problems that the compiler has with programs that are in no file, by the paths that they would have. */
function problemsOf(folder: string, programs: ReadonlyMap<string, string>, type = "commonjs"): string[] {
  const { config } = ts.readConfigFile(join(repository, "tsconfig.base.json"), (path) => ts.sys.readFile(path));
  const template = JSON.parse(programTemplate["tsconfig.json"]) as { compilerOptions: object };
  const { compilerOptions } = config as { compilerOptions: object };
  // Each check of this repository too, because readers may have any of them, but not what it takes for granted.
  const settings = { ...compilerOptions, lib: undefined, ...template.compilerOptions, noEmit: true };
  const { options } = ts.convertCompilerOptionsFromJson(settings, folder);
  const manifest = JSON.stringify({ ...(JSON.parse(programTemplate["package.json"]) as object), type });
  const files = new Map([...programs, [join(folder, "package.json"), manifest]]);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, directoryExists, getSourceFile } = host;
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.directoryExists = (path) => path === folder || directoryExists?.(path) === true;
  host.getSourceFile = (path, language, ...more) => {
    const text = programs.get(path);
    return text === undefined
      ? getSourceFile(path, language, ...more)
      : ts.createSourceFile(path, text, language, true);
  };
  const program = ts.createProgram([...programs.keys()], options, host);
  // The build has checked the packages.
  return [...programs.keys()]
    .flatMap((path) => ts.getPreEmitDiagnostics(program, program.getSourceFile(path)))
    .map(({ file, messageText }) => `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
}

it("no page, message or example fetches a package of this repository by its name before a version is on npm", () => {
  const fetching = new RegExp(
    String.raw`(?:\bnpm (?:i|install|add|exec)|\bnpx|\b(?:pnpm|yarn|bun)(?: add| dlx| x)|\bbunx)` +
      String.raw`(?: -[-\w]+)* pulumi-gce(?:-emulator)?(?![-.\w]|@file:)|npmjs\.com/package/pulumi-gce`,
  );
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: repository })
    .toString()
    .split("\n")
    .filter((file) =>
      /^(README|SECURITY|CONTRIBUTING|CHANGELOG|provider|emulator\/(README|docs|src)|examples)\b.*\.(md|ts|json|ya?ml)$/.test(
        file,
      ),
    );
  const lines = files.flatMap((file) =>
    readMarkdown(file)
      .split("\n")
      .map((line) => `${file}: ${line}`),
  );
  if (isPublished) {
    expect(lines.filter((line) => /pulumi-gce(-emulator)?-[\d.]+\.tgz|npx --no-install pulumi-gce/.test(line))).toEqual(
      [],
    );
  } else expect(lines.filter((line) => fetching.test(line) && !line.includes("npx --no-install "))).toEqual([]);
});

it("every link of a page says a title, and not the name of a file", () => {
  const named = markdownFiles().flatMap((file) =>
    [...readMarkdown(file).matchAll(/\[`?[\w./-]+\.(?:md|tsx?|json|ya?ml)`?\]\(/g)].map(([link]) => `${file}: ${link}`),
  );
  expect(named).toEqual([]);
});
