import { createRequire } from "node:module";
import { expect } from "vitest";
import type { Json, JsonObject } from "../../support/json";

/** What the engine takes for a value that is not known yet, of each type (`sdk/go/common/resource/plugin/rpc.go`). */
export const unknownMarks = {
  string: "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  boolean: "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  number: "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  array: "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  asset: "030794c1-ac77-496b-92df-f27374a8bd58",
  archive: "e48ece36-62e2-4504-bad9-02848725956a",
  object: "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
} as const;

/** The key of an object that is more than its members, and the values that say what it is. */
export const signatureKey = "4dabf18193072939515e22adb298388d";
const signatures = {
  secret: "1b47061264138c4ac30d75fd1eb44270",
  asset: "c44067f5952c0a294b673a41bacd8c17",
  archive: "0def7320c3a5731c473e5ecbe6d01bc7",
  resource: "5cf8f73096256a8f31e491e813e4eb8e",
  output: "d0e6a833031e9bbcd3f4e8bde6ca49a4",
} as const;

const signed = (kind: keyof typeof signatures, members: JsonObject): Json => ({
  [signatureKey]: signatures[kind],
  ...members,
});

/** Values that Pulumi would take for more than they are. */
export const marks: Readonly<Record<string, Json>> = {
  ...Object.fromEntries(Object.entries(unknownMarks).map(([type, mark]) => [`an unknown ${type}`, mark])),
  "an unknown value in a text": `projects/${unknownMarks.string}/global/networks/n`,
  "an escaped mark": "04da6b54_-80e4-46f7-96ec-b56ff0331ba9",
  "a secret": signed("secret", { value: "plain" }),
  "a secret without a value": signed("secret", {}),
  "an asset that is a file": signed("asset", { path: "/etc/passwd" }),
  "an asset that is fetched": signed("asset", { uri: "http://127.0.0.1:9/secret" }),
  "an archive that is a folder": signed("archive", { path: "/etc" }),
  "a reference to a resource": signed("resource", {
    urn: "urn:pulumi:dev::p::pulumi:pulumi:Stack::p-dev",
    id: unknownMarks.string,
  }),
  "an output": signed("output", { value: "plain", secret: true, dependencies: [] }),
  "an unknown signature": { [signatureKey]: "anything" },
  "a signature that is not a text": { [signatureKey]: { deep: true } },
  "members of the SDK's own objects": {
    __pulumiOutput: true,
    __pulumiAsset: true,
    __pulumiResource: true,
    path: "/etc",
  },
  "half of a surrogate pair": "a\ud800b",
};

/** The JSON of a value with every mark behind escapes. */
export function escapedJson(value: Json): string {
  return JSON.stringify(value).replaceAll(/04da6b54|4dabf181|__pulumi/g, (mark) =>
    [...mark].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  );
}

interface Rpc {
  deserializeProperty(value: unknown): unknown;
  serializeProperty(name: string, value: unknown, dependencies: Set<unknown>): Promise<unknown>;
}

const rpc = createRequire(import.meta.url)("@pulumi/pulumi/runtime/rpc.js") as Rpc;

/** Whether the engine, and the SDK in the user's program, take a value for no more than it is. */
export async function expectPlain(value: unknown): Promise<void> {
  expect(oddities(value)).toEqual([]);
  expect(rpc.deserializeProperty(value)).toEqual(value);
  expect(await rpc.serializeProperty("value", value, new Set())).toEqual(value);
}

const unknowns: readonly unknown[] = Object.values(unknownMarks);

/** Whatever the engine would take for something else, or could not write into a state. */
export function oddities(value: unknown, at = ""): string[] {
  if (unknowns.includes(value)) return [`${at} is unknown`];
  if (typeof value === "string") return value.isWellFormed() ? [] : [`${at} is no text`];
  if (typeof value === "number") return Number.isFinite(value) ? [] : [`${at} is ${String(value)}`];
  if (typeof value !== "object" || value === null) return value === undefined ? [`${at} is undefined`] : [];
  return Object.entries(value).flatMap(([key, member]) => [
    ...(key === signatureKey || /^__pulumi[A-Z]/.test(key) ? [`${at} is signed`] : []),
    ...(key.isWellFormed() ? [] : [`${at} has a key that is no text`]),
    ...oddities(member, `${at}.${key}`),
  ]);
}
