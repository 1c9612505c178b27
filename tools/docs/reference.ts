/** `npm run docs:reference`: writes the reference pages into provider/docs/reference. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { referenceFolder, referencePages } from "./pages";

const pages = await referencePages();
rmSync(referenceFolder, { recursive: true, force: true });
mkdirSync(referenceFolder, { recursive: true });
for (const [file, text] of pages) writeFileSync(join(referenceFolder, file), text);
