import { fc } from "../../support/property";
import { describe, expect, it } from "vitest";
import { addressKind } from "../../../provider/src/fields/addresses";
import { mapKind, objectKind, setKind, sharedMapKind } from "../../../provider/src/fields/collections";
import { canonicalize, sameValue } from "../../../provider/src/fields/kind";
import { clearableLinkKind, eitherKind, linkKind } from "../../../provider/src/fields/links";
import { unknownValue } from "../../../provider/src/fields/unknown";
import { zoneLinkKind } from "../../../provider/src/resources/instanceGroupManagerPatch/definition/zones";
import { context, describeKinds, networkKind, networkUrl, root, ruleKind } from "../../support/kindCases";

describeKinds({
  link: {
    kind: networkKind,
    accepts: ["n", "global/networks/n", "projects/p/global/networks/n", "projects/123/global/networks/n", networkUrl],
    refuses: [
      ["", "a link to one of networks", "empty"],
      ["N", "a link to one of networks", "upper-case"],
      ["a/b", "names something else"],
      ["projects/p/global/routes/n", "networks", "names something else"],
      [
        "projects/p/regions/r/networks/n",
        "[projects/PROJECT/]global/networks/NAME",
        "it is regional, and only a global one",
      ],
      ["projects/P P/global/networks/n", "is not a project"],
      ["123456789", "a link that ends in the name, not in the numeric id: give the name or the selfLink", "123456789"],
      [`${root}/projects/p/global/networks/123`, "ends in the name, not in the numeric id"],
    ],
    same: [
      ["n", networkUrl],
      ["global/networks/n", "projects/my-project/global/networks/n"],
      ["https://compute.googleapis.com/compute/v1/projects/p/global/networks/n", "projects/p/global/networks/n"],
      ["//compute.googleapis.com/projects/p/global/networks/n", `${root}/projects/p/global/networks/n`],
    ],
    different: [
      ["n", "m"],
      ["n", "projects/other/global/networks/n"],
    ],
    sends: [
      ["n", networkUrl],
      ["https://compute.googleapis.com/compute/v1/projects/my-project/global/networks/n", networkUrl],
    ],
  },
  "link to an object of the own project": {
    kind: linkKind({ collection: "networks", scopes: ["global"], ownProject: (other) => `Set project: "${other}"` }),
    accepts: ["n", "projects/my-project/global/networks/n", "projects/123456789/global/networks/n"],
    refuses: [
      [
        "projects/host/global/networks/n",
        "refuses one of another project",
        'in my-project, the project of this resource. Set project: "host".',
      ],
      ["https://www.googleapis.com/compute/v1/projects/my-project2/global/networks/n", "another project"],
    ],
    same: [["n", networkUrl]],
    different: [["n", "m"]],
    sends: [["n", networkUrl]],
  },
  "link or address": {
    kind: eitherKind(ruleKind, addressKind, (value) => value.includes("/") || /^[a-z]/.test(value)),
    accepts: ["rule", "10.0.0.1", "2001:db8::1"],
    refuses: [
      ["regions/us-central1/networks/n", "forwardingRules", "names something else"],
      ["10.0.0", "IPv4 address"],
      [5, "it is 5"],
    ],
    same: [
      ["rule", `${root}/projects/my-project/regions/us-central1/forwardingRules/rule`],
      ["2001:db8::1", "2001:DB8:0::1"],
    ],
    different: [["rule", "10.0.0.1"]],
    sends: [["rule", `${root}/projects/my-project/regions/us-central1/forwardingRules/rule`]],
  },
});

const templateKind = linkKind({ collection: "instanceTemplates", scopes: ["global", "region"] });
const templates = `${root}/projects/my-project/global/instanceTemplates`;

describeKinds({
  "link to a template": {
    kind: templateKind,
    accepts: ["t", `${templates}/t?uniqueId=12`, "regions/r/instanceTemplates/t?uniqueId=12"],
    refuses: [
      [`${templates}/t?uniqueId=x`, "a link has no query", "except ?uniqueId=NUMBER", `give "${templates}/t"`],
      [`${templates}/t?uniqueId=1&a=b`, "a link has no query"],
      ["12", "ends in the name, not in the numeric id"],
    ],
    same: [
      [`${templates}/t`, `${templates}/t?uniqueId=12`],
      [`${templates}/t?uniqueId=13`, `${templates}/t?uniqueId=12`],
      ["https://compute.googleapis.com/compute/beta/projects/921927/global/instanceTemplates/t", "t?uniqueId=12"],
    ],
    different: [
      ["t", `${templates}/u?uniqueId=12`],
      ["t", "regions/r/instanceTemplates/t"],
    ],
    sends: [
      [`${templates}/t?uniqueId=12`, `${templates}/t`],
      ["t?uniqueId=12", `${templates}/t`],
    ],
  },
  zone: {
    kind: zoneLinkKind,
    accepts: ["us-central1-a", `${root}/projects/p/zones/us-central1-a`],
    refuses: [[`${root}/projects/p/zones/us-central1-a?x=1`, "a link has no query"]],
    same: [
      ["us-central1-a", "https://www.googleapis.com/compute/beta/projects/my-project/zones/us-central1-a"],
      ["us-central1-a", "https://compute.googleapis.com/compute/alpha/projects/921927/zones/us-central1-a"],
    ],
    different: [["us-central1-a", "projects/other/zones/us-central1-a"]],
    sends: [["us-central1-a", `${root}/projects/my-project/zones/us-central1-a`]],
  },
});

const id = fc.stringMatching(/^[a-z][a-z0-9-]{4,20}[a-z0-9]$/);
const number = fc.bigInt({ min: 1n, max: 10n ** 12n }).map(String);
const objectName = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);

describe("a project by its number", () => {
  const link = (project: string, name: string) => `${root}/projects/${project}/global/instanceTemplates/${name}`;
  const isSame = (there: string, wanted: string) => sameValue(templateKind, there, wanted, context);

  it("is the project of any id, and no other number; all else of the link counts", () => {
    fc.assert(
      fc.property(id, number, number, objectName, objectName, (project, one, other, name, otherName) => {
        fc.pre(one !== other && name !== otherName);
        expect(isSame(link(project, name), link(one, name))).toBe(true);
        expect(isSame(link(one, name), link(project, name))).toBe(true);
        expect(isSame(link(one, name), link(other, name))).toBe(false);
        expect(isSame(link(project, name), link(one, otherName))).toBe(false);
        expect(isSame(link(project, name), link(`${project}x`, name))).toBe(false);
      }),
    );
  });
});

describe("a list of links by the number and the id of a project", () => {
  const kind = setKind(networkKind);
  const url = (project: string) => `${root}/projects/${project}/global/networks/n`;

  it("is the same when each has a partner, whichever comes first", () => {
    expect(sameValue(kind, [url("b"), url("a")], [url("12"), url("b")], context)).toBe(true);
    expect(sameValue(kind, [url("a"), url("b")], [url("b"), url("12")], context)).toBe(true);
    expect(sameValue(kind, [url("a"), url("c")], [url("b"), url("12")], context)).toBe(false);
  });
});

describe("what a preview has of a given value", () => {
  const kind = objectKind({
    networks: setKind(networkKind),
    byKey: mapKind(networkKind),
    shared: sharedMapKind(networkKind),
    template: clearableLinkKind({ collection: "instanceTemplates", scopes: ["global"] }),
    address: addressKind,
  });
  const uniqueTemplate = "global/instanceTemplates/t?uniqueId=7";

  it.each<[what: string, given: unknown, previewed?: unknown]>([
    [
      "links in lists and maps",
      { networks: ["n"], byKey: { __proto: "n" } },
      { networks: [networkUrl], byKey: { __proto: networkUrl } },
    ],
    ["what is not known", unknownValue],
    [
      "a member that is not known",
      { networks: [unknownValue, "n"], address: unknownValue },
      { networks: [unknownValue, networkUrl], address: unknownValue },
    ],
    ["a text that was made with what is not known", { networks: [`x-${unknownValue}`] }],
    ["a name without the number beside it", { template: uniqueTemplate }, { template: `${templates}/t` }],
    ["an empty text that clears", { template: "" }],
    ["null, which takes a member away", { shared: { a: null } }],
  ])("is %s, in the form of the service as far as that is known", (_what, given, previewed = given) => {
    expect(canonicalize(kind, given, context)).toEqual(previewed);
  });

  it("is a link as it is given, where its project is not known", () => {
    expect(canonicalize(networkKind, "n", { project: unknownValue })).toBe("n");
  });
});
