import { inspect } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { expect, it } from "vitest";
import { toFailure } from "../../../provider/src/functions/call/failure";
import { withoutStack } from "../../../provider/src/functions/forms/options";
import { Route } from "../../../provider/src/resources/route/route";

function thrownBy(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  throw new Error("Nothing was thrown.");
}

const thrown: readonly (readonly [what: string, error: () => Error])[] = [
  ["a function that failed", () => withoutStack(toFailure("getNetworkProfiles", new Error("the cause"))) as Error],
  ["a resource", () => thrownBy(() => new Route("r", {} as never, { version: "1.0.0" }))],
];

it.each(thrown)("what the SDK inspects in colors of %s has none, and costs nothing with any frame", (_what, error) => {
  const failure = error();
  expect(pulumi.RunError.isInstance(failure)).toBe(true);
  // With this frame and colors, some versions of Node go on until the memory is used up.
  failure.stack = `${failure.message}\n    at async applyHelperAsync (/app/node_modules/@pulumi/output.ts:516:25)`;
  const inspected = inspect(failure, { colors: true });
  expect(inspected).toContain(failure.message);
  expect(inspected).toContain("applyHelperAsync");
  expect(inspected).not.toContain("\u001b[");
  if (failure.cause !== undefined) expect(inspected).toContain("the cause");
});
