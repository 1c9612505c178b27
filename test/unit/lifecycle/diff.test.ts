import { describe, expect, it } from "vitest";
import { filledKey } from "../../../provider/src/lifecycle/schema";
import { timeoutsKey } from "../../../provider/src/program/internalInputs";
import type { Values } from "../../../provider/src/fields/values";
import { without } from "../../support/offlineResource";
import { root, recorded, program, unchanged, difference } from "../../support/recordedRoute";

function hop(field: string, value: unknown): Values {
  return { ...without(program, "nextHopIp"), [field]: value };
}

describe("no change", () => {
  it("is another order of the tags", () => {
    expect(difference({ ...program, tags: ["b", "a"] })).toEqual(unchanged);
  });

  it.each([
    ["the default priority is given", { ...program, priority: 1000 }, recorded],
    ["the service does not show the default priority", program, { ...recorded, priority: undefined }],
    ["an empty list of tags was not recorded", { ...program, tags: [] }, { ...recorded, tags: undefined }],
    ["an empty description was not recorded", { ...program, description: "" }, { ...recorded, description: undefined }],
    [
      "a range of one was given as an address",
      { ...program, destRange: "10.0.0.1" },
      { ...recorded, destRange: "10.0.0.1/32" },
    ],
    ["project is given and is the configured one", { ...program, project: "my-project" }, recorded],
    ["only the create call uses the argument", { ...program, params: { resourceManagerTags: { a: "b" } } }, recorded],
    ["only other arguments are completed by it", { ...program, nextHopInstanceZone: "us-east1-b" }, recorded],
    ["adoption is asked for afterwards", { ...program, adoptExisting: true }, recorded],
    ["the default deletionPolicy is given", { ...program, deletionPolicy: "DELETE" }, recorded],
  ])("when %s", (_when, news, outputs) => {
    expect(difference(news, outputs)).toEqual(unchanged);
  });
});

describe("a field that the service filled", () => {
  const filled = {
    ...recorded,
    nextHopInstance: `${root}/zones/us-central1-a/instances/vm`,
    nextHopIp: "10.0.0.9",
    [filledKey]: ["nextHopIp"],
  };

  it("is not a change if the program does not mention it", () => {
    expect(difference(hop("nextHopInstance", "vm"), filled)).toEqual(unchanged);
  });
});

describe("a change", () => {
  it.each([
    ["description", "other"],
    ["network", "other"],
    ["tags", ["a"]],
    ["tags", []],
    ["destRange", "2001:db8::/33"],
    ["priority", 999],
    ["nextHopIp", "2001:db8::2"],
  ])(
    "of %s replaces the route for that field alone, the old one deleted first as they share the name",
    (field, value) => {
      expect(difference({ ...program, [field]: value })).toEqual({
        changes: true,
        replaces: [field],
        deleteBeforeReplace: true,
      });
    },
  );
});

describe("a change of local settings alone", () => {
  it.each([
    ["deletionPolicy", { deletionPolicy: "PREVENT" }, {}],
    ["deletionPolicy back to the default", {}, { deletionPolicy: "ABANDON" }],
    ["customTimeouts", { [timeoutsKey]: { create: "5m" } }, {}],
    ["customTimeouts to none", {}, { [timeoutsKey]: { create: "5m" } }],
    ["one of the customTimeouts", { [timeoutsKey]: { create: "5m" } }, { [timeoutsKey]: { create: "6m" } }],
  ])("is an update without replacement: %s", (_what, news, there) => {
    expect(difference({ ...program, ...news }, { ...recorded, ...there })).toEqual({ ...unchanged, changes: true });
  });
});
