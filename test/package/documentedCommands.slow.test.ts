import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmulator, type Emulator } from "../../emulator/src/index";
import { startLocalRegistry, type LocalRegistry } from "../support/localRegistry";
import { markdownCommands, markdownFiles, markdownTyped, readMarkdown, repository } from "../support/markdown";
import { packedPackage } from "../support/packedPackage";
import { isolatedEnvironment, temporaryFolder } from "../support/pulumiEnvironment";
import type { Run } from "../support/stack";
import { tryCommands, typeCommands, typeElsewhere, type OtherTerminal } from "../support/typedCommands";

const run = promisify(execFile);

/** How many changes of each kind the commands of an example make, in an emulator with a seed. */
interface Example {
  readonly changes: Readonly<Record<string, number>>;
  /** It is only looked at: there is nothing to apply. */
  readonly previewOnly?: true;
}

const examples: Readonly<Record<string, Example>> = {
  "canary-rollout": { changes: { patch: 4 } },
  "data-driven": { changes: { insert: 6, addAssociation: 1 } },
  "disk-snapshots": { changes: { insert: 2 } },
  "firewall-policy-iam": { changes: {} },
  "instance-group-patch": { changes: { patch: 2 } },
  inventory: { changes: {}, previewOnly: true },
  "network-firewall-policy-swap": { changes: { addAssociation: 2 } },
  "nightly-snapshots": { changes: { insert: 2 } },
  "ssl-proxy-certificate-map": { changes: { setCertificateMap: 1 } },
};

/** Files whose commands run elsewhere, or cannot run here. */
const otherwise: Readonly<Record<string, string>> = {
  "CONTRIBUTING.md": "The same two commands as those of README.md.",
  "acceptance/README.md": "test/engine/acceptance.slow.test.ts runs it, against the emulator.",
  "README.md": "npm run demo; the second block is what runs this test.",
  "provider/docs/components.md":
    "missingPackages.slow.test.ts beside this has the same folders, with an archive of its own.",
  "provider/docs/installation.md": "firstProgram.slow.test.ts and packedProgram.slow.test.ts beside this.",
  "provider/docs/otherLanguages.md":
    "pluginArchive.slow.test.ts beside this types them; test/engine/{yamlProgram,languages,imports}.slow.test.ts run the rest.",
  "provider/docs/permissions.md":
    "`gcloud` makes a role of the cloud; test/unit/documents.test.ts compares the role with the page.",
  "provider/docs/team.md": "firstProgram.slow.test.ts beside this, after its program is applied.",
  "emulator/README.md":
    "test/package/emulator.slow.test.ts and test/unit/emulator/admin.test.ts run them; there is no Docker here.",
  "emulator/docs/objects.md": "test/unit/emulator/admin.test.ts runs them.",
  "examples/beside-pulumi-gcp/README.md": "Needs the plugin of @pulumi/gcp, which no package registry has.",
  "examples/ci/README.md":
    "test/package/pullRequestChecks.slow.test.ts runs the workflow, which has the same commands.",
  "examples/many-stacks/README.md": "test/engine/manyStacks.slow.test.ts runs the commands of the fleet.",
  "examples/many-stacks/engines.md": "They need Pulumi Cloud and a cluster; the page says what tests run instead.",
  "examples/policy-as-code/README.md":
    "The language host that these tests build starts no policy pack; policyPacks.slow.test.ts has one that is a program.",
  "examples/testing-your-program/README.md": "The test below runs them.",
};

describe("the commands of the documents", () => {
  const folder = temporaryFolder();
  let registry: LocalRegistry;

  beforeAll(async () => {
    registry = await startLocalRegistry({
      "pulumi-gce": packedPackage(),
      "pulumi-gce-emulator": packedPackage("emulator"),
    });
    for (const name of Object.keys(examples)) {
      const filter = (path: string) => !path.includes(`${name}/node_modules`);
      cpSync(join(repository, "examples", name), join(folder, name), { recursive: true, filter });
    }
    // The first command of each example, once for all: what it installs is the same, and is found from below.
    cpSync(join(repository, "examples", withEmulator, "package.json"), join(folder, "package.json"));
    await run("npm", ["install"], { cwd: folder, env: { ...process.env, ...registry.environment } });
  });

  afterAll(async () => {
    await registry.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("are all in a list: what runs them, or why nothing does", () => {
    const files = markdownFiles().filter((file) => markdownCommands(readMarkdown(file)).length > 0);
    const listed = [...Object.keys(otherwise), ...Object.keys(examples).map((name) => `examples/${name}/README.md`)];
    expect(files.sort()).toEqual(listed.sort());
  });

  it("examples/*: install the same packages with their first command, and nothing else", () => {
    for (const name of Object.keys(examples)) {
      const blocks = markdownCommands(readMarkdown(`examples/${name}/README.md`));
      const alike = blocks.some(startsEmulator) ? withEmulator : "inventory";
      expect(manifestOf(name), name).toEqual(manifestOf(alike));
      const lines = blocks.flatMap((block) => block.split("\n"));
      expect(
        lines.filter((line) => line.includes("npm")),
        name,
      ).toEqual([installs]);
      expect(blocks.filter((block) => block.startsWith(`${installs}\n`), name)).toHaveLength(1);
    }
  });

  it("examples/*: their programs fit the types of the published package, under the settings of each", () => {
    const compilers = Object.keys(examples).map((name) => exampleSettings(join(folder, name)));
    const [settings] = compilers;
    for (const compiler of compilers) expect(compiler.options).toEqual(settings?.options);
    const files = compilers.flatMap(({ fileNames }) => fileNames);
    expect(files).toHaveLength(compilers.length);
    const program = ts.createProgram(files, settings?.options ?? {});
    expect(program.getSourceFiles().map(({ fileName }) => fileName)).toContain(
      join(realpathSync(folder), "node_modules/pulumi-gce/lib/index.d.ts"),
    );
    expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toEqual([]);
  });

  it.each(Object.entries(examples))("examples/%s: does what its README says", async (name, example) => {
    const emulator = await startEmulator({ seed: true });
    const program = join(folder, name);
    const environment = {
      ...registry.environment,
      // The test above has checked the types of all of them at once.
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
      // The programs of README.md, of the demo and of the inventory are previewed: half of what an `up` costs.
      PULUMI_OPTION_SKIP_PREVIEW: "true",
    };
    const pointed = {
      ...environment,
      GOOGLE_COMPUTE_CUSTOM_ENDPOINT: emulator.endpoint,
      GOOGLE_OAUTH_ACCESS_TOKEN: "token",
    };
    for (const section of readMarkdown(`examples/${name}/README.md`).split(/^(?=## )/m)) {
      // A section that starts an emulator also says how to reach it.
      const isComplete = markdownCommands(section).some(startsEmulator);
      const reader = new Reader(program, isComplete ? environment : pointed, emulator.url);
      await reader.follow(section).finally(() => reader.leave());
    }
    expect(changesAt(emulator)).toEqual(example.changes);
    if (example.previewOnly !== true)
      await typeCommands("pulumi up --skip-preview --expect-no-changes", program, pointed);
    await emulator.close();
  });

  it("examples/testing-your-program: its tests pass, with mocks and with the emulator", async () => {
    const [commands = ""] = markdownCommands(readMarkdown("examples/testing-your-program/README.md"));
    const example = join(repository, "examples/testing-your-program");
    const { stdout } = await run("bash", ["-e", "-c", commands], {
      cwd: example,
      env: await isolatedEnvironment(mkdtempSync(join(folder, "state-"))),
    });
    expect([...stdout.matchAll(/^\S+ pass (\d+)$/gm)].map(([, passed]) => passed)).toEqual(["3", "4"]);
  });

  it("README.md: its test command is what runs in CI", () => {
    const [demo, test] = markdownCommands(readMarkdown("README.md")).map((block) => block.trim());
    expect(demo).toBe("npm ci && npm run demo");
    expect(readFileSync(join(repository, ".ci/run"), "utf8").split("\n")).toContain(test);
  });
});

/** The first command of every example. */
const installs = "npm install";

/** An example whose packages are those of each that starts an emulator. */
const withEmulator = "testing-your-program";

const startsEmulator = (commands: string) => commands.startsWith("npx --no-install pulumi-gce-emulator ");

/** Somebody who follows a section of a page, in one terminal and in another one for an emulator. */
class Reader {
  private other: OtherTerminal | undefined;

  constructor(
    private readonly folder: string,
    private readonly environment: NodeJS.ProcessEnv,
    /** The emulator that answers while the page starts none. */
    private readonly url: string,
  ) {}

  async follow(section: string): Promise<void> {
    for (const { commands, output } of markdownTyped(section)) {
      if (startsEmulator(commands)) {
        // The port that the page takes may be in use here.
        this.other = await typeElsewhere(`${commands.trim()} --port 0`, this.folder, this.environment);
        continue;
      }
      const typed = commands
        .replace(`${installs}\n`, "")
        .replaceAll("http://127.0.0.1:8461", this.other?.url ?? this.url);
      if (output === undefined) await typeCommands(typed, this.folder, this.environment);
      else expectOutput(await tryCommands(typed, this.folder, this.environment), output);
    }
  }

  async leave(): Promise<void> {
    await this.other?.interrupt();
  }
}

/** A command fails where the page shows an error, and has printed each line that the page shows, with times of its own. */
function expectOutput({ code, output }: Run, shown: string): void {
  expect(code === 0, output).toBe(!/^error:/m.test(shown));
  const timeless = (text: string) => text.replaceAll(/\b(?:\d+h)?(?:\d+m)?\d+s\b/g, "(time)");
  for (const line of shown.split("\n").map((line) => line.trim()))
    if (line !== "…") expect(timeless(output)).toContain(timeless(line));
}

interface Dependencies {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

function manifestOf(example: string): Dependencies {
  const text = readFileSync(join(repository, "examples", example, "package.json"), "utf8");
  const { dependencies, devDependencies } = JSON.parse(text) as Dependencies;
  return { dependencies, devDependencies };
}

/** The files and options that an example's own tsconfig.json says. */
function exampleSettings(example: string): { fileNames: string[]; options: ts.CompilerOptions } {
  const { config } = ts.readConfigFile(join(example, "tsconfig.json"), (path) => ts.sys.readFile(path));
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, realpathSync(example));
  return { fileNames, options };
}

/** How many changes of each kind have reached the service: `insert`, `patch`, … */
function changesAt(emulator: Emulator): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { operation, landed } of emulator.operations()) {
    const type = String(operation.operationType);
    if (landed) counts[type] = (counts[type] ?? 0) + 1;
  }
  return counts;
}
