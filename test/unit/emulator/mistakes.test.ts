import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Change } from "../../../emulator/src/operation";
import { Operations } from "../../../emulator/src/operations";

const change = (parts: Partial<Change>): Change => ({
  operationType: "insert",
  scope: "projects/p/global",
  target: "projects/p/global/routes/r",
  targetId: "1",
  land: () => undefined,
  ...parts,
});

const mistake = () => {
  throw new TypeError("land is lost");
};

describe("a mistake in the emulator itself", () => {
  const shown = vi.spyOn(console, "error");
  beforeEach(() => shown.mockReset().mockImplementation(() => undefined));
  afterEach(() => {
    expect(shown).toHaveBeenCalledWith("The emulator failed:", expect.any(TypeError));
  });

  it.each([0, 5])("ends an operation of %d ms as an internal error, and frees what it held", async (durationMs) => {
    const operations = new Operations();
    const failed = vi.fn();
    const started = operations.start(change({ land: mistake, fail: failed }), { durationMs, user: "u" });
    await operations.wait(started, 1_000, new AbortController().signal);
    expect(started.render()).toMatchObject({
      status: "DONE",
      httpErrorStatusCode: 500,
      error: { errors: [{ code: "INTERNAL_ERROR", message: "The emulator failed: land is lost" }] },
    });
    expect(failed).toHaveBeenCalledOnce();
    expect(operations.runningOn("projects/p/global/routes/r")).toBeUndefined();
  });
});
