import { fc, runs } from "../../support/property";
import { describe, expect, it } from "vitest";
import { describeTarget, parseLink, type LinkContext, type LinkTarget } from "../../../provider/src/names/links";
import { locationProblem } from "../../../provider/src/names/names";

const networks: LinkTarget = { collection: "networks", scopes: ["global"] };
const rules: LinkTarget = { collection: "forwardingRules", scopes: ["region", "global"] };
const instances: LinkTarget = { collection: "instances", scopes: ["zone"] };
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
  "https://www.googleapis.com/compute/alpha/",
  "https://compute-mine.p.googleapis.com/compute/v1/",
  "http://127.0.0.1:8080/compute/v1/",
  "//compute.googleapis.com/",
  "//compute.googleapis.com/compute/",
];

describe("a link", () => {
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
        if ("problem" in parsed) return;
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
    for (const fragment of [describeTarget(target), ...fragments]) {
      expect(parsed).toEqual({ problem: expect.stringContaining(fragment) as string });
    }
  });

  it("takes the scope that is configured, in the order that the target prefers", () => {
    const path = (around: LinkContext) => parseLink("f", rules, { project: "p", ...around });
    expect(path({ region: "r" })).toEqual({ path: "projects/p/regions/r/forwardingRules/f" });
    expect(path({})).toEqual({ path: "projects/p/global/forwardingRules/f" });
  });
});
