import { describe, expect, it } from "vitest";
import { differencesOf } from "../../../acceptance/comparison/differences";
import { formOf } from "../../../acceptance/comparison/forms";
import type { Json, JsonObject } from "../../../acceptance/recording/exchange";
import { fc } from "../../support/property";

const root = "https://www.googleapis.com/compute/v1/";

describe("the form of a text", () => {
  it.each([
    [`${root}projects/p/zones/z/disks/d`, `${root}projects/q/zones/y/disks/e`],
    [`${root}projects/p/global/networks/n`, `${root}projects/q/global/networks/m`],
    ["2026-01-01T00:00:00.123-08:00", "2025-07-02T10:20:30.456-07:00"],
    ["1234567890123456789", "5"],
    ["operation-1795371896000-64a2b0c1d2e3f-deadbeef-0badf00d", "operation-1-1-1-1".replace("1-", "1795371896001-")],
    ["10.0.0.0/8", "192.168.1.0/24"],
    ["user:a@example.com", "user:b@example.com"],
    ["some words", "other words"],
  ])("is one of %s and %s", (one, other) => {
    expect(formOf(one)).toBe(formOf(other));
  });

  it.each([
    ["a path and a link", "projects/p/global/networks/n", `${root}projects/p/global/networks/n`],
    [
      "links on two hosts",
      `${root}projects/p/global/networks/n`,
      "https://compute.googleapis.com/compute/v1/projects/p/global/networks/n",
    ],
    [
      "links of two versions",
      `${root}projects/p/global/networks/n`,
      "https://www.googleapis.com/compute/beta/projects/p/global/networks/n",
    ],
    ["a link by name and by number", `${root}projects/p/global/networks/n`, `${root}projects/p/global/networks/5`],
    ["links to two collections", `${root}projects/p/global/networks/n`, `${root}projects/p/global/routes/n`],
    ["a time in UTC and one with an offset", "2026-01-01T00:00:00.123Z", "2026-01-01T00:00:00.123-08:00"],
    ["times with and without thousandths", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00.123Z"],
    ["two values of an enumeration", "READY", "CREATING"],
    ["a number and a name", "12345", "n12345"],
    ["an address and a range", "10.0.0.1", "10.0.0.1/32"],
    ["two kinds of people", "user:a@example.com", "group:a@example.com"],
    ["two kinds", "compute#route", "compute#network"],
  ])("is not one of %s", (_what, one, other) => {
    const member = one.startsWith("compute#") ? "kind" : "";
    expect(formOf(one, member)).not.toBe(formOf(other, member));
  });

  it("of a fingerprint is how many bytes it has", () => {
    expect(formOf("AAAAAAAAAAA=", "fingerprint")).toBe(formOf("BBBBBBBBBBB=", "fingerprint"));
    expect(formOf("AAAA", "fingerprint")).not.toBe(formOf("AAAAAAAAAAA=", "fingerprint"));
    expect(formOf("AbCd", "labelFingerprint")).toBe("base64 of 3 bytes");
  });
});

const json = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string(),
    fc.boolean(),
    fc.integer(),
    fc.array(tie("value"), { maxLength: 4 }) as fc.Arbitrary<Json>,
    tie("object") as fc.Arbitrary<Json>,
  ),
  object: fc.dictionary(fc.stringMatching(/^[a-z][a-zA-Z]{0,6}$/), tie("value") as fc.Arbitrary<Json>, { maxKeys: 5 }),
}));

describe("two answers", () => {
  it("do not differ when they are the same", () => {
    fc.assert(
      fc.property(json.value, (value) => {
        expect(differencesOf(value, structuredClone(value))).toEqual([]);
      }),
    );
  });

  it("differ by the member that one of them lacks, and by nothing else", () => {
    fc.assert(
      fc.property(json.object, fc.stringMatching(/^zz[a-z]{1,4}$/), json.value, (object, name, value) => {
        const more = { ...object, [name]: value };
        expect(differencesOf(more, object)).toMatchObject([{ what: "member missing", at: name }]);
        expect(differencesOf(object, more)).toMatchObject([{ what: "member more", at: name }]);
      }),
    );
  });

  it("differ by the type of a member, wherever it is", () => {
    fc.assert(
      fc.property(json.object, (object) => {
        const inside = (value: Json): Json => ({ outer: { list: [{ ...object, zz: value }] } });
        const found = differencesOf(inside("1"), inside(1));
        expect(found).toEqual([{ what: "type", at: "outer.list[].zz", service: "string", emulator: "number" }]);
      }),
    );
  });

  it("compare items by their names, whatever the order", () => {
    const [a, b] = [
      { name: "a", status: "READY" },
      { name: "b", size: 1 },
    ];
    expect(differencesOf([a, b], [b, a])).toEqual([]);
    expect(differencesOf([a, b], [{ ...b, size: "1" }, a])).toMatchObject([{ what: "type", at: "[].size" }]);
  });

  it("compare the members of all items if the items differ", () => {
    const theirs = [{ name: "x", status: "UP", city: "Oslo" }];
    const ours = [
      { name: "y", status: "DOWN" },
      { name: "z", city: "Rome" },
    ];
    expect(differencesOf(theirs, ours)).toEqual([]);
    expect(differencesOf(theirs, [{ name: "y", status: "DOWN" }])).toMatchObject([
      { what: "member missing", at: "[].city" },
    ]);
    expect(differencesOf(theirs, [])).toMatchObject([{ what: "member missing", at: "[]" }]);
  });

  it("of an operation do not differ by how far it is", () => {
    const begun = { kind: "compute#operation", status: "PENDING", progress: 0 };
    const done = { kind: "compute#operation", status: "DONE", progress: 100, endTime: "2026-01-01T00:00:00Z" };
    expect(differencesOf(begun, done)).toEqual([]);
    expect(differencesOf(done, { ...done, endTime: undefined as unknown as Json, ...{ error: {} } })).toMatchObject([
      { what: "member missing", at: "endTime" },
      { what: "member more", at: "error" },
    ]);
  });
});
