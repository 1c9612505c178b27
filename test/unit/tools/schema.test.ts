import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import * as gce from "../../../provider/src/index";
import { argumentsOf } from "../../../provider/src/lifecycle/check";
import type { ResourceDefinition } from "../../../provider/src/lifecycle/definition";
import { providerNameKey, settingKeys } from "../../../provider/src/settings/settings";
import { readDeclarations } from "../../../tools/docs/declarations";
import { schemaText } from "../../../tools/docs/reference";
import { resources } from "../../../tools/docs/resourcePage";
import { type PackageSchema, pluginSchema, refuseBreakingChanges, schemaFile } from "../../../tools/docs/schema";
import type { PropertySpec } from "../../../tools/docs/schemaTypes";
import { ComputeProto } from "../../support/computeProto";

let schema: PackageSchema;

beforeAll(async () => {
  schema = pluginSchema(await readDeclarations());
}, 120_000);

describe("provider/plugin/schema.json", () => {
  it("is what the sources give today (npm run docs:reference)", async () => {
    expect(readFileSync(schemaFile, "utf8")).toBe(await schemaText(schema));
  });

  it("has every resource and every function that the package exports", () => {
    const classes = Object.keys(gce).filter((name) => /^[A-Z]/.test(name) && name !== "Provider");
    const functions = Object.keys(gce).filter((name) => /^(get|waitFor)/.test(name) && !name.endsWith("Output"));
    const tokens = (names: readonly string[]) => names.map((name) => `gce:index:${name}`).sort();
    expect(Object.keys(schema.resources).sort()).toEqual(tokens(classes));
    expect(Object.keys(schema.functions).sort()).toEqual(tokens(functions));
  });

  it("has every setting, and says of the credentials that they are secrets", () => {
    const names = settingKeys.filter((key) => key !== providerNameKey).map((key) => key.slice("gcp:".length));
    const { variables } = schema.config;
    expect(Object.keys(variables).sort()).toEqual([...names].sort());
    expect(schema.provider.inputProperties).toEqual(variables);
    const secret = names.filter((name) => variables[name]?.secret);
    expect(secret).toEqual(["accessToken", "credentials", "externalCredentials"]);
  });

  it("names no key of the configuration in the namespace of the classes", () => {
    expect(JSON.stringify(schema)).not.toMatch(/gcp:\w/);
  });

  it("has removal, open and closed enumerations and unions as far as its language can say them", () => {
    const { inputProperties, properties } = schema.resources["gce:index:RegionInstanceGroupManagerPatch"] ?? {};
    const values = { $ref: "#/types/gce:index:RegionInstanceGroupManagerPatchListManagedInstancesResults" };
    const listed = { oneOf: [{ type: "string" }, values] };
    const waited = {
      oneOf: [{ type: "boolean" }, { $ref: "#/types/gce:index:RegionInstanceGroupManagerPatchWaitForInstances" }],
    };
    const { metadata } = schema.types["gce:index:InstancePropertiesPatch"]?.properties ?? {};
    expect(inputProperties?.listManagedInstancesResults).toMatchObject(listed);
    expect(inputProperties?.waitForInstances).toMatchObject(waited);
    expect(inputProperties?.deletionPolicy).toMatchObject({ $ref: "#/types/gce:index:RestorePolicy" });
    expect(inputProperties?.region).toMatchObject({ type: "string", willReplaceOnChanges: true });
    expect(properties?.listManagedInstancesResults).toMatchObject({ type: "string" });
    expect(properties?.previousValues).toMatchObject({
      $ref: "#/types/gce:index:InstanceGroupManagerSettings",
      secret: true,
    });
    expect(metadata).toMatchObject({ type: "object", additionalProperties: { type: "string" } });
  });

  it("calls no number an integer that can be larger than 32 bits, and none otherwise", () => {
    const proto = ComputeProto.load();
    const messages = new Set(proto.messageNames());
    const rows = [...Object.entries(schema.types), ...Object.entries(schema.resources)].flatMap(
      ([token, { properties = {} }]) => {
        const message = token.replace("gce:index:", "");
        const fields = messages.has(message) ? proto.fields(message) : {};
        return Object.entries(properties)
          .filter(([, property]) => ["integer", "number"].includes(typeIn(property)))
          .flatMap(([name, property]) => [[`${message}.${name}`, typeIn(property), fields[name]?.type] as const]);
      },
    );
    const known = rows.filter(([name, , type]) => type !== undefined && name !== "Route.priority");
    expect(known.length).toBeGreaterThan(20);
    expect(known.map(([name, type]) => [name, type])).toEqual(
      known.map(([name, , type]) => [name, type === "int32" ? "integer" : "number"]),
    );
  });
});

describe.each(Object.entries<ResourceDefinition>(resources))("%s in the schema", (kind, definition) => {
  it("has every argument as an input", () => {
    const { inputProperties } = schema.resources[`gce:index:${kind}`] ?? {};
    expect(Object.keys(inputProperties ?? {}).sort()).toEqual(argumentsOf(definition).sort());
  });

  it("has every output that is recorded, and no other", () => {
    const { properties } = schema.resources[`gce:index:${kind}`] ?? {};
    const { fields, localOutputs = [] } = definition;
    const recorded = Object.keys(fields).filter((name) => /replace|update|output/.test(fields[name]?.change ?? ""));
    const shown = [...new Set([...recorded, ...localOutputs])].filter((name) => !name.startsWith("__"));
    expect(Object.keys(properties ?? {}).sort()).toEqual(shown.sort());
  });
});

describe("refuseBreakingChanges", () => {
  const of = (version: string, variables: object) => ({ ...schema, version, config: { variables } }) as PackageSchema;
  const text = { type: "string" };

  it.each([
    ["0.1.0", "0.1.9", true],
    ["1.2.0", "1.3.0", true],
    ["0.1.9", "0.2.0", false],
    ["0.9.0", "1.0.0", false],
    ["1.9.0", "2.0.0", false],
  ])("from %s to %s refuses what breaks programs: %s", (before, after, isRefused) => {
    const change = (variables: object, changed: object) => () => {
      refuseBreakingChanges(of(before, variables), of(after, changed));
    };
    expect(change({}, { zone: text })).not.toThrow();
    const broken = expect(change({ zone: text }, {}));
    if (isRefused) broken.toThrow(/The configuration: the input zone is gone\.\n.*raise the version .* above \d/);
    else broken.not.toThrow();
  });
});

function typeIn({ type, items }: PropertySpec): string {
  return items?.type ?? type ?? "";
}
