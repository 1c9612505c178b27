import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { setupCommands } from "../../emulator/src/clientEnvironment";
import { startEmulator } from "../../emulator/src/index";
import { combinations } from "../support/compatibility";
import { keyServiceOption } from "../support/keyService";
import { markdownCommands, markdownPrograms, readMarkdown, repository } from "../support/markdown";
import { installed, type PackageManager, packageManagers } from "../support/packageManagers";
import { packedPackage } from "../support/packedPackage";
import { quickAfterFirst, temporaryFolder } from "../support/pulumiEnvironment";
import { localTemplates, packagesOfTemplate } from "../support/pulumiTemplate";
import { typeCommands } from "../support/typedCommands";
import { copyInstallation, sharedFolder } from "../support/warmInstallations";

const readme = readMarkdown("README.md");
const installation = readMarkdown("provider/docs/installation.md");
const [, , pack = "", use = ""] = markdownCommands(readme);
const [afterCrash = ""] = markdownCommands(readMarkdown("provider/docs/team.md"));
const [program = ""] = markdownPrograms(readme);
const folder = temporaryFolder();

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it.each(packageManagers)(
  "README.md, by %s: leads from an empty folder to a program that is applied, and past a crash",
  async (manager) => {
    const emulator = await startEmulator({ seed: true });
    const [at, home] = [join(folder, manager), join(folder, `home-of-${manager}`)];
    for (const each of [at, home]) mkdirSync(each);
    const settings = {
      ...localTemplates(join(home, "templates")),
      ...settingsOf(home),
      ...quickAfterFirst(folder),
      ...(manager === "npm" ? {} : likeTheFirst()),
    };

    // The first block is what has packed the package for all of these tests.
    expect(pack).toBe("npm ci && npm pack --workspace provider --pack-destination ~\n");
    const [archive = ""] = /pulumi-gce-[\d.]+\.tgz/.exec(use) ?? [];
    copyFileSync(packedPackage(), join(home, archive));

    const [makeProject = "", ...lines] = use.trim().split("\n");
    await typeCommands(makeProject, at, settings);
    // All that installing downloads is there already, but for the package itself and what that depends on.
    const sdk = combinations.find((each) => each.manager === manager && each.kind === 0)?.sdk ?? "";
    const manifest = readFileSync(join(at, "package.json"));
    copyInstallation(await installed(manager, packagesOfTemplate(sdk)), at);
    writeFileSync(join(at, "package.json"), manifest);
    writeFileSync(join(at, "index.ts"), program);
    const own = lines.map((line) => (line === installLine("npm") ? installLine(manager) : line));
    expect(own).toContain(installLine(manager));
    await typeCommands([...own, ...setupCommands(emulator.endpoint), "pulumi up"].join("\n"), at, settings);
    const [route] = emulator.objects.list("projects/my-project/global/routes/egress-");
    expect(route?.object).toMatchObject({ destRange: "0.0.0.0/0", tags: ["web"] });
    if (manager === "npm")
      expect(await typeCommands(afterCrash, at, settings)).toContain("Nothing was found that a run left behind.");
    await emulator.close();
  },
);

/**
 * Types are checked, previews made and keys made from a passphrase in the same way, whoever has installed the package:
 * once is enough.
 */
function likeTheFirst(): NodeJS.ProcessEnv {
  return { PULUMI_NODEJS_TRANSPILE_ONLY: "true", PULUMI_OPTION_SKIP_PREVIEW: "true", ...keyServiceOption() };
}

/** The line that installs the archive with a package manager: npm's is in the block, those of others are on the page about that. */
function installLine(manager: PackageManager): string {
  const verb = manager === "npm" ? "install" : "add";
  const [line = ""] =
    new RegExp(`${manager} ${verb} \\S*pulumi-gce-[\\d.]+\\.tgz`).exec(manager === "npm" ? readme : installation) ?? [];
  return line;
}

/** A home of the reader's own, with the settings and the caches of this machine's package managers. */
function settingsOf(home: string): NodeJS.ProcessEnv {
  return {
    HOME: home,
    npm_config_userconfig: process.env.npm_config_userconfig ?? join(homedir(), ".npmrc"),
    npm_config_cache: process.env.npm_config_cache ?? join(homedir(), ".npm"),
    npm_config_store_dir: sharedFolder("pnpm"),
    // The commands of pnpm and Yarn.
    PATH: join(repository, "node_modules", ".bin"),
  };
}
