import { join } from "node:path";

/** The folder of this package: from `src`, from `dist` and from a bundle in `lib` alike. */
export const packageFolder = join(__dirname, "..");
