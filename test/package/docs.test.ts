import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { markdownFiles, markdownPrograms, readMarkdown, repository } from "../support/markdown";

describe("the examples of the reference pages and of usage.md", () => {
  it("fit the types of the package", () => {
    const programs = new Map(
      markdownFiles()
        .filter((file) => file.startsWith("provider/docs/reference/") || file === "provider/docs/usage.md")
        .flatMap((file) =>
          markdownPrograms(readMarkdown(file)).map((program, index): [string, string] => [
            join(repository, `${file}-${String(index)}.ts`),
            program,
          ]),
        ),
    );
    expect(programs.size).toBeGreaterThan(50);
    expect(problemsOf(programs)).toEqual([]);
  });
});

/** What the compiler says of programs that are in no file, by the paths that they would have. */
function problemsOf(programs: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(join(repository, "tsconfig.base.json"), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, repository);
  const settings: ts.CompilerOptions = {
    ...options,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noEmit: true,
    paths: { "pulumi-gce": [join(repository, "provider/src/index.ts")] },
  };
  const host = ts.createCompilerHost(settings);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (path) => programs.get(path) ?? readFile(path);
  host.fileExists = (path) => programs.has(path) || fileExists(path);
  host.getSourceFile = (path, language, ...more) => {
    const text = programs.get(path);
    return text === undefined
      ? getSourceFile(path, language, ...more)
      : ts.createSourceFile(path, text, language, true);
  };
  const program = ts.createProgram([...programs.keys()], settings, host);
  // The build has checked the sources of the package.
  return [...programs.keys()]
    .flatMap((path) => ts.getPreEmitDiagnostics(program, program.getSourceFile(path)))
    .map(({ file, messageText }) => `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
}
