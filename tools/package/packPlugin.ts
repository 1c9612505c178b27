/**
 * `npm run pack:plugin -- FOLDER`: packs the plugin that `npm run build` has made, as a release has it and `pulumi plugin install --file`
 * takes it.
 *
 * One program of Node runs everywhere, so all archives are the same. Each has a name by which the CLI asks a server for the plugin of
 * its own platform. Archives of the same sources are equal, byte by byte.
 */
import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { create } from "tar";
import { version } from "../../provider/src/version";

const root = fileURLToPath(new URL("../..", import.meta.url));
const plugin = "provider/lib/plugin";

/** The platforms that the CLI runs on, as it writes them. */
const platforms = ["darwin", "linux", "windows"].flatMap((system) => [`${system}-amd64`, `${system}-arm64`]);

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder of the archives: npm run pack:plugin -- FOLDER");
mkdirSync(folder, { recursive: true });
const [first = "", ...others] = platforms.map((platform) =>
  resolve(folder, `pulumi-resource-gce-v${version}-${platform}.tar.gz`),
);
create(
  {
    sync: true,
    file: first,
    cwd: root,
    gzip: true,
    // Nothing of this machine: no owner, and the time that npm writes into its archives.
    portable: true,
    mtime: new Date("1985-10-26T08:15:00Z"),
    onWriteEntry: (entry) => {
      // The engine looks for the program at the top.
      entry.path = basename(entry.path);
    },
  },
  [
    ...readdirSync(join(root, plugin))
      .sort()
      .map((name) => `${plugin}/${name}`),
    "provider/lib/licenses.txt",
    "LICENSE",
  ],
);
for (const other of others) copyFileSync(first, other);
