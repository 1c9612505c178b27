import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Every Markdown file of this repository, by its path in it; patterns such as `:!provider/docs/reference/*` leave some out. */
export function markdownFiles(...exceptions: string[]): string[] {
  return repositoryFiles("*.md", ...exceptions);
}

/** The files that match any of the patterns, those that are not committed yet among them. */
export function repositoryFiles(...patterns: string[]): string[] {
  const options = ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns];
  return execFileSync("git", options, { cwd: repository, encoding: "utf8" }).split("\n").filter(Boolean);
}
