import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startEmulator } from "../../emulator/src/index";
import { setupCommands } from "../../emulator/src/clientEnvironment";
import { markdownCommands, markdownPrograms, readMarkdown } from "../support/markdown";
import { packedPackage } from "../support/packedPackage";
import { temporaryFolder } from "../support/pulumiEnvironment";
import { localTemplates } from "../support/pulumiTemplate";
import { typeCommands } from "../support/typedCommands";

it("README.md leads from an empty folder to a program that is applied, and past a crash", async () => {
  const [folder, emulator] = [temporaryFolder(), await startEmulator({ seed: true })];
  onTestFinished(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const [at, home] = [join(folder, "program"), join(folder, "home")];
  for (const each of [at, home]) mkdirSync(each);
  const settings = {
    ...localTemplates(join(home, "templates")),
    // A home of the reader's own, with the settings and the cache of this machine's npm.
    HOME: home,
    npm_config_userconfig: process.env.npm_config_userconfig ?? join(homedir(), ".npmrc"),
    npm_config_cache: process.env.npm_config_cache ?? join(homedir(), ".npm"),
  };
  const readme = readMarkdown("README.md");
  const [, , pack = "", use = ""] = markdownCommands(readme);
  // What this block packs, the set-up of these tests has packed.
  expect(pack).toBe("npm ci && npm pack --workspace provider --pack-destination ~\n");
  const [archive = ""] = /pulumi-gce-[\d.]+\.tgz/.exec(use) ?? [];
  copyFileSync(packedPackage(), join(home, archive));

  const [makeProject = "", ...lines] = use.trim().split("\n");
  await typeCommands(makeProject, at, settings);
  // The template lets any SDK in; the newest needs a newer Node than some.
  const manifest = join(at, "package.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace(/("@pulumi\/pulumi":) *"[^"]*"/, '$1"3.245.0"'));
  writeFileSync(join(at, "index.ts"), markdownPrograms(readme)[0] ?? "");
  await typeCommands([...lines, ...setupCommands(emulator.endpoint), "pulumi up"].join("\n"), at, settings);
  const [route] = emulator.objects.list("projects/my-project/global/routes/egress-");
  expect(route?.object).toMatchObject({ destRange: "0.0.0.0/0", tags: ["web"] });
  const [afterCrash = ""] = markdownCommands(readMarkdown("provider/docs/team.md"));
  expect(await typeCommands(afterCrash, at, settings)).toContain("Nothing was left behind.");
});
