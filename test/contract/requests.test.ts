import { readdirSync } from "node:fs";
import type protobuf from "protobufjs";
import { describe, expect, it } from "vitest";
import type { ComputeClient, ComputeRequest } from "../../provider/src/http/client";
import type { Values } from "../../provider/src/fields/values";
import { everyKind } from "../kinds/every";
import { ComputeProto } from "../support/computeProto";
import { endpointRows, endpoints, ownedRows } from "./rows";

/*
 * What the provider sends, against something that nobody here wrote: the http rules and messages of the official
 * `compute.proto`.
 */
const proto = ComputeProto.load();

it("every endpoint function of the provider has a row, and no row is left of one that is gone", () => {
  const files = readdirSync(new URL("../../provider/src/compute/endpoints/", import.meta.url));
  expect(Object.keys(endpoints).map((name) => `${name}.ts`)).toEqual(files.sort());
  const functions = Object.entries(endpoints).flatMap(([file, module]) =>
    Object.entries(module)
      .filter(([, value]) => typeof value === "function")
      .map(([name]) => `${file}.${name}`),
  );
  // These send nothing.
  const paths = ["operations.operationPath", "instanceGroupManagers.groupPath"];
  const names = new Set([...endpointRows.map(({ name }) => name), ...paths]);
  expect([...names].sort()).toEqual(functions.sort());
});

describe.each([...endpointRows, ...everyKind.flatMap(ownedRows)])("$name is $rpc:", ({ rpc, variables, call }) => {
  const expected = proto.rpc(rpc);

  it("its method, path, query and body", async () => {
    const requests: ComputeRequest[] = [];
    const client = {
      request(request: ComputeRequest) {
        requests.push(request);
        return Promise.resolve({ items: [] });
      },
    };
    await call(client as unknown as ComputeClient);
    expect(requests).toHaveLength(1);
    const [{ method, path, query = {}, body } = expect.fail()] = requests;
    const filled = expected.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => variables[name] ?? `{${name}}`);
    expect(`${method} ${path}`).toBe(`${expected.method} ${filled}`);
    for (const [name, value] of Object.entries(query)) {
      const field = expected.query[name];
      expect(field, `${rpc} has no parameter ${name}`).toBeDefined();
      if (field !== undefined && value !== undefined) expectType(field, value, name);
    }
    expect(query.requestId !== undefined, "a request id wherever there is one").toBe("requestId" in expected.query);
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

/** Enumerations are their names. */
function expectItem(field: protobuf.Field, value: unknown, at: string): void {
  const message = proto.messageOf(field);
  if (message !== undefined) expectMessage(message, value as Values, at);
  else if (field.type === "bool") expect(typeof value, at).toBe("boolean");
  else expect(typeof value, at).toBe(/^(u?int32|float|double)$/.test(field.type) ? "number" : "string");
}
