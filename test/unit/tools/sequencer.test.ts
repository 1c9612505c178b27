import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { placeOf, startOrder } from "../../../tools/tests/sequencer";

describe("the order in which the files of the tests start", () => {
  it.each(startOrder)("%s is there", (path) => {
    expect(existsSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)))).toBe(true);
  });

  it("goes by the entry that says most about a file", () => {
    expect(placeOf("test/faults/cli.test.ts")).toBe(0);
    expect(placeOf("test/faults/soak.test.ts")).toBe(startOrder.indexOf("test/faults"));
    expect(placeOf("test/faultsOfOthers.test.ts")).toBe(startOrder.length);
  });
});
