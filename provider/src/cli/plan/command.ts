import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Settings } from "../../settings/settings";
import { knownSecrets } from "../../shown/secrets";
import { message } from "../../shown/text";
import type { Terminal } from "../terminal";
import { planMarkdown } from "./markdown";
import { parsePlan } from "./plan";

const help = `Usage: pulumi-gce plan [--marker TEXT] [FILE]

Turns the output of \`pulumi preview --json\` into a Markdown summary, for a comment on a pull request:

  pulumi preview --json > plan.json
  npx pulumi-gce plan plan.json > plan.md

The summary shows the resources that Pulumi creates, updates, replaces and deletes, the arguments that cause this, and
the warnings of the resources, such as a rollout to instances. Without FILE, the command reads its input. It makes no
request.

  --marker TEXT   starts with a hidden line, so that a workflow finds its own comment again: give each workflow and
                  stack a different text
`;

/** Prints the summary of a preview, and returns the exit code. Its Markdown has been through the gate, part by part. */
export function plan(args: readonly string[], to: Terminal): number {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { help: { type: "boolean", short: "h", default: false }, marker: { type: "string" } },
      allowPositionals: true,
    });
    if (values.help) {
      to.out(help);
      return 0;
    }
    if (positionals.length > 1) throw new Error("give one file, or no file to read the input");
    rememberToken();
    to.out(markerLine(values.marker) + planMarkdown(parsePlan(readFileSync(positionals[0] ?? 0, "utf8"))));
    return 0;
  } catch (error) {
    to.error(message(`pulumi-gce plan: ${error instanceof Error ? error.message : String(error)}`) + "\n");
    return 2;
  }
}

/** A comment of HTML, which no text can leave. */
function markerLine(marker: string | undefined): string {
  return marker === undefined ? "" : `<!-- pulumi-gce plan: ${marker.replace(/[^\w ./-]|-(?=-)/g, "_")} -->\n`;
}

/** A preview may have failed with a message that repeats it, and the comment is for many eyes. */
function rememberToken(): void {
  const credential = new Settings(() => undefined, process.env).credentials();
  if (credential.from === "accessToken") knownSecrets.add(credential.value.trim(), "token");
}
