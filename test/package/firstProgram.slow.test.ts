import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { setupCommands } from "../../emulator/src/clientEnvironment";
import { startEmulator } from "../../emulator/src/index";
import { markdownCommands, markdownPrograms, readMarkdown } from "../support/markdown";
import { bunFolder, ownCommand, registrySettings } from "../support/packageManagers";
import { packedPackage } from "../support/packedPackage";
import { temporaryFolder } from "../support/pulumiEnvironment";
import { typeCommands } from "../support/typedCommands";

/** The template of `pulumi new typescript`, as far as it matters here. */
const template: Readonly<Record<string, string>> = {
  "Pulumi.yaml": "name: ${PROJECT}\nruntime: nodejs\ntemplate:\n  description: A minimal TypeScript Pulumi program\n",
  "package.json": JSON.stringify({
    name: "${PROJECT}",
    main: "index.ts",
    devDependencies: { "@types/node": "^18", typescript: "^5.0.0" },
    dependencies: { "@pulumi/pulumi": "^3.113.0" },
  }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: { strict: true, target: "es2020", module: "nodenext", moduleResolution: "nodenext" },
    files: ["index.ts"],
  }),
};

/** Settings with which the CLI takes templates from a repository in this folder, and asks no server. */
function localTemplates(folder: string): NodeJS.ProcessEnv {
  mkdirSync(join(folder, "typescript"), { recursive: true });
  for (const [name, text] of Object.entries(template)) writeFileSync(join(folder, "typescript", name), text);
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
  "README.md leads from an empty folder to an applied program with $manager",
  async ({ install, setting }) => {
    const [folder, emulator] = [temporaryFolder(), await startEmulator({ seed: true })];
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
    const readme = readMarkdown("README.md");
    const [, , pack = "", use = "", start = "", configure = ""] = markdownCommands(readme);
    // What this block packs, the set-up of these tests has packed. The CLI is on their PATH.
    expect(pack).toContain("npm ci && npm pack --workspace provider --workspace emulator --pack-destination ~\n");
    const [archive = "", ofEmulator = ""] = use.match(/pulumi-gce[-a-z]*-[\d.]+\.tgz/g) ?? [];
    copyFileSync(packedPackage(), join(home, archive));
    copyFileSync(packedPackage("emulator"), join(home, ofEmulator));
    expect(configure.trim().split("\n")).toEqual(setupCommands("http://127.0.0.1:8461/compute/v1"));

    const [makeProject = "", ...lines] = use
      .replace(/^npm install .*$/m, (line) => install ?? line)
      .trim()
      .split("\n");
    await typeCommands(makeProject, at, settings);
    if (setting !== undefined) writeFileSync(join(at, ".yarnrc.yml"), setting);
    writeFileSync(join(at, "index.ts"), markdownPrograms(readme)[0] ?? "");
    const [command = ""] = start.trim().split(" --seed");
    await typeCommands(
      [...lines, `${command} --version`, ...setupCommands(emulator.endpoint), "pulumi up"].join("\n"),
      at,
      settings,
    );
    const group = emulator.objects.get("projects/my-project/regions/us-central1/instanceGroupManagers/search");
    expect(group?.updatePolicy).toMatchObject({ maxSurge: { fixed: 3 } });
    const [route] = emulator.objects.list("projects/my-project/global/routes/egress-");
    expect(route?.object).toMatchObject({ destRange: "0.0.0.0/0", tags: ["web"] });
    const [afterCrash = ""] = markdownCommands(readMarkdown("provider/docs/team.md"));
    expect(await typeCommands(afterCrash, at, settings)).toContain("Nothing was found that a run left behind.");
  },
);
