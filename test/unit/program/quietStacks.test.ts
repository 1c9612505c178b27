import { describe, expect, it } from "vitest";
import { quietStacks } from "../../../provider/src/program/quietStacks";

describe("quietStacks", () => {
  it("stops the recording of stack traces, and brings it back as it was", () => {
    const before = Error.stackTraceLimit;
    const stacks = quietStacks();
    expect(new Error("quiet").stack).toBe("Error: quiet");
    stacks.restore();
    expect(Error.stackTraceLimit).toBe(before);
    expect(new Error("loud").stack).toContain("quietStacks.test.ts");
  });

  it("gives an error that was thrown in between a stack that leads to the caller", () => {
    const stacks = quietStacks();
    const traced = stacks.traced(new Error("missing resource name"));
    expect(traced).toBeInstanceOf(Error);
    expect((traced as Error).message).toBe("missing resource name");
    expect((traced as Error).stack).toContain("quietStacks.test.ts");
  });

  it("leaves everything on when promise leaks are being debugged", () => {
    process.env.PULUMI_DEBUG_PROMISE_LEAKS = "true";
    try {
      const stacks = quietStacks();
      expect(new Error("loud").stack).toContain("quietStacks.test.ts");
      stacks.restore();
    } finally {
      delete process.env.PULUMI_DEBUG_PROMISE_LEAKS;
    }
  });
});
