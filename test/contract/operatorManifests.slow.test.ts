import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import type { StackObject } from "../../examples/many-stacks/kubernetes/stackObject";
import { operatorSchemas } from "./operatorSchemas";

const manifests = new URL("../../examples/many-stacks/kubernetes/stacks.yaml", import.meta.url);

it("the objects of the many stacks fit the schema that the Pulumi Kubernetes Operator publishes", async ({ skip }) => {
  const found = await operatorSchemas();
  if ("missing" in found) return skip(found.missing);
  const { objections } = found;
  const objects = parseAllDocuments(readFileSync(manifests, "utf8")).map((each) => each.toJS() as StackObject);
  expect(objects.length).toBeGreaterThan(1);
  expect(objects.flatMap(objections)).toEqual([]);
  // The schema is one that finds a mistake.
  const misspelt = { ...structuredClone(objects[0] ?? expect.fail()) };
  Object.assign(misspelt.spec, { repositoryDir: "routes" });
  expect(objections(misspelt)).toEqual([".spec: unknown field repositoryDir"]);
});
