import { require as requireSource } from "tsx/cjs/api";
import { describe, expect, it } from "vitest";
import type { DynamicProvider } from "../../../provider/src/engine/dynamic/provider";

// Loaded as CommonJS, as the engine's provider process loads it.
const entry = requireSource("../../../provider/src/engine/dynamic/entry.ts", import.meta.url) as Record<
  string,
  DynamicProvider | undefined
>;

describe("the entry that states name", () => {
  it("has a provider for every kind of the registry", () => {
    const { registry } = requireSource("../../../provider/src/engine/steps/registry.ts", import.meta.url) as {
      registry: Record<string, () => { kind: string }>;
    };
    expect(Object.keys(registry)).toContain("Route");
    for (const [kind, load] of Object.entries(registry)) {
      expect(load().kind).toBe(kind);
      for (const method of ["configure", "check", "diff", "create", "read", "update", "delete"] as const) {
        expect(entry[kind]?.[method], `${kind}.${method}`).toBeTypeOf("function");
      }
    }
  });

  it("says of a kind that it does not know which version would", () => {
    expect(() => entry.Teapot).toThrow(
      "This version of pulumi-gce does not know gce:Teapot: the state was written by a newer one. Upgrade pulumi-gce.",
    );
  });
});
