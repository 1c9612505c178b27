import * as pulumi from "@pulumi/pulumi";
import { afterEach, expect, it, vi } from "vitest";
import { warnUnknownConfigKeys } from "../../../provider/src/program/unknownConfigKeys";

afterEach(() => {
  vi.restoreAllMocks();
});

/** The warnings that a program of that stack gets on its configuration. */
function readWarnings(stack: string, ...keys: string[]): string[] {
  vi.restoreAllMocks();
  vi.spyOn(pulumi, "getStack").mockReturnValue(stack);
  vi.spyOn(pulumi.runtime, "allConfig").mockReturnValue(Object.fromEntries(keys.map((key) => [key, "a value"])));
  const warn = vi.spyOn(pulumi.log, "warn").mockResolvedValue();
  warnUnknownConfigKeys();
  warnUnknownConfigKeys();
  return warn.mock.calls.map(([message]) => message);
}

it.each([
  ["gcp:projct", "gcp:project"],
  ["gcp:project_id", "gcp:project"],
  ["gcp:computeEndpoint", "gcp:computeCustomEndpoint"],
  ["gcp:default-labels", "gcp:defaultLabels"],
])("%s is reported once for a stack, with %s, and no value", (key, suggestion) => {
  const messages = readWarnings(`stack of ${key}`, key);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toContain(`${key} is configured, but is not a setting. Did you mean ${suggestion}? `);
  expect(messages[0]).not.toContain("a value");
  expect(readWarnings("another stack", key)).toHaveLength(1);
});

it("keys of other packages cause no warning", () => {
  const keys = [
    "gcp:project",
    "gcp:disableGlobalProjectWarning",
    "gcp:batching",
    "gcp:pscEndpoint",
    "app:projct",
    "aws:region",
  ];
  expect(readWarnings("shared", ...keys)).toEqual([]);
});

it("a key that has marks and commands in it is shown as it is, and quoted in the commands", () => {
  const [message = "", ...more] = readWarnings("attacked", "gcp:pro\u202e;ject");
  expect(more).toEqual([]);
  expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(message).toContain(
    "Run: pulumi config rm $'gcp:pro\\xe2\\x80\\xae;ject', and: pulumi config set gcp:project <value>",
  );
});
