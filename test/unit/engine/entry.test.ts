import { require as requireSource } from "tsx/cjs/api";
import { expect, it } from "vitest";

it("the entry that states name says of a kind that it does not know which version would", () => {
  // Loaded as CommonJS, as the engine's provider process loads it.
  const entry = requireSource("../../../provider/src/engine/dynamic/entry.ts", import.meta.url) as { Teapot?: unknown };
  expect(() => entry.Teapot).toThrow(
    "This version of pulumi-gce does not know gce:Teapot: the state was written by a newer one. Upgrade pulumi-gce.",
  );
});
