import { existsSync } from "node:fs";
import { join } from "node:path";

/** The folder of this package: from a room of `src` or `dist`, and from a bundle in `lib`. */
export const packageFolder = join(__dirname, existsSync(join(__dirname, "../package.json")) ? ".." : "../..");
