import * as pulumi from "@pulumi/pulumi";
import { fc } from "../../support/property";
import { describe, expect, it } from "vitest";
import { resourceNameProblem } from "../../../provider/src/names/names";
import { check } from "../../../provider/src/lifecycle/steps/check";
import { ClaimRegistry } from "../../../provider/src/lifecycle/job/claimRegistry";
import { autoNamedKey, timeoutsKey } from "../../../provider/src/names/internalInputs";
import { unknownValue } from "../../../provider/src/fields/unknown";
import type { Values } from "../../../provider/src/fields/values";
import type { Resource } from "../../../provider/src/lifecycle/resource/resource";
import { route } from "../../../provider/src/resources/route/definition";
import { offlineResource, testConfiguration } from "../../support/offlineResource";

const plain: Values = { name: "egress", network: "default", destRange: "0.0.0.0/0", nextHopIp: "10.0.0.1" };

/** Checks a route as a program of this configuration would give it. */
function checked(news: Values, olds: Values = {}, configuration: Record<string, string> = {}, urn = "") {
  const resource = offlineResource(route, { ...testConfiguration, ...configuration });
  return check({ ...resource, log: resource.log.about(urn) }, olds, news);
}

describe("the physical name", () => {
  const named = (logicalName: string) =>
    checked({ ...plain, name: undefined }, {}, {}, `urn:pulumi:dev::p::my:Group$gce:Route::${logicalName}`);

  it.each([
    ["egress", /^egress-[0-9a-f]{7}$/],
    ["myRoute_1", /^myroute-1-[0-9a-f]{7}$/],
    ["漢字", /^r-[0-9a-f]{7}$/],
    ["a".repeat(200), /^a{55}-[0-9a-f]{7}$/],
    [`${"a".repeat(54)}-b`, /^a{54}-[0-9a-f]{7}$/],
  ])("made of the logical name %j looks like %s", (logicalName, expected) => {
    const { inputs, failures } = named(logicalName);
    expect(failures).toEqual([]);
    expect(inputs.name).toMatch(expected);
    expect(inputs[autoNamedKey]).toBe(true);
  });

  const urn = (stack: string, name = "egress") => `urn:pulumi:${stack}::p::gce:Route::${name}`;
  const inRun = (about: Partial<Resource>, ownUrn = urn("dev")) => {
    const offline = offlineResource(route, testConfiguration);
    const resource = { ...offline, log: offline.log.about(ownUrn), ...about };
    return (olds: Values = {}) => String(check(resource, olds, { ...plain, name: undefined }).inputs.name);
  };

  it("is the same in every run of a resource, and another one for each resource and stack", () => {
    const names = [
      () => inRun({})(),
      () => inRun({}, urn("prod"))(),
      () => inRun({}, urn("dev", "egress2"))(),
      () => inRun({ randomSeed: Uint8Array.of(1) })(),
      () => inRun({ randomSeed: Uint8Array.of(2) })(),
    ];
    for (const name of names) expect(name()).toBe(name());
    expect(new Set(names.map((name) => name())).size).toBe(names.length);
  });

  it("is another one for each replacement, and the same in the preview of it", () => {
    const replacements = (first: string) =>
      [1, 2, 3].reduce<string[]>(
        (names) => {
          // The engine checks with the recorded inputs first, and for the replacement without them.
          const run = inRun({ run: new ClaimRegistry() });
          const recorded = names.at(-1) ?? "";
          expect(run({ name: recorded })).toBe(recorded);
          return [...names, run()];
        },
        [first],
      );
    const names = replacements(inRun({})());
    // Also another one than earlier objects have, which can be left in place.
    expect(new Set(names).size).toBe(4);
    expect(replacements(inRun({})())).toEqual(names);
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
});

describe("deletionPolicy", () => {
  it.each([
    ["nothing", undefined, undefined, undefined],
    ["the default, which is not kept", "DELETE", undefined, undefined],
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
});

describe("customTimeouts", () => {
  it.each(["30s", "20m", "1h30m", "1.5h", unknownValue])("takes %j", (duration) => {
    const { inputs, failures } = checked({ ...plain, [timeoutsKey]: { create: duration } });
    expect(failures).toEqual([]);
    expect(inputs[timeoutsKey]).toEqual({ create: duration });
  });

  it.each(["0", "0s", "-5m", "5", "5 minutes", "1d", 300, true, ["5m"]])("refuses %j", (duration) => {
    const { failures } = checked({ ...plain, [timeoutsKey]: { delete: duration } });
    expect(failures.map(({ property }) => property)).toEqual(["customTimeouts.delete"]);
    expect(failures[0]?.reason).toContain('must be a duration above zero, such as "30s", "20m" or "1h30m"');
  });
});

describe("an empty text", () => {
  const reasons = (changes: Values) => checked({ ...plain, ...changes }).failures.map(({ reason }) => reason);

  it.each<[changes: Values, reason: RegExp]>([
    [{ project: "" }, /^project is empty: leave it out \(undefined\), or give a project id\.$/],
    [{ deletionPolicy: "" }, /^deletionPolicy is empty: leave it out \(undefined\), or give one of DELETE, /],
    [{ tags: ["web", ""] }, /^tags\[1\] is empty: leave it out, or give a resource name\.$/],
    [
      { [timeoutsKey]: { create: "" } },
      /^customTimeouts\.create is empty:\s+leave it out \(undefined\), or give a duration/,
    ],
    [{ network: "" }, /^network is required, and it is empty: a link to one of networks:/],
  ])("in %j is refused with what to do", (changes, reason) => {
    expect(reasons(changes)).toEqual([expect.stringMatching(reason)]);
  });

  it("is taken where it means something: a description, and the value of a tag", () => {
    expect(reasons({ description: "", params: { resourceManagerTags: { a: "" } } })).toEqual([]);
  });
});

describe("a text that JavaScript has made of an Output", () => {
  const route = { selfLink: pulumi.output("x") };
  const built = / was built from an Output as if that were a text\.\s+Use pulumi\.interpolate or \.apply to build it/;
  const texts = [
    `${String(route.selfLink)}/x`,
    JSON.stringify({ of: route.selfLink }),
    `${unknownValue}${String(route.selfLink)}`,
  ];

  it.each([
    ...texts.map((text) => ({ description: text })),
    ...[{ name: texts[0] }, { tags: [texts[0]] }, { network: texts[0] }],
    ...[{ params: { resourceManagerTags: { a: texts[1] } } }, { deletionPolicy: texts[0] }],
  ])("is refused in %o", (changes) => {
    const { failures } = checked({ ...plain, ...changes });
    expect(failures.map(({ reason }) => reason)).toEqual([expect.stringMatching(built)]);
  });

  it("is refused as the key of a map", () => {
    const { failures } = checked({ ...plain, params: { resourceManagerTags: { [texts[0] ?? ""]: "a" } } });
    expect(failures[0]?.reason).toMatch(/^A key of params\.resourceManagerTags was built from an Output/);
  });

  it("is refused in the configuration, and in the settings of a gce.Provider, and shows no value", () => {
    const said = (configuration: Record<string, string>) =>
      checked(plain, {}, configuration).failures.map(({ reason }) => reason);
    expect(said({ "gcp:accessToken": `secret${String(route.selfLink)}` })).toEqual([
      expect.stringMatching(/^gcp:accessToken was built from an Output as if that were a text\.(?![^]*secret)/),
    ]);
    expect(said({ "gcp:project": texts[0] ?? "" })).toEqual([expect.stringMatching(/^gcp:project was built from an/)]);
    expect(said({ "gcp:requestReason": texts[0] ?? "", "gcp:providerName": "eu" })).toEqual([
      expect.stringMatching(/^requestReason of the gce\.Provider "eu" was built from an Output/),
    ]);
  });
});

describe("an argument that does not exist", () => {
  it.each([
    ["dest_range", "destRange"],
    ["destinationRange", "destRange"],
    ["nextHopAddress", "nextHopIp"],
    ["nextHopInternetGateway", "nextHopGateway"],
    ["nextHopVpn", "nextHopVpnTunnel"],
    ["tag", "tags"],
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
});
