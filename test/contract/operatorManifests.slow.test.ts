import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv from "ajv";
import { expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import type { StackObject } from "../../examples/many-stacks/kubernetes/stackObject";

const manifests = new URL("../../examples/many-stacks/kubernetes/stacks.yaml", import.meta.url);
/** Its schemas are large and not ours, so that they are not kept here. Go checks the download against its own checksums. */
const operator = "github.com/pulumi/pulumi-kubernetes-operator/v2@v2.9.0";

interface Definition {
  readonly spec: {
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: object } }[];
  };
}

it("the objects of the many stacks fit the schema that the Pulumi Kubernetes Operator publishes", ({ skip }) => {
  const folder = downloaded();
  if ("missing" in folder) return skip(folder.missing);
  const definitions = readdirSync(folder.path).map(
    (file) => parse(readFileSync(join(folder.path, file), "utf8")) as Definition,
  );
  const objects = parseAllDocuments(readFileSync(manifests, "utf8")).map((each) => each.toJS() as StackObject);
  expect(objects.length).toBeGreaterThan(1);
  const [{ apiVersion = "", kind = "" } = {}] = objects;
  const versions = definitions.find(({ spec }) => spec.names.kind === kind)?.spec.versions;
  const schema = versions?.find(({ name }) => apiVersion.endsWith(`/${name}`))?.schema.openAPIV3Schema;
  // The formats of OpenAPI are the sizes of numbers.
  const validate = new Ajv({ allErrors: true, format: false }).compile(closed(schema ?? expect.fail()));
  const objections = (object: object) => (validate(object) === true ? [] : validate.errors);
  expect(objects.flatMap(objections)).toEqual([]);
  // The schema is one that finds a mistake.
  const misspelt = { ...structuredClone(objects[0] ?? expect.fail()) };
  Object.assign(misspelt.spec, { repositoryDir: "routes" });
  expect(objections(misspelt)).toMatchObject([{ dataPath: ".spec", params: { additionalProperty: "repositoryDir" } }]);
});

/** Where the schemas are, or why they are nowhere: there is no Go, or no proxy that has the module. */
function downloaded(): { path: string } | { missing: string } {
  try {
    // Outside of the work tree, where no go.mod decides.
    const options = { cwd: tmpdir(), env: { ...process.env, GOFLAGS: "", GOWORK: "off" }, encoding: "utf8" } as const;
    const { Dir } = JSON.parse(execFileSync("go", ["mod", "download", "-json", operator], options)) as { Dir: string };
    return { path: join(Dir, "deploy", "crds") };
  } catch (error) {
    const { code, stdout = "" } = error as { code?: unknown; stdout?: string };
    // A module that a proxy does not know is a mistake in the version above, and a wrong checksum is one, too.
    if (code !== "ENOENT" && !/: 403 |dial tcp|GOPROXY=off/.test(stdout)) throw error;
    return { missing: `Go cannot download ${operator}: ${stdout || "there is no go on PATH"}` };
  }
}

/** The same schema without room for unknown fields, which `kubectl apply` refuses, too. */
function closed(schema: object): object {
  const isOpen = !("properties" in schema) || "x-kubernetes-preserve-unknown-fields" in schema;
  const parts = Object.entries(schema).map(([name, part]: [string, unknown]) => [name, closedWithin(part)]);
  return { ...Object.fromEntries(parts), ...(isOpen ? {} : { additionalProperties: false }) };
}

function closedWithin(part: unknown): unknown {
  return typeof part === "object" && part !== null && !Array.isArray(part) ? closed(part) : part;
}
