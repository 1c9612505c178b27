import { describe, expect, it } from "vitest";
import { breakingChanges } from "../../../tools/docs/breakingChanges";
import type { PackageSchema } from "../../../tools/docs/schema";

const text = { type: "string" };
const color = { $ref: "#/types/gce:index:Color" };
const shape = { $ref: "#/types/gce:index:Shape" };
const size = { $ref: "#/types/gce:index:Size" };

const red = { value: "RED", name: "Red" };
const listOf = (items: object) => ({ type: "array", items });
const mapOf = (additionalProperties: object) => ({ type: "object", additionalProperties });

/** A schema of one resource and one function; a program gives a `Shape`, and reads a `Size`. */
const old = {
  name: "gce",
  version: "1.0.0",
  config: { variables: { project: text } },
  provider: { inputProperties: { project: text } },
  types: {
    "gce:index:Color": { type: "string", enum: [red, { value: "BLUE" }] },
    "gce:index:Shape": { type: "object", properties: { color, corners: { type: "integer" } }, required: ["color"] },
    "gce:index:Size": { type: "object", properties: { width: text, height: text }, required: ["width"] },
  },
  resources: {
    "gce:index:Box": {
      inputProperties: { name: text, shape, tags: listOf(color), palette: mapOf(color) },
      requiredInputs: ["shape"],
      properties: { name: text, link: text },
      required: ["link"],
    },
  },
  functions: {
    "gce:index:getBox": {
      inputs: { properties: { name: text }, required: [] },
      outputs: { properties: { size }, required: ["size"] },
    },
  },
} satisfies PackageSchema;

/** The old schema with another value at a path; without it, where there is none. */
function withValue(path: string, value?: unknown): PackageSchema {
  const copy = structuredClone(old) as unknown as Record<string, unknown>;
  const keys = path.split("/");
  const last = keys.pop() ?? "";
  const parent = keys.reduce((part, key) => part[key] as Record<string, unknown>, copy);
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else parent[last] = value;
  return copy as unknown as PackageSchema;
}

/** The sentence about a member that has another type. */
const retyped = (member: string, before: object, after: object) =>
  `The type gce:index:${member} had the type ${JSON.stringify(before)}, and has the type ${JSON.stringify(after)} now.`;

const either = { oneOf: [text, color] };
const number = { type: "number" };
const crimson = { value: "RED", name: "Crimson" };
const corners = "types/gce:index:Shape/properties/corners";
const box = "resources/gce:index:Box";
const getBox = "functions/gce:index:getBox";

describe("breakingChanges", () => {
  it.each<[string, unknown, string]>([
    ["config/variables/project", undefined, "The configuration: the input project is gone."],
    [box, undefined, "The resource gce:index:Box is gone."],
    [getBox, undefined, "The function gce:index:getBox is gone."],
    ["types/gce:index:Color", undefined, "The type gce:index:Color is gone."],
    [`${box}/inputProperties/name`, undefined, "The resource gce:index:Box: the input name is gone."],
    [`${box}/properties/name`, undefined, "The resource gce:index:Box: the output name is gone."],
    ["types/gce:index:Size/properties/height", undefined, "The type gce:index:Size: the output height is gone."],
    [corners, undefined, "The type gce:index:Shape: the input corners is gone."],
    [corners, number, retyped("Shape: the input corners", { type: "integer" }, number)],
    [`${box}/requiredInputs`, ["shape", "name"], "The resource gce:index:Box: the input name is required now."],
    ["types/gce:index:Shape/required", ["color", "x"], "The type gce:index:Shape: the input x is required now."],
    [`${box}/required`, [], "The resource gce:index:Box: the output link can be absent now."],
    ["types/gce:index:Size/required", [], "The type gce:index:Size: the output width can be absent now."],
    ["types/gce:index:Color/enum", [red], "The type gce:index:Color: the value BLUE is gone."],
    [
      "types/gce:index:Color/enum",
      [crimson, { value: "BLUE" }],
      "The type gce:index:Color: the value RED had the name Red, and has the name Crimson now.",
    ],
    ["types/gce:index:Shape/properties/color", text, retyped("Shape: the input color", color, text)],
    ["types/gce:index:Size/properties/width", either, retyped("Size: the output width", text, either)],
  ])("finds a change of %s to %j", (path, value, sentence) => {
    expect(breakingChanges(old, withValue(path, value))).toEqual([sentence]);
  });

  it.each<[string, unknown]>([
    ["version", "1.1.0"],
    ["config/variables/zone", text],
    ["resources/gce:index:Bag", old.resources["gce:index:Box"]],
    [`${box}/inputProperties/label`, text],
    [`${box}/inputProperties/name`, { ...text, description: "Its name.", willReplaceOnChanges: true }],
    [`${box}/requiredInputs`, []],
    [`${box}/required`, ["link", "name"]],
    ["types/gce:index:Color/enum", [{ value: "GREEN" }, red, { value: "BLUE", name: "Blue" }]],
    ["types/gce:index:Shape/properties/color", either],
    [`${box}/inputProperties/tags`, listOf(either)],
    [`${box}/inputProperties/palette`, mapOf(either)],
    ["types/gce:index:Shape/required", []],
    ["types/gce:index:Size/required", ["width", "height"]],
  ])("finds nothing in a change of %s to %j", (path, value) => {
    expect(breakingChanges(old, withValue(path, value))).toEqual([]);
  });
});
