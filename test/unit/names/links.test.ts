import { fc, runs } from "../../support/property";
import { describe, expect, it } from "vitest";
import { describeTarget, parseLink, type LinkContext, type LinkTarget } from "../../../provider/src/names/links";
import { locationProblem } from "../../../provider/src/names/names";

const networks: LinkTarget = { collection: "networks", scopes: ["global"] };
const rules: LinkTarget = { collection: "forwardingRules", scopes: ["region", "global"] };
const instances: LinkTarget = { collection: "instances", scopes: ["zone"] };
const disks: LinkTarget = { collection: "disks", scopes: ["zone", "region"], nameScopes: ["zone"] };
const policies: LinkTarget = { collection: "firewallPolicies", scopes: ["global"] };
const context: LinkContext = {
  project: "p",
  region: "europe-west1",
  zone: "europe-west1-b",
  hosts: ["127.0.0.1:8080"],
};

const nameArbitrary = fc.stringMatching(/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/);
const projectArbitrary = fc.oneof(
  fc.stringMatching(/^[a-z][-a-z0-9]{4,28}[a-z0-9]$/),
  fc.stringMatching(/^[a-z]{1,10}\.com:[a-z][a-z0-9]{4,20}$/),
  fc.stringMatching(/^[1-9]\d{5,14}$/),
);
/** A link refuses a region that has the form of a zone, and a zone that has the form of a region. */
const locationArbitrary = nameArbitrary.filter(
  (location) => locationProblem("region", location) === undefined && locationProblem("zone", location) === undefined,
);
const objects = fc.record({
  project: projectArbitrary,
  location: locationArbitrary,
  name: nameArbitrary,
  kind: fc.constantFrom<[LinkTarget, (location: string) => string]>(
    [networks, () => "global"],
    [rules, (location) => `regions/${location}`],
    [instances, (location) => `zones/${location}`],
  ),
});

/** The texts that may be in front of `projects/…`. */
const prefixes = [
  "",
  "/",
  "https://www.googleapis.com/compute/v1/",
  "http://www.googleapis.com/compute/v1/",
  "https://compute.googleapis.com/compute/v1/",
  "https://COMPUTE.googleapis.com/compute/v1/",
  "https://compute.googleapis.com/compute/beta/",
  "https://compute.us-central1.rep.googleapis.com/compute/v1/",
  "https://compute.mtls.googleapis.com/compute/v1/",
  "https://www.googleapis.com/compute/alpha/",
  "https://compute-mine.p.googleapis.com/compute/v1/",
  "http://127.0.0.1:8080/compute/v1/",
  "//compute.googleapis.com/",
  "//compute.googleapis.com/compute/",
];

describe("a link", () => {
  it.each(["storage.googleapis.com", "compute.evilgoogleapis.com", "compute.googleapis.com.example.com"])(
    "is none on the host %s",
    (host) => {
      const parsed = parseLink(`https://${host}/compute/v1/projects/p/global/networks/n`, networks, {});
      expect(parsed).toEqual({ problem: expect.stringContaining("the host of") as string });
    },
  );

  it("names the same object in every spelling", () => {
    fc.assert(
      fc.property(objects, ({ project, location, name, kind: [target, scopeOf] }) => {
        const scope = scopeOf(location);
        const expected = { path: `projects/${project}/${scope}/${target.collection}/${name}` };
        const around = { ...context, project, region: location, zone: location };
        const short = `${scope}/${target.collection}/${name}`;
        const spellings = [name, short, `/${short}`, ...prefixes.map((prefix) => prefix + expected.path)];
        for (const spelling of spellings) expect(parseLink(spelling, target, around)).toEqual(expected);
      }),
    );
  });

  it("of any text gives a path of well-formed parts or a problem, and never throws", () => {
    const parts = fc.constantFrom(
      ...["projects", "global", "regions", "zones", "networks", "p", "n", "..", ".", "", "%2f", "%2e%2e", "?a=b", "#f"],
      ...["\n", "\0", "https:", "//", "www.googleapis.com", "compute", "v1", "user@www.googleapis.com", "é"],
      ...["__proto__", "constructor", "a".repeat(64), "1".repeat(21)],
    );
    const texts = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.array(parts).map((all) => all.join("/")),
    );
    fc.assert(
      fc.property(texts, fc.constantFrom(networks, rules, instances), (text, target) => {
        const parsed = parseLink(text, target, context);
        if ("problem" in parsed) {
          const nearest = /; did you mean (.*)\?$/s.exec(parsed.problem)?.[1];
          if (nearest !== undefined) expect(parseLink(nearest, target, context)).toHaveProperty("path");
          return;
        }
        expect(parsed.path).toMatch(
          /^projects\/[-a-z0-9.:]+\/(global|(regions|zones)\/[-a-z0-9]+)\/(networks|forwardingRules|instances)\/[-a-z0-9]+$/,
        );
      }),
      { numRuns: runs(1_000) },
    );
  });

  it.each<[what: string, link: string, target: LinkTarget, context: LinkContext, fragments: string[]]>([
    ["another host", "https://example.com/x/networks/n", networks, context, ["the host of", "is not the service's"]],
    ["too many parts", "global/networks/n/x", networks, context, ["too many parts"]],
    ["no project for a name", "n", networks, {}, ["needs a project", "pulumi config set gcp:project"]],
    ["no project for a path", "global/networks/n", networks, {}, ["names no project", "pulumi config set gcp:project"]],
    ["no zone", "i", instances, { project: "p" }, ["needs a zone", "pulumi config set gcp:zone"]],
  ])("that has %s says so", (_what, link, target, around, fragments) => {
    const parsed = parseLink(link, target, around);
    for (const fragment of [describeTarget(target, link), ...fragments])
      expect(parsed).toEqual({ problem: expect.stringContaining(fragment) as string });
  });

  it.each<[link: string, target: LinkTarget, nearest?: string]>([
    ["networks/default", networks, "global/networks/default"],
    ["global/default", networks, "global/networks/default"],
    ["projects/p/networks/default", networks, "projects/p/global/networks/default"],
    ["project/p/global/networks/default", networks, "projects/p/global/networks/default"],
    ["compute.googleapis.com/compute/v1/projects/p/global/networks/n", networks, "projects/p/global/networks/n"],
    ["regions/us-central1/database", disks, "regions/us-central1/disks/database"],
    ["us-central1-a/database", disks, "zones/us-central1-a/disks/database"],
    ["regions/us-central1-a/disks/database", disks, "zones/us-central1-a/disks/database"],
    ["disks/database", disks, "database"],
    ["regions/europe-west1/forwarding-rules/f", rules, "regions/europe-west1/forwardingRules/f"],
    ["http://127.0.0.1:8080/compute/v1/projects/p/firewallPolicy/f", policies, "projects/p/global/firewallPolicies/f"],
    ["regions/us-central1/subnetworks/default", networks],
    ["global/routers/n", { collection: "routes", scopes: ["global"] }],
    ["global/networks", networks],
    ["global/".repeat(20) + "n", networks],
  ])("%s has the nearest that can be given", (link, target, nearest) => {
    const parsed = parseLink(link, target, context);
    const suggested = "problem" in parsed ? /did you mean (.*)\?$/.exec(parsed.problem)?.[1] : link;
    expect(suggested).toBe(nearest);
    if (nearest !== undefined) expect(parseLink(nearest, target, context)).toHaveProperty("path");
  });

  it("that is wrong hears of every form that is taken, the nearest first", () => {
    const [region, zone] = ["[projects/PROJECT/]regions/REGION/disks/NAME", "[projects/PROJECT/]zones/ZONE/disks/NAME"];
    const rule = (forms: string) => `a link to one of disks: ${forms}, or its URL`;
    expect(describeTarget(disks)).toBe(rule(`a name, ${zone}, ${region}`));
    expect(describeTarget(disks, "zones/z/d")).toBe(rule(`${zone}, ${region}, a name`));
    expect(describeTarget(disks, "regions/r/d")).toBe(rule(`${region}, ${zone}, a name`));
    expect(describeTarget({ ...disks, nameScopes: [] })).toBe(rule(`${zone}, ${region}`));
  });

  it("takes the scope that is configured, in the order that the target prefers", () => {
    const path = (around: LinkContext) => parseLink("f", rules, { project: "p", ...around });
    expect(path({ region: "r" })).toEqual({ path: "projects/p/regions/r/forwardingRules/f" });
    expect(path({})).toEqual({ path: "projects/p/global/forwardingRules/f" });
  });
});
