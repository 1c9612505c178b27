import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import Ajv from "ajv";
import { parse } from "yaml";

const run = promisify(execFile);

const operator = "github.com/pulumi/pulumi-kubernetes-operator/v2@v2.9.0";

/** A schema of OpenAPI, as far as this file looks into it. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean;
}

interface Definition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: Schema } }[];
  };
}

/** What the operator's own schemas have against an object, a line each. */
export type Objections = (object: { readonly apiVersion: string; readonly kind: string }) => string[];

/**
 * The schemas that the Pulumi Kubernetes Operator publishes with its Go module.
 *
 * They are large and not ours, so that they are not kept here. Returns the reason where there is no Go, or where the
 * module proxy does not have the module.
 */
export async function operatorSchemas(): Promise<{ objections: Objections } | { missing: string }> {
  const source = await downloaded();
  if ("missing" in source) {
    console.warn(`\nNOT VALIDATED: manifests are checked with the schemas of the operator, and ${source.missing}.\n`);
    return source;
  }
  const folder = join(source.folder, "deploy", "crds");
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  const validators = new Map(texts.flatMap((text) => validatorsOf(parse(text) as Definition)));
  return {
    objections: (object) => {
      const validate = validators.get(`${object.apiVersion} ${object.kind}`);
      if (validate === undefined) throw new Error(`The operator has no ${object.kind} in ${object.apiVersion}.`);
      return validate()(object);
    },
  };
}

/** Go checks the download against its own database of checksums. */
async function downloaded(): Promise<{ folder: string } | { missing: string }> {
  try {
    // Outside of the work tree, where no go.mod decides.
    const { stdout } = await run("go", ["mod", "download", "-json", operator], {
      cwd: tmpdir(),
      env: { ...process.env, GOFLAGS: "", GOWORK: "off" },
    });
    return { folder: (JSON.parse(stdout) as { Dir: string }).Dir };
  } catch (error) {
    const { code, stdout = "" } = error as { code?: unknown; stdout?: string };
    if (code === "ENOENT") return { missing: "there is no go on PATH" };
    const { Error: reason = String(error) } = JSON.parse(stdout || "{}") as { Error?: string };
    // A proxy that may not give the module, or that nobody reaches, says nothing of the manifests. What it does not know
    // is a mistake in the version above, and a wrong checksum is one, too.
    if (/: 403 |dial tcp|GOPROXY=off/.test(reason) && !reason.includes("checksum mismatch"))
      return { missing: `Go cannot download ${operator}: ${reason.split("\n")[0] ?? ""}` };
    throw new Error(reason, { cause: error });
  }
}

/** A validator for each version of a kind, compiled when it is first asked for. */
function validatorsOf({ spec }: Definition): (readonly [string, () => (object: object) => string[]])[] {
  return spec.versions.map(({ name, schema }) => {
    let compiled: ((object: object) => string[]) | undefined;
    return [`${spec.group}/${name} ${spec.names.kind}`, () => (compiled ??= validator(schema.openAPIV3Schema))];
  });
}

function validator(schema: Schema): (object: object) => string[] {
  // The formats of OpenAPI are the sizes of numbers.
  const validate = new Ajv({ allErrors: true, format: false }).compile(closed(schema));
  return (object) => {
    if (validate(object) === true) return [];
    return (validate.errors ?? []).map(({ dataPath, message = "", params }) =>
      "additionalProperty" in params
        ? `${dataPath}: unknown field ${params.additionalProperty}`
        : `${dataPath}: ${message}`,
    );
  };
}

/** The same schema without room for unknown fields, which `kubectl apply` refuses, too. */
function closed(schema: Schema): Schema {
  const { properties, additionalProperties, items } = schema;
  const isOpen = schema["x-kubernetes-preserve-unknown-fields"] === true;
  return {
    ...schema,
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, closed(each)])) }),
    ...(properties === undefined || isOpen ? {} : { additionalProperties: false }),
    ...(typeof additionalProperties === "object" ? { additionalProperties: closed(additionalProperties) } : {}),
    ...(items === undefined ? {} : { items: closed(items) }),
  };
}
