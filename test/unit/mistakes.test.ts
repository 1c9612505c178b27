import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mockResources } from "../support/functionCalls";
import { repository } from "../support/markdown";
import { MistakeLane } from "../support/mistakes/lane";
import { mistakes, type Mistake } from "../support/mistakes/mistakes";
import { withMessages } from "../support/mistakes/page";

const page = join(repository, "provider", "docs", "troubleshooting.md");
const every = Object.values(mistakes).flat();

/** Longest first line, in characters, without what the CLI puts before it. */
const longestFirstLine = 120;

/** What a person has not written and cannot look up: frames of a stack, files, classes and members of ours. */
const internal =
  /\n\s+at |node_modules|\/dist\/|\.[jt]s:\d|\b[A-Z]\w+(?:Error|Failure|Kind)\b|undefined|\[object|<nil>|__\w|identityIn/;

describe("the likeliest mistakes", () => {
  const messages = new Map<string, string>();
  const environment = { ...process.env };

  beforeAll(async () => {
    // Tests of the same process may have left mocks, which functions would ask.
    await mockResources();
    for (const name of Object.keys(process.env).filter((key) => /^(GOOGLE|GCLOUD|CLOUDSDK|USER_PROJECT)_/.test(key)))
      Reflect.deleteProperty(process.env, name);
    // One after the other: functions have the configuration of the process.
    for (const mistake of every) messages.set(mistake.title, await made(mistake));
  }, 60_000);

  afterAll(() => {
    Object.assign(process.env, environment);
  });

  async function made({ make }: Mistake): Promise<string> {
    const lane = await MistakeLane.open();
    try {
      return await make(lane);
    } finally {
      await lane.close();
    }
  }

  it.each(every)("$title: says what is wrong, what is allowed, and what to type", ({ title, names, says }) => {
    const message = messages.get(title) ?? "";
    for (const part of [...names, ...says]) expect(message).toContain(part);
    expect(message).not.toMatch(internal);
    const [first = ""] = message.split("\n");
    expect(first.length, first).toBeLessThanOrEqual(longestFirstLine);
    expect(message).not.toContain("\u001b");
  });

  it("are shown in provider/docs/troubleshooting.md (npx vitest run -u test/unit/mistakes.test.ts)", async () => {
    await expect(withMessages(readFileSync(page, "utf8"), messages)).toMatchFileSnapshot(page);
  });
});
