import { describe, expect, it } from "vitest";
import { collections, endpoints } from "../../../emulator/src/catalog";
import { operationFields } from "../../../emulator/src/operationFields";
import { differences, differencesOfKind, expectOfficial } from "../../support/officialDefinitions";

describe("what the emulator serves", () => {
  it.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    "is in the official description: %s",
    (_name, endpoint) => {
      expectOfficial(endpoint);
    },
  );

  it.each(collections.map(({ kind, fields }) => [kind, fields] as const))(
    "has the official fields: %s",
    (kind, fields) => {
      expect(differencesOfKind(kind, fields)).toEqual([]);
    },
  );

  it("has the official fields of an operation", () => {
    expect(differences(operationFields, "Operation")).toEqual([]);
  });

  it("has every method and path once", () => {
    const keys = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
