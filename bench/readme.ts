/** `npm run bench:readme`: writes the figures of `bench/results` into README.md. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { goalsTable } from "./support/goals";

const readme = fileURLToPath(new URL("../README.md", import.meta.url));
const between = /(<!-- figures -->\n)[^]*?(<!-- \/figures -->)/;
writeFileSync(readme, readFileSync(readme, "utf8").replace(between, `$1\n${goalsTable()}\n\n$2`));
execFileSync("npx", ["prettier", "--write", readme], { stdio: "inherit" });
