import { parseArgs } from "node:util";
import { Settings } from "../../settings/settings";
import { thrownText } from "../../messages/inspection";
import { ownCommand } from "../../messages/installation";
import { knownSecrets } from "../../messages/secrets";
import { message } from "../../messages/text";
import { readInputFile } from "../inputFile";
import type { Terminal } from "../terminal";
import { planMarkdown } from "./markdown";
import { parsePlan } from "./plan";

const help = `Usage: pulumi-gce plan [--marker TEXT] [FILE]

Turns the output of \`pulumi preview --json\` into a Markdown summary, for a comment on a pull request:

  PULUMI_ENABLE_STREAMING_JSON_PREVIEW=true pulumi preview --json > plan.json
  ${ownCommand} plan plan.json > plan.md

Without the variable, the preview tells neither the outputs of the stack that change nor what policy packs say. Without
FILE, the command reads its input. It makes no request.

  --marker TEXT   begins with a hidden line, by which a workflow finds its own comment again
`;

/** Prints the summary of a preview, and returns the exit code. */
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
    // A preview may have failed with a message that repeats the token, and the comment is for many eyes.
    const credential = new Settings(() => undefined, process.env).credentials();
    if (credential.from === "accessToken") knownSecrets.add(credential.value.trim(), "token");
    // A comment of HTML, which no text can leave.
    const marker = values.marker?.replace(/[^\w ./-]|-(?=-)/g, "_");
    if (marker !== undefined) to.out(`<!-- pulumi-gce plan: ${marker} -->\n`);
    to.out(planMarkdown(parsePlan(readInputFile(positionals[0] ?? 0))));
    return 0;
  } catch (error) {
    to.error(message(`pulumi-gce plan: ${thrownText(error)}`) + "\n");
    return 2;
  }
}
