import { it } from "vitest";
import { combinations } from "../support/compatibility";
import { applyPackedProgram, programKinds } from "./packedProgram";

it.each(combinations.slice(1).map((combination) => ({ ...combination, title: programKinds[combination.kind]?.title })))(
  "the packed package, installed beside @pulumi/pulumi $sdk, serves $title on Node $node",
  applyPackedProgram,
);
