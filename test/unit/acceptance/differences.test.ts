import { describe, expect, it } from "vitest";
import { findDifferences } from "../../../acceptance/comparison/differences";
import type { Json } from "../../../acceptance/recording/exchange";

const link = "https://www.googleapis.com/compute/v1/projects/p/global/routes/r";
const items = (...all: Json[]): Json => ({ kind: "compute#routeList", items: all });
const operation = (status: string, more: object = {}): Json => ({ kind: "compute#operation", status, ...more });

describe("the comparison of two answers", () => {
  it.each<[string, Json, Json]>([
    ["other values", { id: "1234567890", selfLink: link }, { id: "7", selfLink: link.replace(/r$/, "s") }],
    ["another order of items", items({ name: "a" }, { name: "b" }), items({ name: "b" }, { name: "a" })],
    ["enumerations in a list", items({ state: "UP" }, { state: "DOWN" }), items({ state: "UP" })],
    ["the progress of an operation", operation("RUNNING"), operation("DONE", { endTime: "2026-01-01T00:00:00Z" })],
  ])("finds nothing in %s", (_what, service, emulator) => {
    expect(findDifferences(service, emulator)).toEqual([]);
  });

  it.each<[string, Json, Json, string]>([
    ["a member less, once", { a: { b: { c: 1 } } }, {}, "member missing a"],
    ["a member more", {}, { tags: ["x"] }, "member more tags"],
    ["a member less in an item", items({ name: "a", id: "1" }), items({ name: "a" }), "member missing items[].id"],
    ["items", items(), items({ name: "a" }), "member more items[]"],
    ["a type", { size: "10" }, { size: 10 }, "form size"],
    ["a text of an object", { a: { b: 1 } }, { a: "b" }, "form a"],
    ["an enumeration", { status: "READY" }, { status: "UP" }, "form status"],
    ["a link by number", { network: link }, { network: link.replace(/r$/, "12") }, "form network"],
    ["a time", { at: "2026-01-01T00:00:00.000-08:00" }, { at: "2026-01-01T00:00:00Z" }, "form at"],
    ["a word of an error", { reason: "notFound" }, { reason: "invalid" }, "form reason"],
  ])("finds %s", (_what, service, emulator, found) => {
    expect(
      findDifferences(service, emulator)
        .map(({ what, at }) => `${what} ${at}`)
        .join(),
    ).toBe(found);
  });
});
