/** `npm run bench:readme`: writes the figures of `bench/results` into README.md and other documents. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { documentsWithFigures, goalsTable } from "./support/goals";

const between = /(<!-- figures -->\n)[^]*?(<!-- \/figures -->)/;
for (const document of documentsWithFigures) {
  const file = fileURLToPath(new URL(`../${document}`, import.meta.url));
  writeFileSync(file, readFileSync(file, "utf8").replace(between, `$1\n${goalsTable(document)}\n\n$2`));
  execFileSync("npx", ["oxfmt", file], { stdio: "inherit" });
}
