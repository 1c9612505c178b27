import { readdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type protobuf from "protobufjs";
import { describe, expect, it } from "vitest";
import type { ComputeClient, ComputeRequest } from "../../provider/src/http/client";
import type { Values } from "../../provider/src/fields/values";
import { everyKind, nameOf } from "../kinds/every";
import { ComputeProto } from "../support/computeProto";
import type { ContractRows } from "./contractRow";
import { ownedRows } from "./ownedRows";

/*
 * Against something that nobody here wrote: the http rules and messages of the official `compute.proto`.
 *
 * Each file of `provider/src/compute/endpoints` has one of the same name in `rows/`, with a row for every use of every
 * function. What a kind sends that owns whole objects follows from its collection.
 */
const proto = ComputeProto.load();

/** Functions of those files that send nothing. */
const notEndpoints = new Set(["operations.operationPath", "instanceGroupManagers.groupPath"]);

const endpointsFolder = new URL("../../provider/src/compute/endpoints/", import.meta.url);
const rowsFolder = new URL("rows/", import.meta.url);
const files = filesIn(endpointsFolder);

/** The rows by the name of their file. */
const contract = new Map(
  await Promise.all(
    filesIn(rowsFolder).map(async (file) => {
      const { rows } = (await load(rowsFolder, file)) as { rows: ContractRows };
      return [file.replace(/\.ts$/, ""), rows] as const;
    }),
  ),
);

describe("every endpoint function of the provider has a row:", () => {
  it.each(files)("%s", async (file) => {
    const name = file.replace(/\.ts$/, "");
    const functions = Object.entries(await load(endpointsFolder, file))
      .filter(([key, value]) => typeof value === "function" && !notEndpoints.has(`${name}.${key}`))
      .map(([key]) => key);
    expect(functions.sort()).toEqual(Object.keys(contract.get(name) ?? {}).sort());
  });

  it("and no row is left of one that is gone", () => {
    expect(filesIn(rowsFolder)).toEqual(files);
  });
});

const ofKinds = everyKind.map((kind) => [nameOf(kind), { ...ownedRows(kind), ...kind.contract }] as const);
const rows = [...contract, ...ofKinds].flatMap(([file, functions]) =>
  Object.entries(functions).flatMap(([name, uses]) => uses.map((row) => ({ ...row, name: `${file}.${name}` }))),
);

describe.each(rows)("$name is $rpc:", (row) => {
  const expected = proto.rpc(row.rpc);

  async function sent(): Promise<ComputeRequest> {
    const client = new RecordingClient();
    await row.call(client as unknown as ComputeClient);
    expect(client.requests).toHaveLength(1);
    const [request] = client.requests;
    if (request === undefined) throw new Error("no request was sent");
    return request;
  }

  it("its method and path", async () => {
    const { method, path } = await sent();
    const filled = expected.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => row.variables[name] ?? `{${name}}`);
    expect(`${method} ${path}`).toBe(`${expected.method} ${filled}`);
  });

  it("its query parameters, a request id wherever there is one", async () => {
    const { query = {} } = await sent();
    for (const [name, value] of Object.entries(query)) {
      const field = expected.query[name];
      expect(field, `${row.rpc} has no parameter ${name}`).toBeDefined();
      if (field !== undefined && value !== undefined) expectType(field, value, name);
    }
    expect(query.requestId !== undefined).toBe("requestId" in expected.query);
  });

  it("its body, and every field in it", async () => {
    const { body } = await sent();
    expect(body !== undefined).toBe(expected.body !== undefined);
    if (expected.body !== undefined && body !== undefined) expectMessage(expected.body, body as Values, "body");
  });
});

/** Every member of an object is a field of the message, with a value of its type. */
function expectMessage(message: string, object: Values, at: string): void {
  const fields = proto.fields(message);
  for (const [name, value] of Object.entries(object)) {
    const field = fields[name];
    expect(field, `${message} has no field for ${at}.${name}`).toBeDefined();
    if (field !== undefined) expectType(field, value, `${at}.${name}`);
  }
}

function expectType(field: protobuf.Field, value: unknown, at: string): void {
  if (field.map) {
    for (const [key, item] of Object.entries(value as Values)) expectItem(field, item, `${at}.${key}`);
  } else if (field.repeated) {
    expect(Array.isArray(value), `${at} is a list`).toBe(true);
    for (const item of value as unknown[]) expectItem(field, item, `${at}[]`);
  } else {
    expectItem(field, value, at);
  }
}

function expectItem(field: protobuf.Field, value: unknown, at: string): void {
  const message = proto.messageOf(field);
  if (message === undefined) expect(jsonTypes(field), at).toContain(typeof value);
  else expectMessage(message, value as Values, at);
}

/** JavaScript types of a scalar in JSON. Enumerations are their names. */
function jsonTypes(field: protobuf.Field): string[] {
  switch (field.type) {
    case "bool":
      return ["boolean"];
    case "int32":
    case "uint32":
    case "float":
    case "double":
      return ["number"];
    default:
      return ["string"];
  }
}

/** A client that keeps the request and answers with an empty object. */
class RecordingClient {
  readonly requests: ComputeRequest[] = [];

  request(request: ComputeRequest): Promise<object> {
    this.requests.push(request);
    return Promise.resolve({ items: [] });
  }
}

function filesIn(folder: URL): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".ts"))
    .sort();
}

async function load(folder: URL, file: string): Promise<Record<string, unknown>> {
  return (await import(/* @vite-ignore */ pathToFileURL(fileURLToPath(folder) + file).href)) as Record<string, unknown>;
}
