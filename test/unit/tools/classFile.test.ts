import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { subnetworkPatch } from "../../../provider/src/resources/subnetworkPatch";
import { classFile } from "../../../tools/docs/classFile";
import { repository } from "../../../tools/docs/declarations";
import { DefinitionSource } from "../../../tools/docs/definitionSource";
import { KindTypes } from "../../../tools/docs/kindTypes";
import { isPatch } from "../../../tools/docs/patchTexts";

// The classes that are written are committed: declarations.test.ts beside this compares them.
const text = readFileSync(join(repository, "provider/src/resources/subnetworkPatch.ts"), "utf8");

function writeClass(definitionText: string): string {
  if (!isPatch(subnetworkPatch)) throw new Error("The definition patches no object.");
  const source = new DefinitionSource(new Map([["subnetworkPatch.ts", definitionText]]));
  const interfaces = { inputs: new Map(), outputs: new Map(), fractions: new Set<string>() };
  return classFile(subnetworkPatch, "subnetworkPatch", source, new KindTypes(source, interfaces));
}

it.each([
  ["a constant without a doc comment", /^\/\*\* The flow logs.*\n/m, "", "subnetworkLogConfig has no doc comment"],
  ["a member without a doc comment", /^ *\/\*\* Share of the flows.*\n/m, "", "flowSampling has no doc comment"],
  ["no source", /^ \* @source.*\n/m, "", "SubnetworkPatch: the doc comment of the definition has no @source."],
  ["an unknown tag", "@source", "@sauce", "A definition has no tag @sauce: the tags are "],
])("no class is written of a definition with %s", (_what, before, after, message) => {
  expect(writeClass(text)).toContain("export class SubnetworkPatch");
  expect(() => writeClass(text.replace(before, after))).toThrow(message);
});
