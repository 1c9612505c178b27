/** The page about other languages, followed in homes that have no plugin yet. The CLI reaches no server of Pulumi there. */
import { execFile, spawn } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createHash } from "node:crypto";
import { arch, platform } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { list } from "tar";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, type TestContext } from "vitest";
import { parse } from "yaml";
import type { Emulator } from "../../emulator/src/index";
import { languageHost, sdkGenerator, type Language } from "../../tools/pulumi/languageHosts";
import { pulumiToolchain } from "../../tools/pulumi/toolchain";
import { loopbackServer } from "../support/loopbackServer";
import { markdownCommands, markdownPrograms, readMarkdown, repository } from "../support/markdown";
import { nodeFolder } from "../support/packageManagers";
import { pythonSdk, whyNot } from "../support/pluginStack";
import { temporaryFolder } from "../support/pulumiEnvironment";
import { mutations } from "../support/routeStack";
import { secretMark, type Run } from "../support/stack";
import { tryCommands, typeCommands } from "../support/typedCommands";
import { emulatorForTest, folderForTest } from "../support/untilTestEnds";

const run = promisify(execFile);
const page = readMarkdown("provider/docs/otherLanguages.md");
const [pack = "", setUp = "", configure = "", fromNpm = "", generate = "", forGo = "", importing = "", debug = ""] =
  markdownCommands(page);
const [install = "", add = ""] = setUp.trim().split("\n");
const [lines = "", linesWithServer = "", , yamlProgram = ""] = markdownPrograms(page, "yaml");
const [pythonProgram = ""] = markdownPrograms(page, "python");
const [goProgram = ""] = markdownPrograms(page, "go");

/** The folder that the page calls `~`, with the archives that its first block makes. */
const home = temporaryFolder();
const archives = join(home, "gce-plugin");

beforeAll(async () => {
  // The set-up of these tests has installed and built.
  const [prepare, command = ""] = pack.trim().split(" && npm run pack:");
  expect(prepare).toBe("npm ci && npm run build");
  await run("bash", ["-c", atHome(`npm run pack:${command}`)], { cwd: repository });
});
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

const atHome = (command: string) => command.replaceAll("~/gce-plugin", archives);

describe("the archives", () => {
  const names = ["darwin", "linux", "windows"].flatMap((system) =>
    ["amd64", "arm64"].map((architecture) => `pulumi-resource-gce-v0.1.0-${system}-${architecture}.tar.gz`),
  );
  const hash = (folder: string, name: string) =>
    createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex");

  it("are one archive under each name by which the CLI asks for it, the same from every packing", async () => {
    const again = folderForTest();
    await run("npm", ["run", "pack:plugin", "--", again], { cwd: repository });
    const hashes = [archives, again].flatMap((folder) => names.map((name) => hash(folder, name)));
    expect(new Set(hashes).size).toBe(1);
  });

  it("have the plugin, which anybody may start, its licences, and nothing of this machine", () => {
    const entries: unknown[] = [];
    list({
      file: join(archives, names[0] ?? ""),
      sync: true,
      onReadEntry: ({ path, mode, uid, mtime }) => entries.push([path, mode?.toString(8), uid, mtime?.toISOString()]),
    });
    const whole = (name: string, mode = "644") => [name, mode, undefined, "1985-10-26T08:15:00.000Z"];
    expect(entries).toEqual([
      whole("package.json"),
      whole("pulumi-resource-gce", "755"),
      whole("pulumi-resource-gce.cmd"),
      whole("schema.json"),
      whole("licenses.txt"),
      whole("LICENSE"),
    ]);
  });

  it("have a plugin that says which Node.js it needs", async () => {
    const node = join(await nodeFolder(18), "node");
    const started = run(node, [join(repository, "provider/lib/plugin/pulumi-resource-gce")]);
    await expect(started).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^pulumi-resource-gce needs Node\.js 20\.19 or newer on the PATH, and this is v18\..*\n$/,
      ),
    });
  });
});

describe("the page", () => {
  it("leads to a YAML program that is made, left alone, changed, refreshed and removed", async ({ skip }) => {
    await need("yaml", skip);
    const reader = await Reader.start("yaml", { "Pulumi.yaml": yamlProgram });
    await reader.type(install, add);
    expect(reader.project()).toEqual(parse(yamlProgram));
    await reader.configure();
    await reader.liveThrough("Pulumi.yaml");
  });

  it("leads to a Python program that is made, left alone, changed, refreshed and removed", async ({ skip }) => {
    await need("python", skip);
    const project = "name: network\nruntime: python\n";
    const reader = await Reader.start(
      "python",
      { "Pulumi.yaml": project, "requirements.txt": `${pythonSdk}\n`, "__main__.py": pythonProgram },
      { PULUMI_PYTHON_CMD: python },
    );
    await reader.type("python3 -m venv venv");
    await reader.type(install);
    const { code, output } = await reader.try(add);
    if (code !== 0) {
      expect(output).toContain("GeneratePackage not implemented");
      await addPythonPackage(reader);
    }
    expect(reader.project()).toEqual(parse(project + lines));
    await reader.configure();
    await reader.liveThrough("__main__.py");
  });

  it("leads to a Go program that is made, left alone, changed, refreshed and removed", async ({ skip }) => {
    await need("go", skip);
    const project = "name: network\nruntime: go\n";
    const reader = await Reader.start("go", { "Pulumi.yaml": project, "main.go": goProgram }, {});
    await reader.type(install);
    const [generateSdk = "", ...commands] = forGo.trim().split("\n");
    const { code, output } = await reader.try(generateSdk);
    if (code !== 0) {
      expect(output).toMatch(/GeneratePackage not implemented|unknown method GeneratePackage/);
      await writeSdk(reader, "go", "sdk/go");
    }
    await reader.type(...commands, "go mod tidy");
    await reader.configure();
    await reader.liveThrough("main.go");
  });

  it("leads to an import in a program of classes, with the plugin of the npm package", async () => {
    const reader = await Reader.start("nodejs", { "Pulumi.yaml": "name: network\nruntime: nodejs\n" });
    reader.haveNpmPackage();
    await reader.type(fromNpm);
    await reader.configure();
    const path = "projects/my-project/global/routes/old-egress";
    reader.emulator.objects.put(path, { network: "global/networks/default", destRange: "10.1.0.0/16" });
    const { code, output } = await reader.try(importing);
    if (code !== 0) expect(output).toContain("GenerateProgram not implemented");
    expect(await reader.type("pulumi stack export")).toContain(`"id": "${path}"`);
    const generated = await reader.try(generate);
    if (generated.code !== 0) expect(generated.output).toContain("GeneratePackage not implemented");
  });

  it("leads to a plugin under the debugger", async ({ skip }) => {
    await need("yaml", skip);
    const reader = await Reader.start("yaml", { "Pulumi.yaml": yamlProgram });
    await reader.type(install);
    await reader.configure();
    const [start = "", up = ""] = debug.trim().split("\n");
    const command = start.replace("~/.pulumi", reader.home).replace("--inspect", "--inspect=0");
    const plugin = spawn("bash", ["-c", `exec ${command}`], { cwd: reader.folder });
    onTestFinished(() => {
      plugin.kill();
    });
    const [port] = (await once(plugin.stdout, "data")) as [Buffer];
    await reader.type(up.replace("PORT", port.toString().trim()));
    expect(mutations(reader.emulator)).toEqual(["insert egress"]);
  });
});

describe("a job of a CI", () => {
  it("repeats the first command, and then needs no server to install and to apply", async ({ skip }) => {
    await need("yaml", skip);
    const reader = await Reader.start("yaml", { "Pulumi.yaml": yamlProgram });
    await reader.configure();
    await reader.type(install, "pulumi install", "pulumi up");
    const job = reader.inOtherHome();
    await job.type(install, "pulumi install", "pulumi stack select dev", "pulumi up --expect-no-changes");
    await reader.type("pulumi destroy");
  });

  it.for([
    ["with the lines in Pulumi.yaml", yamlProgram, "registry query error"],
    ["without them", yamlProgram.replace(lines, ""), "could not find latest version for provider gce"],
    [
      "with the folder of the npm package",
      yamlProgram.replace(lines, markdownPrograms(page, "yaml")[2] ?? ""),
      "could not find latest version for provider gce",
    ],
  ] as const)("hears from `pulumi install` what is missing, %s", async ([, project, words], { skip }) => {
    await need("yaml", skip);
    expect(page.replaceAll(/\s+/g, " ")).toContain(`\`${words}\``);
    const reader = await Reader.start("yaml", { "Pulumi.yaml": project });
    reader.haveNpmPackage();
    const { code, output } = await reader.try("pulumi install");
    expect([code === 0, output]).toEqual([false, expect.stringContaining(words)]);
    // Nothing else was missing.
    await reader.type(install, "pulumi install");
  });

  it("has the plugin from a web server with the archives, if `Pulumi.yaml` says so", async ({ skip }) => {
    await need("yaml", skip);
    const asked: string[] = [];
    const { origin, close } = await loopbackServer(({ url = "" }, response) => {
      asked.push(url);
      response.end(readFileSync(join(archives, url)));
    });
    onTestFinished(close);
    const [, address = ""] = /pluginDownloadURL: (\S+)/.exec(linesWithServer) ?? [];
    const program = yamlProgram.replace(lines, linesWithServer.replace(address, origin));
    const reader = await Reader.start("yaml", { "Pulumi.yaml": program });
    await reader.configure();
    await reader.type("pulumi install");
    const architecture = arch() === "x64" ? "amd64" : arch();
    expect(asked).toEqual([`/pulumi-resource-gce-v0.1.0-${platform()}-${architecture}.tar.gz`]);
    await reader.liveThrough("Pulumi.yaml");
  });
});

/** Nobody listens there. */
const noInternet = { HTTPS_PROXY: "http://127.0.0.1:1", NO_PROXY: "127.0.0.1" };

/** Of a virtual environment in the folder of the program. */
const python = "venv/bin/python";

/** Skips a test of a language whose programs cannot run here. */
async function need(language: Language, skip: TestContext["skip"]): Promise<void> {
  const reason = await whyNot(language);
  skip(reason !== undefined, reason);
}

/** Somebody who follows the page in a folder and a home of their own, with an emulator. */
class Reader {
  private constructor(
    readonly folder: string,
    readonly emulator: Emulator,
    private readonly settings: NodeJS.ProcessEnv,
    readonly home: string,
  ) {}

  static async start(
    language: Language | "nodejs",
    files: Readonly<Record<string, string>>,
    further: NodeJS.ProcessEnv = noInternet,
  ): Promise<Reader> {
    const parent = folderForTest();
    const [folder, emulator] = [join(parent, "program"), await emulatorForTest({ seed: true })];
    mkdirSync(folder);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const host = language === "nodejs" ? undefined : await languageHost(language, await pulumiToolchain());
    const settings = { PATH: host, ...further };
    return new Reader(folder, emulator, settings, join(parent, "program-state", "home"));
  }

  /** The same reader on another machine. */
  inOtherHome(): Reader {
    const home = `${this.home}-2`;
    return new Reader(this.folder, this.emulator, { ...this.settings, PULUMI_HOME: home }, home);
  }

  type(...commands: string[]): Promise<string> {
    return typeCommands(atHome(commands.join("\n")), this.folder, this.settings);
  }

  try(command: string): Promise<Run> {
    return tryCommands(atHome(command), this.folder, this.settings);
  }

  haveNpmPackage(): void {
    mkdirSync(join(this.folder, "node_modules"));
    symlinkSync(join(repository, "provider"), join(this.folder, "node_modules/pulumi-gce"));
  }

  /** Makes a stack, which the page takes for granted, and sets what the page says. */
  async configure(): Promise<void> {
    const endpoint = "http://127.0.0.1:8461/compute/v1";
    expect(configure).toContain(endpoint);
    await this.type("pulumi stack init dev", configure.replace(endpoint, this.emulator.endpoint));
  }

  /** The parts of `Pulumi.yaml`. */
  project(): unknown {
    return parse(readFileSync(join(this.folder, "Pulumi.yaml"), "utf8"));
  }

  /** The route as the state has it. */
  private async readRoute(): Promise<string> {
    await this.type("pulumi stack export --file state.json");
    const { deployment } = JSON.parse(readFileSync(join(this.folder, "state.json"), "utf8")) as {
      deployment: { resources: { type: string }[] };
    };
    const route = deployment.resources.find(({ type }) => type === "gce:index:Route");
    expect(route).toBeDefined();
    return JSON.stringify(route);
  }

  /** Applies the page's program, a change of it in this file, and its end. */
  async liveThrough(file: string): Promise<void> {
    await this.type("pulumi up", "pulumi up --expect-no-changes");
    const path = join(this.folder, file);
    writeFileSync(path, readFileSync(path, "utf8").replace("0.0.0.0/0", "10.0.0.0/8"));
    await this.type("pulumi up", "pulumi refresh --expect-no-changes");
    expect(await this.readRoute()).not.toContain(secretMark);
    await this.type("pulumi destroy");
    expect(mutations(this.emulator)).toEqual([...["insert egress", "delete egress", "insert egress", "delete egress"]]);
  }
}

/**
 * Does for Python what `pulumi package add` does, where the language's host is older than that command. The lines of
 * `Pulumi.yaml` are those of every language, because the CLI writes them itself.
 */
async function addPythonPackage(reader: Reader): Promise<void> {
  const { folder } = reader;
  await writeSdk(reader, "python", "sdks/gce");
  await reader.type(`${python} -m pip install --quiet --requirement requirements.txt ./sdks/gce`);
  appendFileSync(join(folder, "Pulumi.yaml"), lines);
}

/** Writes the SDK of the installed plugin, as the CLI does where the language's host is new enough. */
async function writeSdk({ folder, home }: Reader, language: "python" | "go", place: string): Promise<void> {
  const schema = join(home, "plugins/resource-gce-v0.1.0/schema.json");
  await run(await sdkGenerator(), [schema, language, join(folder, place)]);
}
