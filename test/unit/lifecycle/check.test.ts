import { fc, runs } from "../../support/property";
import { describe, expect, it } from "vitest";
import { resourceNameProblem } from "../../../provider/src/names/names";
import { check } from "../../../provider/src/lifecycle/check";
import { autoNamedKey, logicalNameKey, timeoutsKey } from "../../../provider/src/program/internalInputs";
import { unknownValue } from "../../../provider/src/fields/unknown";
import type { Values } from "../../../provider/src/fields/values";
import { route } from "../../../provider/src/resources/route/definition";
import { offlineResource, testConfiguration, without } from "../../support/offlineResource";

const plain: Values = { name: "egress", network: "default", destRange: "0.0.0.0/0", nextHopIp: "10.0.0.1" };

/** Checks a route as a program of this configuration would give it. */
function checked(news: Values, olds: Values = {}, configuration: Record<string, string> = {}) {
  return check(offlineResource(route, { ...testConfiguration, ...configuration }), olds, news);
}

const unnamed = without(plain, "name");

describe("the physical name", () => {
  const named = (logicalName: string, olds: Values = {}) =>
    checked({ ...unnamed, [logicalNameKey]: logicalName }, olds);

  it.each([
    ["egress", /^egress-[0-9a-f]{7}$/],
    ["myRoute_1", /^myroute-1-[0-9a-f]{7}$/],
    ["12345", /^r-[0-9a-f]{7}$/],
    ["漢字", /^r-[0-9a-f]{7}$/],
    ["--a--", /^a-[0-9a-f]{7}$/],
    ["Ünïcode Name", /^n-code-name-[0-9a-f]{7}$/],
    ["a".repeat(200), /^a{55}-[0-9a-f]{7}$/],
    [`${"a".repeat(54)}-b`, /^a{54}-[0-9a-f]{7}$/],
  ])("made of the logical name %j looks like %s", (logicalName, expected) => {
    const { inputs, failures } = named(logicalName);
    expect(failures).toEqual([]);
    expect(inputs.name).toMatch(expected);
    expect(inputs[autoNamedKey]).toBe(true);
  });

  it("is valid for every logical name", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.string({ minLength: 200 })),
        (logicalName) => {
          const { inputs, failures } = named(logicalName);
          expect(failures).toEqual([]);
          expect(resourceNameProblem(String(inputs.name))).toBeUndefined();
        },
      ),
    );
  });

  it("differs from run to run, so that a replacement can be there beside the old object", () => {
    expect(new Set(Array.from({ length: 50 }, () => named("egress").inputs.name)).size).toBe(50);
  });

  it("follows from the seed of the request where there is one", () => {
    const seeded = (seed: number) => {
      const resource = { ...offlineResource(route), randomSeed: () => Uint8Array.of(seed) };
      return check(resource, {}, { ...unnamed, [logicalNameKey]: "egress" }).inputs;
    };
    expect(seeded(1)).toEqual(seeded(1));
    expect(seeded(1).name).toMatch(/^egress-[0-9a-f]{7}$/);
    expect(seeded(2).name).not.toBe(seeded(1).name);
  });

  it("is kept from the inputs of the last run", () => {
    const first = named("egress").inputs;
    expect(named("egress", first).inputs).toEqual(first);
    expect(named("renamed", first).inputs.name).toBe(first.name);
  });

  it("is kept when the program stops giving it", () => {
    const { inputs } = named("egress", checked(plain).inputs);
    expect(inputs).toMatchObject({ name: "egress", [autoNamedKey]: true });
  });

  it("is the name that the program gives, and the inputs then have no mark of a generated name", () => {
    const { inputs } = checked(plain, { name: "old-1234567" });
    expect(inputs.name).toBe("egress");
    expect(inputs).not.toHaveProperty(autoNamedKey);
  });

  it("is made of the kind when there is no logical name", () => {
    expect(checked(unnamed).inputs.name).toMatch(/^route-[0-9a-f]{7}$/);
  });

  it("leaves nothing of the logical name in the state", () => {
    expect(named("egress").inputs).not.toHaveProperty(logicalNameKey);
  });

  it("has to be given to take over an existing object, with one error", () => {
    expect(checked({ ...unnamed, adoptExisting: true }).failures).toEqual([
      { property: "name", reason: "adoptExisting needs name: the name of the object to take over." },
    ]);
    expect(checked({ ...plain, adoptExisting: true }).failures).toEqual([]);
    expect(checked({ ...unnamed, adoptExisting: false }).failures).toEqual([]);
    expect(checked({ ...unnamed, adoptExisting: unknownValue }).failures).toEqual([]);
  });
});

describe("the project", () => {
  it("comes from the configuration and becomes an input", () => {
    expect(checked(plain).inputs.project).toBe("my-project");
  });

  it("is the argument when there is one", () => {
    expect(checked({ ...plain, project: "other" }).inputs.project).toBe("other");
  });

  it("that is missing is one error with the command that sets it", () => {
    const { failures } = check(offlineResource(route, {}), {}, plain);
    expect(failures).toEqual([
      {
        property: "project",
        reason: "No project is set. Run: pulumi config set gcp:project <project> (or give the argument project).",
      },
    ]);
  });

  it("that is wrong is one error, and not one more for every link that it completes", () => {
    const { failures } = checked({ ...plain, project: "My Project" });
    expect(failures.map(({ property }) => property)).toEqual(["project"]);
  });

  it("that is missing does not hide what else is wrong", () => {
    const { failures } = check(offlineResource(route, {}), {}, { ...plain, destRange: "x", network: 5 });
    expect(failures.map(({ property }) => property)).toEqual(["project", "network", "destRange"]);
  });

  it("is there, and the zone that a link lacks is not: then the link has the error", () => {
    const resource = offlineResource(route, without(testConfiguration, "gcp:zone"));
    const { failures } = check(resource, {}, { ...without(plain, "nextHopIp"), nextHopInstance: "vm" });
    expect(failures).toHaveLength(1);
    expect(failures[0]?.property).toBe("nextHopInstance");
    expect(failures[0]?.reason).toContain("pulumi config set gcp:zone");
  });
});

describe("the self link", () => {
  it("is derived, so that a preview shows it", () => {
    expect(checked(plain).inputs.selfLink).toBe(
      "https://www.googleapis.com/compute/v1/projects/my-project/global/routes/egress",
    );
  });

  it("is also derived from a generated name", () => {
    const { inputs } = checked(unnamed);
    expect(inputs.selfLink).toMatch(new RegExp(`/routes/${String(inputs.name)}$`));
  });

  it.each(["name", "project"])("is left open while %s is unknown", (key) => {
    const { inputs, failures } = checked({ ...plain, [key]: unknownValue });
    expect(failures).toEqual([]);
    expect(inputs).not.toHaveProperty("selfLink");
  });

  it("is there while anything else is unknown", () => {
    expect(checked({ ...plain, network: unknownValue }).inputs).toHaveProperty("selfLink");
  });
});

describe("deletionPolicy", () => {
  it.each([
    ["nothing", undefined, undefined, undefined],
    ["the default, which is not kept", "DELETE", undefined, undefined],
    ["the argument", "PREVENT", undefined, "PREVENT"],
    ["the configuration", undefined, "ABANDON", "ABANDON"],
    ["the default over the configuration", "DELETE", "ABANDON", undefined],
    ["the argument over the configuration", "PREVENT", "ABANDON", "PREVENT"],
  ])("is %s", (_what, argument, configured, kept) => {
    const { inputs, failures } = checked(
      argument === undefined ? plain : { ...plain, deletionPolicy: argument },
      {},
      configured === undefined ? {} : { "gcp:deletionPolicy": configured },
    );
    expect(failures).toEqual([]);
    expect(inputs.deletionPolicy).toBe(kept);
    expect("deletionPolicy" in inputs).toBe(kept !== undefined);
  });

  it("that is wrong in the configuration names the setting", () => {
    const { failures } = checked(plain, {}, { "gcp:deletionPolicy": "keep" });
    expect(failures).toEqual([
      {
        property: "deletionPolicy",
        reason: 'gcp:deletionPolicy must be one of DELETE, ABANDON, PREVENT; it is "keep".',
      },
    ]);
  });
});

describe("customTimeouts", () => {
  it.each(["30s", "20m", "1h30m", "1.5h", unknownValue])("takes %j", (duration) => {
    const { inputs, failures } = checked({ ...plain, [timeoutsKey]: { create: duration } });
    expect(failures).toEqual([]);
    expect(inputs[timeoutsKey]).toEqual({ create: duration });
  });

  it.each(["", "0", "0s", "-5m", "5", "5 minutes", "1d", 300, true, ["5m"]])("refuses %j", (duration) => {
    const { failures } = checked({ ...plain, [timeoutsKey]: { delete: duration } });
    expect(failures.map(({ property }) => property)).toEqual(["customTimeouts.delete"]);
    expect(failures[0]?.reason).toContain('must be a duration such as "30s", "20m" or "1h30m"');
  });

  it("refuses an action that does not exist", () => {
    const { failures } = checked({ ...plain, [timeoutsKey]: { craete: "5m" } });
    expect(failures[0]).toMatchObject({ property: "customTimeouts.craete" });
    expect(failures[0]?.reason).toContain("create, update, delete");
  });

  it("refuses anything but an object, and may be unknown", () => {
    expect(checked({ ...plain, [timeoutsKey]: "5m" }).failures[0]?.property).toBe("customTimeouts");
    expect(checked({ ...plain, [timeoutsKey]: unknownValue }).failures).toEqual([]);
    expect(checked({ ...plain, [timeoutsKey]: null }).failures).toEqual([]);
  });
});

describe("an argument that does not exist", () => {
  it.each([
    ["destrange", "destRange"],
    ["dest_range", "destRange"],
    ["destinationRange", "destRange"],
    ["nextHopIpAddress", "nextHopIp"],
    ["nextHopAddress", "nextHopIp"],
    ["nextHopInternetGateway", "nextHopGateway"],
    ["nextHopVpn", "nextHopVpnTunnel"],
    ["nexthopInstence", "nextHopInstance"],
    ["networkTags", "tags"],
    ["tag", "tags"],
    ["prioriti", "priority"],
    ["zone", "nextHopInstanceZone"],
    ["resourceManagerTags", "params: { resourceManagerTags }"],
    ["deletePolicy", "deletionPolicy"],
    ["adoptExsting", "adoptExisting"],
  ])("%s is refused with the suggestion %s", (given, meant) => {
    expect(checked({ ...plain, [given]: "x" }).failures).toEqual([
      { property: given, reason: `${given} is not an argument. Did you mean ${meant}?` },
    ]);
  });

  it("is refused with the list of arguments if no argument is similar", () => {
    const [failure] = checked({ ...plain, somethingElseEntirely: 1 }).failures;
    expect(failure?.reason).toMatch(/^somethingElseEntirely is not an argument\.\s+Known arguments: .*destRange/);
    expect(failure?.reason).toContain("adoptExisting");
  });

  it.each(["selfLink", "routeType", "kind", "numericId", "constructor", "toString"])("%s is refused", (name) => {
    expect(checked({ ...plain, [name]: "x" }).failures.map(({ property }) => property)).toEqual([name]);
  });

  it("is not an error if its value is absent", () => {
    expect(checked({ ...plain, somethingElse: undefined, other: null }).failures).toEqual([]);
  });

  it("is cut in messages when it is very long", () => {
    const [failure] = checked({ ...plain, ["x".repeat(10_000)]: 1 }).failures;
    expect(failure?.property.length).toBeLessThan(200);
    expect(failure?.reason.length).toBeLessThan(1000);
  });

  it("differs from the internal ones, which begin with two underscores", () => {
    expect(checked({ ...plain, __provider: "x", __defaults: [] }).failures).toEqual([]);
  });

  it("is found inside an argument, too", () => {
    const [failure] = checked({ ...plain, params: { resourceManagerTag: {} } }).failures;
    expect(failure?.property).toBe("params.resourceManagerTag");
    expect(failure?.reason).toContain("Did you mean params.resourceManagerTags?");
  });
});

describe("an unknown value", () => {
  const full: Values = {
    ...plain,
    project: "my-project",
    description: "text",
    tags: ["a", "b"],
    priority: 5,
    nextHopInstanceZone: "us-central1-b",
    params: { resourceManagerTags: { "tagKeys/1": "tagValues/2" } },
    deletionPolicy: "ABANDON",
    adoptExisting: true,
    [timeoutsKey]: { create: "5m" },
  };

  it.each(Object.keys(full))("for %s is not an error", (key) => {
    expect(checked({ ...full, [key]: unknownValue }).failures).toEqual([]);
  });

  it("is not an error anywhere inside an argument", () => {
    for (const [key, value] of [
      ["tags", [unknownValue, unknownValue]],
      ["tags", ["a", unknownValue]],
      ["params", { resourceManagerTags: unknownValue }],
      ["params", { resourceManagerTags: { "tagKeys/1": unknownValue } }],
      [timeoutsKey, { create: unknownValue }],
      ["network", `projects/${unknownValue}/global/networks/n`],
    ] as const) {
      expect(checked({ ...full, [key]: value }).failures, key).toEqual([]);
    }
  });

  it("is not an error if all arguments have it", () => {
    const unknowns = Object.fromEntries(Object.keys(full).map((key) => [key, unknownValue]));
    expect(checked(unknowns).failures).toEqual([]);
  });

  it("stands for a next hop that may be absent", () => {
    expect(checked({ ...plain, nextHopGateway: unknownValue }).failures).toEqual([]);
    expect(checked({ ...plain, nextHopIp: unknownValue, nextHopGateway: unknownValue }).failures).toEqual([]);
  });

  it("does not hide an error of another argument", () => {
    const { failures } = checked({ ...plain, network: unknownValue, destRange: "x" });
    expect(failures.map(({ property }) => property)).toEqual(["destRange"]);
  });
});

describe("check", () => {
  it("finds every problem in one run", () => {
    const { failures } = checked({ name: "A", destRange: "x", priority: -1, tags: ["B"], nextHopIp: "y", other: 1 });
    expect(failures.map(({ property }) => property)).toEqual([
      "other",
      "name",
      "network",
      "tags[0]",
      "destRange",
      "priority",
      "nextHopIp",
    ]);
  });

  it("changes nothing of what it is given", () => {
    const news = Object.freeze({ ...plain, tags: Object.freeze(["a"]) }) as Values;
    const olds = Object.freeze({ name: "old" }) as Values;
    expect(() => checked(news, olds)).not.toThrow();
  });

  it("leaves no absent value in the inputs, at any depth", () => {
    const { inputs } = checked({ ...plain, description: null, params: { resourceManagerTags: undefined } });
    expect(inputs).not.toHaveProperty("description");
    expect(inputs.params).toEqual({});
  });

  it("keeps the spelling of the program", () => {
    const network = "https://compute.googleapis.com/compute/v1/projects/my-project/global/networks/n";
    expect(checked({ ...plain, network, destRange: "2001:DB8::/32" }).inputs).toMatchObject({
      network,
      destRange: "2001:DB8::/32",
    });
  });

  it("judges any JSON without an exception, also with the names of JavaScript's own members", () => {
    const key = fc.oneof(
      fc.constantFrom(...Object.keys(route.fields), "__proto__", "constructor", "toString", autoNamedKey, timeoutsKey),
      fc.string({ unit: "binary" }),
    );
    const leaf = fc.oneof(
      fc.constant(unknownValue),
      fc.constantFrom("\ud800", "a\udc00b", "", "0.0.0.0/0", "default"),
      fc.string({ unit: "binary" }),
      fc.double(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        leaf,
        fc.array(tie("tree"), { maxLength: 4 }),
        fc.array(fc.tuple(key, tie("tree")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
      ),
    }));
    const values = fc
      .array(fc.tuple(key, tree), { maxLength: 12 })
      .map((entries) => Object.fromEntries(entries) as Values);
    fc.assert(
      fc.property(values, values, (olds, news) => {
        const { inputs, failures } = checked(news, olds);
        expect(typeof inputs).toBe("object");
        for (const { property, reason } of failures) {
          expect(property).not.toBe("");
          expect(reason.length).toBeLessThan(2000);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it("judges deep nesting without an exception", () => {
    let deep: unknown = "x";
    for (let depth = 0; depth < 1000; depth++) deep = depth % 2 === 0 ? [deep] : { deep };
    for (const key of Object.keys(route.fields)) expect(() => checked({ ...plain, [key]: deep })).not.toThrow();
  });
});
