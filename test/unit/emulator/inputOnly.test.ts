import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { isJsonObject, type JsonObject } from "../../../emulator/src/basics/json";
import { admin, emulatorForTest, operate, send } from "./helpers";

const rawKey = randomBytes(32).toString("base64");
const PLACES: Readonly<Record<string, string>> = {
  ...{ project: "p", region: "us-central1", zone: "us-central1-a", network: "default" },
};

/** A value that has every write-only member of a schema, at any depth, and of a key one kind; undefined without any. */
function writeSecrets(schema: JsonObject): unknown {
  const { type, items, properties, additionalProperties, writeOnly, enum: values } = schema;
  const inside = isJsonObject(properties)
    ? Object.entries(properties).flatMap(([name, member]) => {
        const value = writeSecrets(member as JsonObject);
        return value === undefined || name === "rsaEncryptedKey" ? [] : [[name, value] as const];
      })
    : [];
  if (inside.length > 0) return Object.fromEntries(inside);
  const item = isJsonObject(items) ? writeSecrets(items) : undefined;
  if (item !== undefined) return [item];
  const entry = isJsonObject(additionalProperties) ? writeSecrets(additionalProperties) : undefined;
  if (entry !== undefined) return { entry };
  if (writeOnly !== true) return undefined;
  return type === "boolean" ? true : type === "integer" ? 7 : ((values as string[] | undefined)?.[0] ?? rawKey);
}

/** The names of the write-only members that a value has. */
function shownIn(schema: JsonObject, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => shownIn(schema.items as JsonObject, one));
  if (!isJsonObject(value)) return [];
  const { properties, additionalProperties } = schema;
  return Object.entries(value).flatMap(([name, member]) => {
    const memberSchema = isJsonObject(properties) ? properties[name] : additionalProperties;
    if (!isJsonObject(memberSchema)) return [];
    return memberSchema.writeOnly === true ? [name] : shownIn(memberSchema, member);
  });
}

it("no answer about any kind has an input-only member, also of an object that was put from outside", async () => {
  const emulator = await emulatorForTest();
  const schemas = (await admin(emulator, "GET", "/schema")).json.objects as Record<string, JsonObject>;
  const looked = Object.entries(schemas).flatMap(([form, schema]) => {
    const secrets = writeSecrets(schema);
    if (secrets === undefined) return [];
    const path = form.replaceAll(/\{(\w+)\}/g, (_variable, name: string) => PLACES[name] ?? "o");
    emulator.objects.put(path, secrets as JsonObject);
    emulator.objects.patch(path, secrets as JsonObject);
    expect(shownIn(schema, emulator.objects.get(path)), form).toEqual([]);
    expect(shownIn(schema, secrets), form).not.toEqual([]);
    return [form];
  });
  expect(looked.map((form) => form.split("/").at(-2))).toEqual(
    expect.arrayContaining(["sslCertificates", "images", "backendServices", "routers", "disks", "snapshots"]),
  );
});

it("keys and secrets that clients send come back as the service shows them", async () => {
  const emulator = await emulatorForTest();
  const made = async (parent: string, body: JsonObject) => {
    await operate(emulator, "POST", `/projects/p/${parent}`, { body: { name: "o", ...body } });
    return (await send(emulator, "GET", `/projects/p/${parent}/o`)).json;
  };
  const selfManaged = { certificate: "PUBLIC", privateKey: "PRIVATE" };
  const certificate = await made("regions/r/sslCertificates", { selfManaged });
  expect(certificate.selfManaged).toEqual({ certificate: "PUBLIC" });
  expect((await made("regions/r/vpnTunnels", { sharedSecret: "PRIVATE" })).sharedSecret).toBe("*************");
  expect((await send(emulator, "GET", "/projects/p/aggregated/vpnTunnels")).text).not.toContain("PRIVATE");

  const disks = [{ boot: true, initializeParams: { sourceImage: "global/images/o" } }];
  await made("global/images", {});
  const { properties } = await made("global/instanceTemplates", { properties: { disks } });
  expect(properties).toMatchObject({
    disks: [{ initializeParams: { sourceImage: expect.stringMatching(/images\/o$/) as string } }],
  });
  const instance = await made("zones/z/instances", { disks });
  expect([instance.status, instance.disks]).toEqual(["RUNNING", [{ boot: true }]]);

  const { diskEncryptionKey } = await made("zones/z/disks", { diskEncryptionKey: { rawKey } });
  expect(diskEncryptionKey).toEqual({ sha256: expect.stringMatching(/^[\w+/]{43}=$/) as string });
  const snapshot = { name: "s", sourceDisk: "zones/z/disks/o" };
  const withoutKey = await send(emulator, "POST", "/projects/p/global/snapshots", { body: snapshot });
  expect(withoutKey.reason).toBe("resourceIsEncryptedWithCustomerEncryptionKey");
});
