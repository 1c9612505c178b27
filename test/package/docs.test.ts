import { rmSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it, onTestFinished } from "vitest";
import { Application, LogLevel } from "typedoc";
import { markdownFiles, markdownPrograms, readMarkdown, repository } from "../support/markdown";
import { temporaryFolder } from "../support/pulumiEnvironment";

describe("the examples of the reference pages", () => {
  it("fit the types of the package", () => {
    const programs = new Map(
      markdownFiles()
        .filter((file) => file.startsWith("provider/docs/reference/"))
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
      // The build has checked the same sources with the same settings.
      skipErrorChecking: true,
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
