import { copyFileSync, linkSync, mkdirSync, statSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
const executables = {
  cli: "pulumi",
  languageHost: "pulumi-language-nodejs",
  launcher: "pulumi-resource-pulumi-nodejs",
};
import { pulumiToolchain } from "../../../tools/pulumi/toolchain";
import { inOneStep } from "../inOneStep";

const script = fileURLToPath(new URL("pulumi-resource-pulumi-nodejs", import.meta.url));
const cache = fileURLToPath(new URL("../../../node_modules/.cache/hot-plugin", import.meta.url));

let made: Promise<string> | undefined;

/**
 * The folder of a CLI with our script in place of Pulumi's.
 *
 * The CLI prefers the plugin beside itself, and warns of another one on PATH, so the CLI is there too: the same file.
 */
export function commandFolder(): Promise<string> {
  return (made ??= make());
}

async function make(): Promise<string> {
  const { directory, command } = await pulumiToolchain();
  const { ino, mtimeMs } = statSync(command);
  const about = ["bin", directory, ino, mtimeMs, statSync(script).mtimeMs].join(" ");
  const place = join(cache, createHash("sha256").update(about).digest("hex").slice(0, 16));
  // The Automation API looks for the CLI in a folder of this name.
  const folder = join(place, "bin");
  inOneStep(place, (draft) => {
    mkdirSync(join(draft, "bin"));
    for (const name of [executables.cli, executables.languageHost])
      linkOrCopy(join(directory, name), join(draft, "bin", name));
    copyFileSync(script, join(draft, "bin", executables.launcher));
  });
  return folder;
}

/** A link costs nothing, and is not possible everywhere. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
