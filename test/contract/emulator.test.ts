import type protobuf from "protobufjs";
import { describe, expect, it } from "vitest";
import { collections, endpoints } from "../../emulator/src/kinds/catalog";
import type { Field as EmulatorField, Fields as EmulatorFields } from "../../emulator/src/basics/schema";
import { operationStatusNumbers } from "../../emulator/src/server/systemParameters";
import { ComputeProto } from "../support/computeProto";

/*
 * The messages that the emulator serves, against the official `compute.proto`. Where it and the specification differ, the
 * specification wins, and the difference is an entry below, with its reason.
 */
const proto = ComputeProto.load();

/** By `METHOD path`: query parameters and body fields where the emulator differs, each with its reason. */
const emulatorDifferences: Readonly<
  Record<string, { query?: Readonly<Record<string, string>>; body?: Readonly<Record<string, string>> } | undefined>
> = {
  ...Object.fromEntries(
    [
      "PATCH projects/{project}/regions/{region}/instanceGroupManagers/{instanceGroupManager}",
      "PATCH projects/{project}/zones/{zone}/instanceGroupManagers/{instanceGroupManager}",
      "POST projects/{project}/regions/{region}/instanceGroupManagers",
      "POST projects/{project}/zones/{zone}/instanceGroupManagers",
    ].map((rule) => [rule, { body: { targetSizePolicy: "The specification has no such field." } }]),
  ),
  ...Object.fromEntries(
    [
      "POST projects/{project}/global/snapshots",
      "POST projects/{project}/zones/{zone}/disks/{disk}/createSnapshot",
      "POST projects/{project}/regions/{region}/disks/{disk}/createSnapshot",
    ].map((rule) => [
      rule,
      {
        body: Object.fromEntries(
          ["params", "region", "snapshotGroupId", "snapshotGroupName"].map((field) => [
            field,
            "The specification has no such field.",
          ]),
        ),
      },
    ]),
  ),
};

const rpcsByRule = new Map([...proto.rpcs.values()].map((found) => [`${found.method} ${found.path}`, found]));

const served = endpoints.map((endpoint) => ({
  endpoint,
  rule: `${endpoint.method} ${endpoint.path.replace("/compute/v1/", "")}`,
}));

describe.each(served)("the emulator's $rule", ({ endpoint, rule }) => {
  const expected = rpcsByRule.get(rule);
  const differences = emulatorDifferences[rule] ?? {};

  it("is a method of the API", () => {
    expect(expected).toBeDefined();
  });

  it("takes the query parameters of the method, of their types", () => {
    const query = endpoint.query ?? {};
    const parameters = expected?.query ?? {};
    const differing = [
      ...Object.keys(query).filter((name) => !(name in parameters)),
      ...Object.keys(parameters).filter((name) => !(name in query)),
    ];
    expect(differing.sort()).toEqual(Object.keys(differences.query ?? {}).sort());
    for (const [name, type] of Object.entries(query)) {
      const wanted = type === "requestId" ? "string" : type === "boolean" ? "bool" : type;
      if (name in parameters) expect(parameters[name]?.type, name).toBe(wanted);
    }
  });

  it("takes the body of the method, and each of its fields", () => {
    expect(endpoint.body !== undefined).toBe(expected?.body !== undefined);
    if (endpoint.body === undefined || expected?.body === undefined) return;
    const fields = proto.fields(expected.body);
    const own = endpoint.body;
    expect(
      Object.keys(fields)
        .filter((name) => !(name in own))
        .sort(),
    ).toEqual(Object.keys(differences.body ?? {}).sort());
    expectSchema(expected.body, own, "body");
  });
});

it("every path of the emulator with an operation says which kind it starts", () => {
  for (const { endpoint, rule } of served) {
    // Looking at an operation, or waiting for it, answers it as well.
    const starts = rpcsByRule.get(rule)?.answer === "Operation" && !rule.includes("/{operation}");
    expect(endpoint.operationType !== undefined, rule).toBe(starts);
  }
});

describe.each(collections.map((collection) => ({ collection, path: collection.path })))(
  "the emulator's objects at $path",
  ({ collection, path }) => {
    // Instances of a group have no path of their own at the service: they are listed.
    const isListed = path.endsWith("/{managedInstance}");
    const message = isListed ? "ManagedInstance" : (rpcsByRule.get(`GET ${path}`)?.answer ?? "");

    it("have fields of the message alone, of their types", () => {
      expect(message).not.toBe("");
      expectSchema(message, collection.fields, message);
    });
  },
);

/** Every field of a schema is one of the message, of the same type. */
function expectSchema(message: string, schema: EmulatorFields, at: string): void {
  const fields = proto.fields(message);
  for (const [name, own] of Object.entries(schema)) {
    const field = fields[name];
    expect(field, `${message} has no field for ${at}.${name}`).toBeDefined();
    if (field === undefined || own.type === "any") continue;
    const items = own.type === "list" ? own.items : own;
    expect(field.repeated, `${at}.${name} is a list`).toBe(own.type === "list");
    expect(field.map, `${at}.${name} is a map`).toBe(own.type === "map");
    if (own.type === "map") expectScalar(field, own.values, `${at}.${name}`);
    else if (items.type === "object") expectSchema(proto.findMessage(field) ?? "", items.fields, `${at}.${name}`);
    else expectScalar(field, items, `${at}.${name}`);
  }
}

function expectScalar(field: protobuf.Field, own: EmulatorField, at: string): void {
  const types: Readonly<Record<string, readonly string[]>> = {
    boolean: ["bool"],
    integer: ["int32", "uint32"],
    number: ["float", "double"],
    int64: ["int64", "uint64"],
    bytes: ["string"],
  };
  const wanted = types[own.type];
  if (wanted !== undefined) expect(wanted, at).toContain(field.type);
  else if (own.type === "string") expect(["bool", "int32", "uint32", "int64", "uint64"], at).not.toContain(field.type);
}

describe("an enumeration that clients of the service know as one", () => {
  it("is the state of operations alone, with the numbers that the emulator answers", () => {
    expect(proto.enumFields()).toEqual({ "Operation.status": { UNDEFINED_STATUS: 0, ...operationStatusNumbers } });
  });
});
