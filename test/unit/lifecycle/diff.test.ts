import { fc, runs } from "../../support/property";
import { describe, expect, it } from "vitest";
import { check } from "../../../provider/src/lifecycle/check";
import { diff } from "../../../provider/src/lifecycle/diff";
import { ResourceFailure } from "../../../provider/src/lifecycle/failure";
import { filledKey } from "../../../provider/src/lifecycle/schema";
import { logicalNameKey, timeoutsKey } from "../../../provider/src/program/internalInputs";
import { pendingKey } from "../../../provider/src/lifecycle/pending";
import { unknownValue } from "../../../provider/src/fields/unknown";
import type { Values } from "../../../provider/src/fields/values";
import { route } from "../../../provider/src/resources/route/definition";
import { offlineResource, without } from "../../support/offlineResource";
import { root, recorded, program, unchanged, difference } from "../../support/recordedRoute";

function hop(field: string, value: unknown): Values {
  return { ...without(program, "nextHopIp"), [field]: value };
}

describe("no change", () => {
  it.each([
    "default",
    "global/networks/default",
    "projects/my-project/global/networks/default",
    "/projects/my-project/global/networks/default",
    "https://www.googleapis.com/compute/v1/projects/my-project/global/networks/default",
    "https://compute.googleapis.com/compute/v1/projects/my-project/global/networks/default",
    "https://www.googleapis.com/compute/beta/projects/my-project/global/networks/default",
    "//compute.googleapis.com/projects/my-project/global/networks/default",
  ])("is another spelling of the network: %s", (network) => {
    expect(difference({ ...program, network })).toEqual(unchanged);
  });

  it.each(["2001:db8::/32", "2001:DB8::/32", "2001:0db8:0:0:0:0:0:0/32", "2001:db8:0::/32"])(
    "is another spelling of the range: %s",
    (destRange) => {
      expect(difference({ ...program, destRange })).toEqual(unchanged);
    },
  );

  it.each(["2001:db8::1", "2001:DB8::0001", "2001:db8:0:0:0:0:0:1"])(
    "is another spelling of the next hop: %s",
    (ip) => {
      expect(difference({ ...program, nextHopIp: ip })).toEqual(unchanged);
    },
  );

  it("is any IPv6 text of the same address and range", () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const mapped = check(offlineResource(route), {}, { ...program, nextHopIp: address });
        fc.pre(mapped.failures.length === 0);
        const spelled = route.fields.nextHopIp?.kind.canonical(address, {});
        expect(difference({ ...program, nextHopIp: address }, { ...recorded, nextHopIp: spelled })).toEqual(unchanged);
      }),
    );
  });

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

  it.each([
    ["nextHopGateway", "default-internet-gateway", `${root}/global/gateways/default-internet-gateway`],
    ["nextHopGateway", "global/gateways/default-internet-gateway", `${root}/global/gateways/default-internet-gateway`],
    ["nextHopInstance", "vm", `${root}/zones/us-central1-a/instances/vm`],
    ["nextHopInstance", "zones/us-east1-b/instances/vm", `${root}/zones/us-east1-b/instances/vm`],
    ["nextHopIlb", "rule", `${root}/regions/us-central1/forwardingRules/rule`],
    ["nextHopIlb", "2001:DB8::5", "2001:db8::5"],
    ["nextHopNetwork", "peer", `${root}/global/networks/peer`],
    ["nextHopVpnTunnel", "tunnel", `${root}/regions/us-central1/vpnTunnels/tunnel`],
  ])("is another spelling of %s: %s", (field, given, shown) => {
    expect(difference(hop(field, given), { ...recorded, nextHopIp: undefined, [field]: shown })).toEqual(unchanged);
  });

  it("is a name that the instance's own zone completes", () => {
    const news = { ...hop("nextHopInstance", "vm"), nextHopInstanceZone: "europe-west1-b" };
    const there = { ...recorded, nextHopIp: undefined, nextHopInstance: `${root}/zones/europe-west1-b/instances/vm` };
    expect(difference(news, there)).toEqual(unchanged);
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

  it("is a change when it was the program that had given it", () => {
    expect(difference(hop("nextHopInstance", "vm"), without(filled, filledKey)).replaces).toEqual(["nextHopIp"]);
  });

  it("is compared as soon as the program gives it", () => {
    const there = { ...recorded, nextHopIp: "10.0.0.9", [filledKey]: ["nextHopIp"] };
    expect(difference({ ...program, nextHopIp: "10.0.0.9" }, there)).toEqual(unchanged);
    expect(difference({ ...program, nextHopIp: "10.0.0.8" }, there).replaces).toEqual(["nextHopIp"]);
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

  it.each([
    ["name", "other"],
    ["project", "other"],
  ])("of %s replaces the route, the new one made first", (field, value) => {
    const news = { ...program, network: recorded.network, [field]: value };
    expect(difference(news)).toEqual({ changes: true, replaces: [field], deleteBeforeReplace: false });
  });

  it.each(["nextHopGateway", "nextHopInstance", "nextHopIlb", "nextHopNetwork", "nextHopVpnTunnel"])(
    "to %s replaces the route for both next hops",
    (field) => {
      const value = field === "nextHopGateway" ? "default-internet-gateway" : "x";
      expect(difference(hop(field, value)).replaces.sort()).toEqual([field, "nextHopIp"].sort());
    },
  );

  it.each(["description", "network", "tags", "destRange", "priority", "nextHopIp", "name", "project"])(
    "is taken for one while %s is unknown",
    (field) => {
      expect(difference({ ...program, network: recorded.network, [field]: unknownValue })).toMatchObject({
        changes: true,
        replaces: [field],
      });
    },
  );

  it("is taken for one while a member of a list is unknown", () => {
    expect(difference({ ...program, tags: ["a", unknownValue] }).replaces).toEqual(["tags"]);
  });

  it("keeps the old route until the new one exists if its name was generated", () => {
    const news = { ...without(program, "name"), [logicalNameKey]: "egress", destRange: "2001:db8::/33" };
    expect(difference(news)).toEqual({ changes: true, replaces: ["destRange"], deleteBeforeReplace: false });
  });

  it("covers every compared field of the table", () => {
    const compared = Object.entries(route.fields)
      .filter(([, { change }]) => change === "replace" || change === "update")
      .map(([name]) => name);
    expect(compared.sort()).toEqual(
      [
        ...["description", "destRange", "name", "network", "priority", "project", "tags"],
        ...["nextHopGateway", "nextHopIlb", "nextHopInstance", "nextHopIp", "nextHopNetwork", "nextHopVpnTunnel"],
      ].sort(),
    );
  });
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

  it("is not a change if the engine only sends the settings in another order", () => {
    const news = { ...program, [timeoutsKey]: { create: "5m", delete: "6m" } };
    expect(difference(news, { ...recorded, [timeoutsKey]: { delete: "6m", create: "5m" } })).toEqual(unchanged);
  });
});

it("work that an earlier run left behind is a change, so that the engine calls update", () => {
  const there = { ...recorded, [pendingKey]: [{ action: "insert", requestId: "x", sentAt: 0 }] };
  expect(difference(program, there)).toEqual({ ...unchanged, changes: true });
});

describe("any JSON", () => {
  const key = fc.oneof(
    fc.constantFrom(...Object.keys(route.fields), filledKey, pendingKey, timeoutsKey, "deletionPolicy", "__proto__"),
    fc.string({ unit: "binary" }),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(unknownValue, "\ud800", "", "default", "10.0.0.0/8", "PREVENT", "nextHopIp", null, true, 0, 1000),
      fc.string({ unit: "binary" }),
      fc.array(tie("tree"), { maxLength: 4 }),
      fc
        .array(fc.tuple(fc.oneof(key, fc.constantFrom("toString", "valueOf", "constructor")), tie("tree")), {
          maxLength: 4,
        })
        .map((entries) => Object.fromEntries(entries)),
    ),
  }));
  const values = fc
    .array(fc.tuple(key, tree), { maxLength: 12 })
    .map((entries) => Object.fromEntries(entries) as Values);

  it("is compared without an exception, but for a replacement that is prevented", () => {
    fc.assert(
      fc.property(values, values, (outputs, inputs) => {
        const resource = offlineResource(route);
        try {
          const { selfLink } = check(resource, {}, program).inputs;
          const { replaces, changes } = diff(resource, outputs, { ...inputs, selfLink });
          expect(changes || replaces.length === 0).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(ResourceFailure);
          expect(outputs.deletionPolicy).toBe("PREVENT");
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it("is the same as itself once it was accepted and recorded", () => {
    fc.assert(
      fc.property(
        fc.record({
          description: fc.string(),
          priority: fc.integer({ min: 0, max: 65_535 }),
          tags: fc.uniqueArray(fc.stringMatching(/^[a-z]([-a-z0-9]{0,10}[a-z0-9])?$/), { maxLength: 5 }),
          destRange: fc.ipV4().map((address) => `${address}/32`),
          nextHopIp: fc.ipV4(),
        }),
        (news) => {
          const there = { ...recorded, ...news, tags: [...news.tags].reverse() };
          expect(difference({ ...program, ...news }, there)).toEqual(unchanged);
        },
      ),
    );
  });

  it("nested deeply is compared without an exception", () => {
    let deep: unknown = "x";
    for (let depth = 0; depth < 1000; depth++) deep = depth % 2 === 0 ? [deep] : { deep };
    for (const field of Object.keys(route.fields)) {
      expect(() =>
        diff(offlineResource(route), { ...recorded, [field]: deep }, { ...program, [field]: deep }),
      ).not.toThrow();
    }
  });
});
