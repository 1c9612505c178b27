import { describe, expect, it } from "vitest";
import type { Values } from "../../../provider/src/fields/values";
import { route } from "../../../provider/src/resources/route/definition";
import { describeTables } from "../../support/kindTables";
import { unknownValue } from "../../../provider/src/fields/unknown";

const root = "https://www.googleapis.com/compute/v1/projects/my-project";
const network = `${root}/global/networks/default`;

const { checked, refuses, accepts, reads, refusesIds } = describeTables(route, {
  name: "egress",
  network: "default",
  destRange: "0.0.0.0/0",
  nextHopIp: "10.0.0.1",
});

/** Another next hop in place of the address. */
const to = (hop: Values): Values => ({ nextHopIp: undefined, ...hop });

describe("a route", () => {
  // The page of mistakes has others, word by word.
  refuses([
    [{ name: "my_route" }, "name", "digits and hyphens", 'it has "_"'],
    [{ project: "projects/p" }, "project", "id or number of a project", "such as my-project-1"],
    [{ network: { selfLink: unknownValue } }, "network", "Give its selfLink, and not the whole object."],
    [{ network: { selfLink: "global/routes/r" } }, "network.selfLink", "it names something else"],
    [{ project: 123456789012 }, "project", 'Write it as a text: "123456789012", because long numbers lose digits.'],
    [{ destRange: "10.0.0.0/33" }, "destRange", "prefix length is 0 to 32"],
    [{ priority: "1000" }, "priority", "a whole number", 'it is "1000"', "Write: 1000"],
    [{ description: "\ud83d" }, "description", "surrogate pair"],
    [{ tags: ["a", "b", "a"] }, "tags[2]", "same as tags[0]", "give each once"],
    [to({}), "nextHopGateway", "A route needs a next hop", "nextHopVpnTunnel"],
    [to({ nextHopGateway: "mine" }), "nextHopGateway", "default-internet-gateway"],
    [to({ nextHopInstance: "zones/a/instances/vm", nextHopInstanceZone: "b" }), "nextHopInstanceZone", 'must be "a"'],
    [to({ nextHopIlb: "global/forwardingRules/f" }), "nextHopIlb", "regions/REGION"],
    [{ params: { resourceManagerTag: {} } }, "params.resourceManagerTag", "Did you mean"],
    [{ params: { resourceManagerTags: { a: 2 } } }, 'params.resourceManagerTags["a"]', "a text", "it is 2"],
    [{ adoptExisting: "true" }, "adoptExisting", "true or false", 'it is "true"', "Write: true"],
  ]);

  accepts([
    to({ nextHopGateway: "projects/p/global/gateways/default-internet-gateway" }),
    to({ nextHopInstance: "vm", nextHopInstanceZone: "europe-west1-b" }),
    to({ nextHopIlb: "rule" }),
    to({ nextHopVpnTunnel: "tunnel" }),
    { destRange: "2001:db8::/32", nextHopIp: "2001:db8::1", priority: 0 },
    { name: undefined, tags: [], description: "", params: {} },
  ]);

  it.each([
    [to({ nextHopInstance: "x" }), "nextHopInstance", "gcp:zone"],
    [to({ nextHopIlb: "x" }), "nextHopIlb", "gcp:region"],
    [{ project: undefined, network }, "project", "gcp:project", {}],
  ])("names the setting that %j lacks", (changes, property, setting, configuration = { "gcp:project": "p" }) => {
    expect(checked(changes, configuration).failures).toEqual([
      { property, reason: expect.stringContaining(`pulumi config set ${setting}`) as string },
    ]);
  });
});

// Names and spellings that this package never writes, and that Terraform, gcloud, Cloud Asset Inventory or the console do.
describe("an id of a route", () => {
  const context = { project: "my-project", hosts: ["127.0.0.1:8080"] };
  const path = "projects/p/global/routes/r";
  reads(context, [
    ["example.com:p/r", { project: "example.com:p", name: "r" }],
    ["projects/example.com%3Ap/global/routes/r", { project: "example.com:p", name: "r" }],
    ["projects/123456789012/global/routes/7777777777", { project: "123456789012", name: "7777777777" }],
    ["global/routes/r", { project: "my-project", name: "r" }],
    [`https://www.googleapis.com/compute/beta/${path}`, { project: "p", name: "r" }],
    [`http://127.0.0.1:8080/compute/v1/${path}`, { project: "p", name: "r" }],
    [`//compute.googleapis.com/${path}`, { project: "p", name: "r" }],
  ]);
  const rule = /is not the id of a route\. It must be PROJECT\/NAME, or a link to one of routes/;
  refusesIds(context, rule, ["", "R", "p/R", "projects/p/global/networks/r", "https://example.com/r", "a/b/c"]);
  refusesIds({}, /needs a project/, ["r"]);
});
