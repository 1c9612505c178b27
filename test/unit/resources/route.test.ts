import { describe, expect, it } from "vitest";
import { check } from "../../../provider/src/lifecycle/check";
import { createBody, linkContextOf, outputsOf } from "../../../provider/src/lifecycle/fieldTable";
import type { Values } from "../../../provider/src/fields/values";
import { route } from "../../../provider/src/resources/route/definition";
import { offlineResource, testConfiguration } from "../../support/offlineResource";

const root = "https://www.googleapis.com/compute/v1/projects/my-project";

const hopless: Values = { name: "egress", network: "default", destRange: "0.0.0.0/0" };
const plain: Values = { ...hopless, nextHopIp: "10.0.0.1" };

/** The problems of a route with these arguments; a client cannot be had, so no call is made. */
function problems(news: Values, configuration: Readonly<Record<string, string>> = testConfiguration) {
  return check(offlineResource(route, configuration), {}, news).failures;
}

/** A plain route with some arguments changed; `undefined` takes one away. */
const but = (changes: Values): Values => ({ ...plain, ...changes });
/** The same without its next hop. */
const to = (changes: Values): Values => ({ ...hopless, ...changes });

const threeHops = { nextHopIp: "10.0.0.1", nextHopGateway: "default-internet-gateway", nextHopNetwork: "n" };

/** Arguments, the property that the error names, and what its message says: the rule, and the way to mend it. */
const refused: [what: string, news: Values, property: string, ...fragments: string[]][] = [
  ["name: empty", but({ name: "" }), "name", "1 to 63 characters", "it is empty"],
  ["name: upper case", but({ name: "Egress" }), "name", "RFC 1035", "upper-case letters"],
  ["name: begins with a digit", but({ name: "1egress" }), "name", "beginning with a letter", 'begins with "1"'],
  ["name: begins with a hyphen", but({ name: "-egress" }), "name", "beginning with a letter", 'begins with "-"'],
  ["name: ends with a hyphen", but({ name: "egress-" }), "name", "not ending with a hyphen"],
  ["name: underscore", but({ name: "my_route" }), "name", "digits and hyphens", 'it has "_"'],
  ["name: 64 characters", but({ name: "a".repeat(64) }), "name", "1 to 63 characters", "it has 64"],
  ["name: a number", but({ name: 5 }), "name", "must be a resource name", "it is 5"],
  ["name: missing for adoption", but({ name: undefined, adoptExisting: true }), "name", "adoptExisting needs name"],
  ["project: empty", but({ project: "" }), "project", "id of a project", "such as my-project-1"],
  ["project: a path", but({ project: "projects/p" }), "project", "id of a project", "projects/p"],
  ["network: missing", but({ network: undefined }), "network", "network is required", "NAME, or its URL"],
  ["network: empty", but({ network: "" }), "network", "a link to one of networks", "it is empty"],
  ["network: a subnetwork", but({ network: "regions/r/subnetworks/s" }), "network", "global/networks/NAME"],
  ["network: another host", but({ network: "https://example.com/n" }), "network", "is not the service's"],
  ["network: a bad name", but({ network: "global/networks/A" }), "network", "RFC 1035", "upper-case"],
  ["network: too long", but({ network: "global/networks/n/x" }), "network", "too many parts"],
  ["network: an object", but({ network: { id: "n" } }), "network", "a link to one of networks", "an object"],
  ["destRange: missing", but({ destRange: undefined }), "destRange", "destRange is required", "CIDR form"],
  ["destRange: empty", but({ destRange: "" }), "destRange", "IPv4 range in CIDR form", "10.1.0.0/16"],
  ["destRange: a word", but({ destRange: "internet" }), "destRange", "CIDR form", "2001:db8::/32"],
  ["destRange: host bits", but({ destRange: "10.0.0.1/8" }), "destRange", "behind its prefix", "10.0.0.0/8"],
  ["destRange: IPv6 host bits", but({ destRange: "2001:db8::1/32" }), "destRange", "prefix", "2001:db8::/32"],
  ["destRange: IPv4 prefix", but({ destRange: "10.0.0.0/33" }), "destRange", "prefix length is 0 to 32"],
  ["destRange: IPv6 prefix", but({ destRange: "::/129" }), "destRange", "prefix length is 0 to 128"],
  ["destRange: leading zero", but({ destRange: "10.0.0.0/08" }), "destRange", "without leading zeros"],
  ["destRange: octal", but({ destRange: "010.0.0.0/8" }), "destRange", "CIDR form"],
  ["destRange: short", but({ destRange: "10/8" }), "destRange", "CIDR form"],
  ["destRange: a list", but({ destRange: ["10.0.0.0/8"] }), "destRange", "CIDR form", "a list"],
  ["priority: negative", but({ priority: -1 }), "priority", "0 to 65535", "it is -1"],
  ["priority: too large", but({ priority: 65_536 }), "priority", "0 to 65535", "it is 65536"],
  ["priority: a fraction", but({ priority: 1.5 }), "priority", "a whole number", "it is 1.5"],
  ["priority: a text", but({ priority: "1000" }), "priority", "a whole number", 'it is "1000"'],
  ["description: a number", but({ description: 5 }), "description", "a text", "it is 5"],
  ["description: half a character", but({ description: "\ud83d" }), "description", "surrogate pair"],
  ["tags: a text", but({ tags: "web" }), "tags", "a list", 'it is "web"'],
  ["tags: upper case", but({ tags: ["web", "Db"] }), "tags[1]", "RFC 1035", "upper-case"],
  ["tags: a number", but({ tags: [1] }), "tags[0]", "a resource name", "it is 1"],
  ["tags: repeated", but({ tags: ["a", "b", "a"] }), "tags[2]", "same as tags[0]", "give each once"],
  ["no next hop", hopless, "nextHopGateway", "A route needs a next hop", "nextHopVpnTunnel"],
  ["two next hops", but({ nextHopNetwork: "n" }), "nextHopNetwork", "exactly one next hop", "keep one"],
  ["three next hops", to(threeHops), "nextHopIp", "nextHopGateway and nextHopIp and nextHopNetwork"],
  ["nextHopGateway: another", to({ nextHopGateway: "mine" }), "nextHopGateway", "default-internet-gateway"],
  ["nextHopGateway: a network", to({ nextHopGateway: "global/networks/n" }), "nextHopGateway", "gateways"],
  ["nextHopInstance: a network", to({ nextHopInstance: "global/networks/n" }), "nextHopInstance", "zones/ZONE"],
  ["nextHopInstance: a bad zone", to({ nextHopInstance: "zones/A/instances/vm" }), "nextHopInstance", "is not a zone"],
  ["nextHopInstanceZone: a path", but({ nextHopInstanceZone: "zones/a" }), "nextHopInstanceZone", "us-central1-a"],
  ["nextHopIp: a range", to({ nextHopIp: "10.0.0.1/32" }), "nextHopIp", "dot-decimal"],
  ["nextHopIp: too large", to({ nextHopIp: "10.0.0.256" }), "nextHopIp", "dot-decimal"],
  ["nextHopIp: IPv4-mapped", to({ nextHopIp: "::ffff:10.0.0.1" }), "nextHopIp", "IPv4-mapped", "write 10.0.0.1"],
  ["nextHopIp: an interface", to({ nextHopIp: "fe80::1%eth0" }), "nextHopIp", "IPv6 address"],
  ["nextHopIp: empty", to({ nextHopIp: "" }), "nextHopIp", "dot-decimal"],
  ["nextHopIlb: a bad address", to({ nextHopIlb: "10.0.0" }), "nextHopIlb", "dot-decimal"],
  ["nextHopIlb: IPv4-mapped", to({ nextHopIlb: "::ffff:10.0.0.1" }), "nextHopIlb", "IPv4-mapped", "10.0.0.1"],
  ["nextHopIlb: upper case", to({ nextHopIlb: "Rule" }), "nextHopIlb", "forwardingRules", "upper-case"],
  ["nextHopIlb: a backend", to({ nextHopIlb: "regions/r/backendServices/b" }), "nextHopIlb", "forwardingRules"],
  ["nextHopIlb: global", to({ nextHopIlb: "global/forwardingRules/f" }), "nextHopIlb", "regions/REGION"],
  ["nextHopIlb: empty", to({ nextHopIlb: "" }), "nextHopIlb", "forwardingRules", "it is empty"],
  ["nextHopNetwork: a VM", to({ nextHopNetwork: "zones/z/instances/i" }), "nextHopNetwork", "networks"],
  ["nextHopVpnTunnel: global", to({ nextHopVpnTunnel: "global/vpnTunnels/t" }), "nextHopVpnTunnel", "regions/REGION"],
  ["nextHopVpnTunnel: a list", to({ nextHopVpnTunnel: ["t"] }), "nextHopVpnTunnel", "vpnTunnels", "a list"],
  ["params: a text", but({ params: "x" }), "params", "an object with resourceManagerTags"],
  ["params: misspelt", but({ params: { resourceManagerTag: {} } }), "params.resourceManagerTag", "Did you mean"],
  ["params: a list of tags", but({ params: { resourceManagerTags: ["a"] } }), "params.resourceManagerTags", "a map"],
  [
    "params: a number",
    but({ params: { resourceManagerTags: { "tagKeys/1": 2 } } }),
    'params.resourceManagerTags["tagKeys/1"]',
    "a text",
    "it is 2",
  ],
  ["deletionPolicy: lower case", but({ deletionPolicy: "abandon" }), "deletionPolicy", "DELETE, ABANDON, PREVENT"],
  ["deletionPolicy: RETAIN", but({ deletionPolicy: "RETAIN" }), "deletionPolicy", "DELETE, ABANDON, PREVENT"],
  ["adoptExisting: a text", but({ adoptExisting: "true" }), "adoptExisting", "true or false", 'it is "true"'],
  ["an output", but({ selfLink: "x" }), "selfLink", "is not an argument"],
  ["an argument of another provider", but({ nextHopIpAddress: "10.0.0.2" }), "nextHopIpAddress", "nextHopIp?"],
];

describe("a route", () => {
  it.each(refused)("is refused before any call: %s", (_what, news, property, ...fragments) => {
    const found = problems(news);
    expect(found.map((problem) => problem.property)).toEqual([property]);
    for (const fragment of fragments) expect(found[0]?.reason).toContain(fragment);
  });

  it.each([
    ["nextHopInstance", "gcp:zone"],
    ["nextHopIlb", "gcp:region"],
    ["nextHopVpnTunnel", "gcp:region"],
  ])("is refused when the bare name for %s lacks %s", (field, setting) => {
    const found = problems(to({ [field]: "x" }), { "gcp:project": "my-project" });
    expect(found).toHaveLength(1);
    expect(found[0]?.property).toBe(field);
    expect(found[0]?.reason).toContain(`pulumi config set ${setting}`);
  });

  it("is refused without a project, with the command that sets one", () => {
    expect(problems(plain, {})).toEqual([
      { property: "project", reason: expect.stringContaining("pulumi config set gcp:project <project>") as string },
    ]);
  });

  it.each([
    ["with the least", plain],
    ["to the internet", to({ nextHopGateway: "default-internet-gateway" })],
    ["to the internet, by path", to({ nextHopGateway: "projects/p/global/gateways/default-internet-gateway" })],
    ["to an instance", to({ nextHopInstance: "vm" })],
    ["to an instance of another zone", to({ nextHopInstance: "vm", nextHopInstanceZone: "europe-west1-b" })],
    ["to a load balancer", to({ nextHopIlb: "rule" })],
    ["to a load balancer's address", to({ nextHopIlb: "10.0.0.5" })],
    ["to a load balancer's IPv6 address", to({ nextHopIlb: "2001:db8::5" })],
    ["to a network", to({ nextHopNetwork: "peer" })],
    ["to a tunnel", to({ nextHopVpnTunnel: "tunnel" })],
    ["with IPv6", { name: "v6", network: "default", destRange: "2001:db8::/32", nextHopIp: "2001:db8::1" }],
    ["with bounds of priority", but({ priority: 0 })],
    ["with empty members", but({ tags: [], description: "", params: {} })],
    ["without a name", but({ name: undefined })],
  ])("is accepted %s", (_what, news) => {
    expect(problems(news)).toEqual([]);
  });
});

describe("the body of a route's insert", () => {
  const bodyOf = (news: Values) => {
    const resource = offlineResource(route);
    const { inputs } = check(resource, {}, news);
    return createBody(route, inputs, linkContextOf(route, inputs, resource.links));
  };

  it("has links and ranges as the service shows them, and tags and priority always", () => {
    expect(
      bodyOf(to({ destRange: "2001:DB8:0::/48", nextHopInstance: "vm", nextHopInstanceZone: "us-east1-b" })),
    ).toEqual({
      name: "egress",
      network: `${root}/global/networks/default`,
      tags: [],
      destRange: "2001:db8::/48",
      priority: 1000,
      nextHopInstance: `${root}/zones/us-east1-b/instances/vm`,
    });
  });

  it("has the values of the program, and no internal value", () => {
    const tags = { resourceManagerTags: { "tagKeys/1": "tagValues/2" } };
    expect(
      bodyOf(
        but({
          description: "d",
          tags: ["b", "a"],
          priority: 0,
          params: tags,
          deletionPolicy: "ABANDON",
          adoptExisting: true,
        }),
      ),
    ).toEqual({
      name: "egress",
      description: "d",
      network: `${root}/global/networks/default`,
      tags: ["b", "a"],
      destRange: "0.0.0.0/0",
      priority: 0,
      nextHopIp: "10.0.0.1",
      params: tags,
    });
  });
});

describe("the outputs of a route", () => {
  const object: Values = {
    kind: "compute#route",
    id: "123",
    name: "egress",
    network: `${root}/global/networks/default`,
    destRange: "0.0.0.0/0",
    priority: 1000,
    nextHopInstance: `${root}/zones/us-central1-a/instances/vm`,
    nextHopIp: "10.0.0.9",
    somethingNew: "x",
    description: null,
  };

  it("are the fields of the table, with the service's id as numericId", () => {
    expect(outputsOf(route, object, { project: "my-project", nextHopInstance: "vm" })).toEqual({
      project: "my-project",
      kind: "compute#route",
      numericId: "123",
      name: "egress",
      network: `${root}/global/networks/default`,
      destRange: "0.0.0.0/0",
      priority: 1000,
      nextHopInstance: `${root}/zones/us-central1-a/instances/vm`,
      nextHopIp: "10.0.0.9",
      __filled: ["nextHopIp"],
    });
  });

  it("keep in mind what the service had filled when they are read again", () => {
    const first = outputsOf(route, object, { project: "my-project" });
    expect(outputsOf(route, object, first)).toEqual(first);
  });

  it("do not take for filled what the program gave", () => {
    expect(outputsOf(route, object, { nextHopIp: "10.0.0.9" })).not.toHaveProperty("__filled");
  });
});

describe("an id of a route", () => {
  const links = { project: "my-project", hosts: ["127.0.0.1:8080"] };

  it.each([
    ["projects/p/global/routes/r", "p"],
    ["p/r", "p"],
    ["r", "my-project"],
    ["global/routes/r", "my-project"],
    ["https://www.googleapis.com/compute/v1/projects/p/global/routes/r", "p"],
    ["https://compute.googleapis.com/compute/v1/projects/p/global/routes/r", "p"],
    ["http://127.0.0.1:8080/compute/v1/projects/p/global/routes/r", "p"],
    ["//compute.googleapis.com/projects/p/global/routes/r", "p"],
  ])("may be %s", (id, project) => {
    expect(route.parseId(id, links)).toEqual({ project, name: "r" });
  });

  it.each(["", "R", "p/R", "projects/p/global/networks/r", "https://example.com/r", "a/b/c"])("is not %j", (id) => {
    expect(() => route.parseId(id, links)).toThrow(
      /is not the id of a route\. It must be PROJECT\/NAME, or a link to one of routes/,
    );
  });

  it("without a project needs one in the configuration", () => {
    expect(() => route.parseId("r", {})).toThrow("needs a project");
  });
});
