import { require as requireSource } from "tsx/cjs/api";
import { describe, expect, it } from "vitest";
import { everyKind } from "../kinds/every";
import { ComputeProto } from "../support/computeProto";

/*
 * What the provider knows of the messages, against the official `compute.proto`. Where it and the specification differ,
 * the specification wins, and the difference is an entry in `test/kinds`, with its reason.
 */
const proto = ComputeProto.load();

/** A fields table, the message that it describes, and where the two differ. */
const tables = everyKind.map(({ definition, described }) => ({ definition, ...described }));

describe.each(tables)("the fields table of $definition.kind", ({ definition, message, onlyInProto, onlyInTable }) => {
  const inTable = Object.entries(definition.fields).map(([name, { apiName }]) => apiName ?? name);
  const inProto = Object.keys(proto.fields(message));

  it("has every field of the message, but for the listed ones", () => {
    expect(inProto.filter((name) => !inTable.includes(name)).sort()).toEqual(Object.keys(onlyInProto).sort());
  });

  it("has no field that the message lacks, but for the listed ones", () => {
    expect(inTable.filter((name) => !inProto.includes(name)).sort()).toEqual(Object.keys(onlyInTable).sort());
  });

  it("keeps the API's numeric id apart from Pulumi's", () => {
    expect(definition.fields).not.toHaveProperty("id");
    expect(definition.fields.numericId?.apiName).toBe(inProto.includes("id") ? "id" : undefined);
  });
});

it("every resource of the registry has its fields table compared", () => {
  const { registry } = requireSource("../../provider/src/engine/registry.ts", import.meta.url) as {
    registry: Readonly<Record<string, unknown>>;
  };
  const compared = tables.map(({ definition }) => definition.kind);
  expect(Object.keys(registry).filter((kind) => !compared.includes(kind))).toEqual([]);
});
