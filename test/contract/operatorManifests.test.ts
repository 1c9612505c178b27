import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import type { StackObject } from "../../examples/many-stacks/kubernetes/stackObject";
import { operatorSchemas, type Objections } from "../support/operatorSchemas";

const manifests = fileURLToPath(new URL("../../examples/many-stacks/kubernetes/stacks.yaml", import.meta.url));
const objects = parseAllDocuments(readFileSync(manifests, "utf8")).map((each) => each.toJS() as StackObject);
const schemas = operatorSchemas();

/** One change of a manifest, and what the schema says of it. */
const mistakes: readonly [string, (spec: Record<string, unknown>) => void, string][] = [
  [
    "a misspelt field",
    (spec) => {
      spec.repositoryDir = "routes";
    },
    ".spec: unknown field repositoryDir",
  ],
  [
    "a misspelt field of the workspace",
    (spec) => {
      spec.workspaceTemplate = { spec: { images: "pulumi/pulumi" } };
    },
    ".spec.workspaceTemplate.spec: unknown field images",
  ],
  [
    "a number as text",
    (spec) => {
      spec.retryMaxBackoffDurationSeconds = "3600";
    },
    ".spec.retryMaxBackoffDurationSeconds: should be integer",
  ],
  [
    "a secret without a key",
    (spec) => {
      spec.envRefs = { PULUMI_ACCESS_TOKEN: { type: "Secret", secret: { name: "pulumi" } } };
    },
    ".spec.envRefs['PULUMI_ACCESS_TOKEN'].secret: should have required property 'key'",
  ],
  [
    "no stack",
    (spec) => {
      delete spec.stack;
    },
    ".spec: should have required property 'stack'",
  ],
];

async function published(skip: (reason: string) => never): Promise<Objections> {
  const found = await schemas;
  return "missing" in found ? skip(found.missing) : found.objections;
}

it("the objects of the many stacks fit the schema that the Pulumi Kubernetes Operator publishes", async ({ skip }) => {
  const objections = await published(skip);
  expect(objects.length).toBeGreaterThan(1);
  expect(objects.flatMap(objections)).toEqual([]);
});

it.for(mistakes)("%s is refused", async ([, mistake, objection], { skip }) => {
  const objections = await published(skip);
  const [object] = structuredClone(objects);
  if (object === undefined) throw new Error(`${manifests} has no object`);
  mistake(object.spec as unknown as Record<string, unknown>);
  expect(objections(object)).toEqual([objection]);
});
