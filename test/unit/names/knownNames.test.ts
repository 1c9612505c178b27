import { fc } from "../../support/property";
import { describe, expect, it } from "vitest";
import { KnownNames } from "../../../provider/src/names/knownNames";

const network = (project: string, name: string) => `projects/${project}/global/networks/${name}`;

describe("a number and a name", () => {
  it("are likely one project, and an object that a request names by number may be another", () => {
    const names = new KnownNames();
    expect(names.compare(network("my-project", "n"), network("921927", "n"))).toBe("likely");
    expect(names.compare("projects/my-project", "projects/921927")).toBe("likely");
    expect(names.compare(network("my-project", "n"), network("my-project", "12"))).toBe("unproven");
    expect(names.compare(network("my-project", "12"), network("my-project", "n"))).toBe("likely");
  });

  it("count as one after the package saw them together, and neither belongs to another name or number", () => {
    const names = new KnownNames();
    names.learn(network("921927", "12"), network("my-project", "n"));
    expect(names.compare(network("my-project", "n"), network("921927", "12"))).toBe("same");
    expect(names.compare(network("my-project", "n"), network("my-project", "12"))).toBe("same");
    expect(names.compare(network("my-project", "n"), network("my-project", "13"))).toBe("other");
    expect(names.compare(network("my-project", "other"), network("my-project", "12"))).toBe("other");
    expect(names.compare(network("other", "n"), network("921927", "n"))).toBe("other");
    expect(names.compare(network("my-project", "n"), network("555", "n"))).toBe("other");
  });

  it("differ in two projects that have the same name for different numbers", () => {
    const names = new KnownNames();
    names.learn(network("a", "12"), network("a", "default"));
    names.learn(network("b", "13"), network("b", "default"));
    expect(names.compare(network("a", "default"), network("a", "12"))).toBe("same");
    expect(names.compare(network("b", "default"), network("b", "13"))).toBe("same");
    expect(names.compare(network("b", "default"), network("b", "12"))).toBe("other");
  });

  it("change when somebody made the object of that name again", () => {
    const names = new KnownNames();
    names.learn(network("a", "12"), network("a", "n"));
    names.learn(network("a", "13"), network("a", "n"));
    expect(names.compare(network("a", "n"), network("a", "13"))).toBe("same");
    expect(names.record).toEqual({ "networks/13": network("a", "n") });
  });

  it("of two collections, scopes or kinds of paths are never one", () => {
    const names = new KnownNames();
    expect(names.compare("projects/p/global/networks/n", "projects/p/global/routes/12")).toBe("other");
    expect(names.compare("projects/p/zones/z/disks/d", "projects/p/regions/r/disks/12")).toBe("other");
    expect(names.compare("projects/p/global/networks/n", "projects/p/global/networks/12/more")).toBe("other");
    expect(names.compare("locations/global/firewallPolicies/n", "locations/global/firewallPolicies/12")).toBe("other");
  });

  it("are found for a network with the name global", () => {
    const names = new KnownNames();
    names.learn("projects/921927/global/networks/global", "projects/p/global/networks/global");
    expect(names.record).toEqual({ "projects/921927": "projects/p" });
    expect(names.named("projects/921927/global/networks/global/firewallPolicyAssociation")).toBe(
      "projects/p/global/networks/global/firewallPolicyAssociation",
    );
  });

  it("add nothing if the rest of the two paths differs, and an invalid record counts as empty", () => {
    const names = new KnownNames();
    names.learn(network("921927", "n"), network("my-project", "other"));
    names.learn(network("921927", "n"), "");
    expect(names.record).toBeUndefined();
    for (const record of [undefined, null, 1, "x", [], { a: 1 }]) expect(new KnownNames(record).record).toBeUndefined();
  });
});

const name = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const number = fc.integer({ min: 1, max: 10 ** 9 }).map(String);
const place = fc.constantFrom(["global"], ["regions", "r"], ["zones", "z"]);
const object = fc.record({ project: name, projectNumber: number, place, name, number });
type Named = typeof object extends fc.Arbitrary<infer T> ? T : never;
const pathOf = (one: Named, numbers: { project: boolean; object: boolean }) =>
  [
    "projects",
    numbers.project ? one.projectNumber : one.project,
    ...one.place,
    "networks",
    numbers.object ? one.number : one.name,
  ].join("/");
const numbers = fc.record({ project: fc.boolean(), object: fc.boolean() });
const plain = { project: false, object: false };

describe("an object in every spelling", () => {
  it("is one with its answer before and after it was seen, and through a record", () => {
    fc.assert(
      fc.property(object, numbers, numbers, (one, asked, again) => {
        const names = new KnownNames();
        expect(names.compare(pathOf(one, plain), pathOf(one, asked))).not.toBe("other");
        names.learn(pathOf(one, asked), pathOf(one, plain));
        const recorded = new KnownNames(JSON.parse(JSON.stringify(names.record ?? {})));
        expect(recorded.compare(pathOf(one, plain), pathOf(one, asked))).toBe("same");
        expect(recorded.compare(pathOf(one, asked), pathOf(one, plain))).toBe("same");
        expect(recorded.named(pathOf(one, asked))).toBe(pathOf(one, plain));
        expect(recorded.compare(pathOf(one, plain), pathOf(one, again))).not.toBe("other");
      }),
    );
  });

  it("differs from an object of another name or project, after the package saw either", () => {
    fc.assert(
      fc.property(object, object, numbers, (one, other, asked) => {
        fc.pre(one.project !== other.project && one.projectNumber !== other.projectNumber);
        fc.pre(one.number !== other.number && one.number !== one.projectNumber);
        const names = new KnownNames();
        names.learn(pathOf(one, { project: true, object: true }), pathOf(one, plain));
        expect(names.compare(pathOf(other, plain), pathOf(one, asked))).toBe("other");
        expect(names.compare(pathOf(one, plain), pathOf(other, asked))).toBe("other");
      }),
    );
  });
});
