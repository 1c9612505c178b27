#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Settings } from "../../settings";
import { knownSecrets } from "../../shown/secrets";
import { message } from "../../shown/text";
import { planMarkdown } from "./markdown";
import { parsePlan } from "./plan";

const help = `Usage: pulumi-gce-plan [FILE]

Makes a summary in Markdown, for a comment on a pull request, of what \`pulumi preview --json\` printed:

  pulumi preview --json > plan.json
  npx pulumi-gce-plan plan.json > plan.md

It says what is created, updated, replaced and deleted, which arguments that is for, and what the resources warn of:
a range without a route, a rollout to instances. Without FILE it reads its input. It calls nobody.
`;

process.exitCode = main(process.argv.slice(2));

function main(args: string[]): number {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { help: { type: "boolean", short: "h", default: false } },
      allowPositionals: true,
    });
    if (values.help) {
      process.stdout.write(help);
      return 0;
    }
    if (positionals.length > 1) throw new Error("give one file, or none to read the input");
    rememberToken();
    process.stdout.write(planMarkdown(parsePlan(readFileSync(positionals[0] ?? 0, "utf8"))));
    return 0;
  } catch (error) {
    process.stderr.write(message(`pulumi-gce-plan: ${error instanceof Error ? error.message : String(error)}`) + "\n");
    return 2;
  }
}

/** A preview may have failed with a message that repeats it, and the comment is for many eyes. */
function rememberToken(): void {
  const credential = new Settings(() => undefined, process.env).credentials();
  if (credential.from === "accessToken") knownSecrets.add(credential.value.trim(), "token");
}
