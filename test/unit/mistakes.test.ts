import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mockResources } from "../support/functionCalls";
import { argumentMistakes } from "../support/mistakes/arguments";
import { configurationMistakes } from "../support/mistakes/configuration";
import { MistakeLane, type Make, type Mistakes } from "../support/mistakes/lane";
import { serviceMistakes } from "../support/mistakes/service";

/** The likeliest mistakes, by what they are about. */
const mistakes: Readonly<Record<string, Mistakes>> = {
  "Arguments of resources and functions": argumentMistakes,
  Configuration: configurationMistakes,
  "Credentials, refusals and deadlines": serviceMistakes,
};
const every = Object.values(mistakes).flatMap((group) => Object.entries(group));

const file = join(import.meta.dirname, "../support/mistakes/messages.txt");

/** Longest first line, in characters, without what the CLI puts before it. */
const longestFirstLine = 120;

/** The words that a person has not written and cannot look up: frames of a stack, files, classes and members of ours. */
const internal =
  /\n\s+at |node_modules|\/dist\/|\.[jt]s:\d|\b[A-Z]\w+(?:Error|Failure|Kind)\b|(?<!leave it out \()undefined|\[object|<nil>|__\w|identityIn/;

describe("the likeliest mistakes", () => {
  const messages = new Map<string, string>();
  const environment = { ...process.env };

  beforeAll(async () => {
    // Tests of the same process may have left mocks, which functions would ask.
    await mockResources();
    for (const name of Object.keys(process.env).filter((key) => /^(GOOGLE|GCLOUD|CLOUDSDK|USER_PROJECT)_/.test(key)))
      Reflect.deleteProperty(process.env, name);
    // One after the other: functions have the configuration of the process.
    for (const [title, mistake] of every) messages.set(title, await messageOf(mistake));
  });

  afterAll(() => {
    Object.assign(process.env, environment);
  });

  async function messageOf(make: Make): Promise<string> {
    const lane = await MistakeLane.open();
    try {
      return await make(lane);
    } finally {
      await lane.close();
    }
  }

  it.each(every)("%s: has a short first line, and nothing internal", (title) => {
    const message = messages.get(title) ?? "";
    expect(message).not.toMatch(internal);
    const [first = ""] = message.split("\n");
    expect(first.length, first).toBeLessThanOrEqual(longestFirstLine);
    expect(message).not.toContain("\u001b");
  });

  it("are word by word as before (npx vitest run --project unit test/unit/mistakes.test.ts -u)", async () => {
    const groups = Object.entries(mistakes).map(([name, group]) =>
      [`# ${name}`, ...Object.keys(group).map((title) => `## ${title}\n\n${stable(messages.get(title) ?? "")}`)].join(
        "\n\n",
      ),
    );
    await expect(`${groups.join("\n\n")}\n`).toMatchFileSnapshot(file);
  });
});

/** Without what is another in every run. */
function stable(message: string): string {
  return message
    .replaceAll(/operation-[0-9a-f-]+/g, "operation-…")
    .replaceAll(/numeric id \d+, created \S+/g, "numeric id 1…, created 2026-…")
    .replaceAll(/http:\/\/127\.0\.0\.1:(?!8461|9\b)\d+/g, "http://127.0.0.1:8461");
}
