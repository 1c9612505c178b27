import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { bringBack, defects } from "../../simulation/defects";

it("each fixed defect can be brought back, and has a name of its own", () => {
  for (const defect of defects) {
    const text = readFileSync(new URL(`../../../provider/src/${defect.file}`, import.meta.url), "utf8");
    expect(bringBack(text, defect), defect.name).not.toBe(text);
  }
  expect(new Set(defects.map(({ name }) => name)).size).toBe(defects.length);
});
