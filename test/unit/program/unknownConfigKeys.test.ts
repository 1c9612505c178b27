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
