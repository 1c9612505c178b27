import { expect, it } from "vitest";
import { combinations } from "../support/compatibility";
import { applyPackedProgram } from "./packedProgram";

it("the packed package, installed by npm, serves a CommonJS program: up, an empty second up, and destroy", async () => {
  const [first] = combinations;
  await applyPackedProgram(first ?? expect.fail("There is no combination."));
});
