import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { setupCommands } from "../../emulator/src/server/clientEnvironment";
import { type Emulator, startEmulator } from "../../emulator/src/index";
import { markdownCommands, markdownFiles, markdownPrograms, readMarkdown, repository } from "../support/markdown";
import { bunFolder, ownCommand, registrySettings } from "../support/packageManagers";
import { packedPackage } from "../support/packedPackage";
import { programTemplate } from "../support/programTemplate";
import { temporaryFolder } from "../support/pulumiEnvironment";
import { typeCommands } from "../support/typedCommands";

/** Settings with which the CLI takes templates from a repository in this folder, and asks no server. */
function localTemplates(folder: string): NodeJS.ProcessEnv {
  mkdirSync(join(folder, "typescript"), { recursive: true });
  for (const [name, text] of Object.entries(programTemplate)) writeFileSync(join(folder, "typescript", name), text);
  const author = ["-c", "user.name=templates", "-c", "user.email=templates@example.com"];
  for (const args of [
    ["init", "--quiet", "--initial-branch=master"],
    ["add", "."],
    ["commit", "--quiet", "-mTemplates"],
  ])
    execFileSync("git", [...author, ...args], { cwd: folder });
  return { PULUMI_TEMPLATE_GIT_REPOSITORY: `file://${folder}`, PULUMI_DISABLE_REGISTRY_RESOLVE: "true" };
}

/** The line with which each package manager installs both archives, and the setting that it needs. */
const installationRows = readMarkdown("provider/docs/installation.md").matchAll(
  /^\| (pnpm|bun|Yarn) +\| `([^`]+)` +\| (?:`([^`]+)` in `\.yarnrc\.yml`)? *\|$/gm,
);
const managers = [
  { manager: "npm", install: undefined, setting: undefined },
  ...[...installationRows].map(([, manager = "", install, setting]) => ({ manager, install, setting })),
];

it("installation.md has a line for each package manager", () => {
  expect(managers.map(({ manager }) => manager)).toEqual(["npm", "pnpm", "bun", "Yarn"]);
});

it.each(managers)(
  "installation.md leads from an empty folder to an applied program with $manager",
  async ({ manager, install, setting }) => {
    const [folder, emulator] = [temporaryFolder(), await startEmulator({ seed: true, allowedHosts: ["emulator"] })];
    onTestFinished(async () => {
      await emulator.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const [at, home] = [join(folder, "program"), join(folder, "home")];
    for (const each of [at, home]) mkdirSync(each);
    const settings = {
      ...localTemplates(join(home, "templates")),
      ...registrySettings(),
      PATH: [dirname(ownCommand("yarn")), await bunFolder()].join(delimiter),
      // A home of the reader's own.
      HOME: home,
    };
    const page = readMarkdown("provider/docs/installation.md");
    const [pack = "", login = "", use = "", start = "", configure = "", , toModule = ""] = markdownCommands(page);
    // The archives that this block packs, the set-up of these tests has packed. The CLI is on their PATH.
    expect(pack).toContain("npm ci && npm pack --workspace provider --workspace emulator --pack-destination ~\n");
    const [archive = "", ofEmulator = ""] = use.match(/pulumi-gce[-a-z]*-[\d.]+\.tgz/g) ?? [];
    copyFileSync(packedPackage(), join(home, archive));
    copyFileSync(packedPackage("emulator"), join(home, ofEmulator));
    expect(login).toMatch(/^pulumi login --local\nexport PULUMI_CONFIG_PASSPHRASE=/);
    expect(configure.trim().split("\n")).toEqual(setupCommands("http://127.0.0.1:8461/compute/v1"));

    const [makeProject = "", ...lines] = use
      .replace(/^npm install .*$/m, (line) => install ?? line)
      .trim()
      .split("\n");
    if (manager === "bun") writeShownFiles(page, at);
    else await typeCommands(makeProject, at, settings);
    if (setting !== undefined) writeFileSync(join(at, ".yarnrc.yml"), setting);
    writeFileSync(join(at, "index.ts"), markdownPrograms(page)[0] ?? "");
    const [command = ""] = start.trim().split(" --seed");
    await typeCommands(
      [...lines, `${command} --version`, ...setupCommands(emulator.endpoint), "pulumi up"].join("\n"),
      at,
      settings,
    );
    const group = emulator.objects.get("projects/my-project/regions/us-central1/instanceGroupManagers/search");
    expect(group?.updatePolicy).toMatchObject({ maxSurge: { fixed: 5 } });
    const [route] = emulator.objects.list("projects/my-project/global/routes/egress-");
    expect(route?.object).toMatchObject({ destRange: "0.0.0.0/0", tags: ["web"] });
    if (manager === "npm") {
      const asModule = `${markdownPrograms(page)[0] ?? ""}export const awaited = await Promise.resolve("at the top level");\n`;
      writeFileSync(join(at, "index.ts"), asModule);
      await typeCommands(`${toModule}pulumi up --skip-preview`, at, settings);
      expect(await typeCommands("pulumi stack output awaited", at, settings)).toContain("at the top level");
      await typeCommands("npm pkg delete type", at, settings);
      writeFileSync(join(at, "index.ts"), markdownPrograms(page)[0] ?? "");
      await applyInContainers(at, settings, emulator);
      await applyFirstExamples(at, settings, emulator);
    }
    const afterCrash = markdownCommands(readMarkdown("provider/docs/team.md")).join("");
    expect(afterCrash.trim().split("\n")).toHaveLength(4);
    expect(await typeCommands(afterCrash, at, settings)).toContain("Nothing was found that a run left behind.");
  },
);

/** Writes the files that `pulumi new` makes, as the page shows them for whom it has no network. */
function writeShownFiles(page: string, at: string): void {
  const shown = ["yaml", "json"].flatMap((language) => markdownPrograms(page, language));
  for (const [index, name] of Object.keys(programTemplate).entries()) writeFileSync(join(at, name), shown[index] ?? "");
}

/**
 * Does what the emulator's README says for Compose and GitHub Actions, but for the containers: each job has a state of its own, and
 * knows the emulator by its name.
 */
async function applyInContainers(at: string, settings: NodeJS.ProcessEnv, emulator: Emulator): Promise<void> {
  const page = readMarkdown("emulator/README.md");
  const [configure = ""] = markdownCommands(page).filter((text) => text.includes("gcp:allowPlainHttp"));
  await typeCommands(configure.replace("8461", new URL(emulator.url).port), at, settings);
  const jobs = [...page.matchAll(/^ +(?:command: \["|- run: )(pulumi .*?)(?:"\])?$/gm)].map(([, job = ""]) => job);
  expect(jobs).toHaveLength(2);
  const routes = () => emulator.objects.list("projects/my-project/global/routes/").map(({ path }) => path);
  const before = routes();
  for (const [index, job] of jobs.entries()) {
    const backend = `${at}-job-${String(index)}`;
    mkdirSync(backend);
    const inContainer = {
      PULUMI_BACKEND_URL: `file://${backend}`,
      PULUMI_CONFIG_PASSPHRASE: "",
      NODE_OPTIONS: `--require=${join(repository, "test/support/hostNames.cjs")}`,
    };
    expect(await typeCommands(job, at, { ...settings, ...inContainer })).toContain("created");
    // Each job has an emulator of its own there, and a stack of one name makes one name.
    for (const path of routes().filter((one) => !before.includes(one))) emulator.objects.delete(path);
  }
  await typeCommands("pulumi stack select dev", at, settings);
}

/** Applies the first example of each page of the reference, each in a file of its own. */
async function applyFirstExamples(at: string, settings: NodeJS.ProcessEnv, emulator: Emulator): Promise<void> {
  const paths = emulator.operations().map(({ path }) => path);
  const [operation] = paths.flatMap((path) => /regions\/us-central1\/operations\/(.+)/.exec(path)?.[1] ?? []);
  const pages = markdownFiles()
    // A provider of its own does not ask the emulator.
    .filter((file) => file.startsWith("provider/docs/reference/") && !file.endsWith("/Provider.md"))
    .map((file) => [basename(file, ".md"), markdownPrograms(readMarkdown(file))[0]] as const)
    .filter(([, program]) => program !== undefined);
  for (const [name, program = ""] of pages)
    writeFileSync(join(at, `${name}.ts`), program.replace(/"operation-[-0-9a-f]+"/, JSON.stringify(operation)));
  writeFileSync(join(at, "index.ts"), pages.map(([name]) => `export * as ${name} from "./${name}";\n`).join(""));
  await typeCommands("pulumi up", at, settings);
  const outputs = JSON.parse(await typeCommands("pulumi stack output --json", at, settings)) as object;
  expect(Object.keys(outputs)).toEqual(pages.map(([name]) => name));
}
