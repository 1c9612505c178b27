import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Every Markdown file of this repository, by its path in it: those that are not committed yet among them. */
export function markdownFiles(): string[] {
  const options = ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"];
  return execFileSync("git", options, { cwd: repository, encoding: "utf8" }).split("\n").filter(Boolean);
}
