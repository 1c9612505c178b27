import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LinkContext } from "../../../provider/src/compute/links";
import { addressKind, rangeKind } from "../../../provider/src/runtime/kinds/addresses";
import { mapKind, objectKind, setKind } from "../../../provider/src/runtime/kinds/collections";
import { problemsOf, sameValue, type Kind } from "../../../provider/src/runtime/kinds/kind";
import { eitherKind, linkKind } from "../../../provider/src/runtime/kinds/links";
import {
  booleanKind,
  choiceKind,
  integerKind,
  locationKind,
  outputKind,
  projectKind,
  resourceNameKind,
  textKind,
} from "../../../provider/src/runtime/kinds/scalars";
import { unknownValue } from "../../../provider/src/runtime/unknown";

const context: LinkContext = { project: "my-project", region: "us-central1", zone: "us-central1-a" };
const networkKind = linkKind({ collection: "networks", scopes: ["global"] });
const ruleKind = linkKind({ collection: "forwardingRules", scopes: ["region"] });
const root = "https://www.googleapis.com/compute/v1";
const networkUrl = `${root}/projects/my-project/global/networks/n`;

/** What one kind takes, refuses, holds for the same, and sends. */
interface KindCase {
  kind: Kind;
  accepts: unknown[];
  /** Value, and fragments of the message: the property always is one. */
  refuses: [value: unknown, ...fragments: string[]][];
  same: [left: unknown, right: unknown][];
  different: [left: unknown, right: unknown][];
  sends: [value: unknown, canonical: unknown][];
}

const cases: Record<string, KindCase> = {
  text: {
    kind: textKind(),
    accepts: ["", "a", "ü 漢字 🚀", "x".repeat(5000)],
    refuses: [
      [1, "a text", "it is 1"],
      [true, "a text", "it is true"],
      [["a"], "a text", "it is a list"],
      [{ a: 1 }, "a text", "it is an object"],
      ["half \ud83d", "whole characters", "surrogate"],
    ],
    same: [["a", "a"]],
    different: [
      ["a", "A"],
      ["a", " a"],
    ],
    sends: [["a ", "a "]],
  },
  "resource name": {
    kind: resourceNameKind,
    accepts: ["a", "egress", "a-1", "a--b", "z".repeat(63)],
    refuses: [
      ["", "RFC 1035", "it is empty"],
      ["A", "lower-case letters", "upper-case"],
      ["1a", "beginning with a letter", 'it begins with "1"'],
      ["-a", "beginning with a letter", 'it begins with "-"'],
      ["a-", "not ending with a hyphen", "it ends with a hyphen"],
      ["a_b", "letters, digits and hyphens", 'it has "_"'],
      ["a.b", "letters, digits and hyphens", 'it has "."'],
      ["ä", "beginning with a letter"],
      ["a".repeat(64), "1 to 63 characters", "it has 64"],
      [7, "a resource name", "it is 7"],
    ],
    same: [["a", "a"]],
    different: [["a", "b"]],
    sends: [["a", "a"]],
  },
  project: {
    kind: projectKind,
    accepts: ["my-project-1", "123456789012", "example.com:my-project"],
    refuses: [
      ["", "id of a project", "such as my-project-1"],
      ["My Project", "id of a project", "My Project"],
      ["projects/my-project", "id of a project"],
      [12, "a project id", "it is 12"],
    ],
    same: [["a", "a"]],
    different: [["a", "1"]],
    sends: [["a", "a"]],
  },
  region: {
    kind: locationKind("region"),
    accepts: ["us-central1"],
    refuses: [
      ["US", "name of a region", "us-central1"],
      ["regions/us-central1", "name of a region"],
      [null, "a region", "it is null"],
    ],
    same: [["us-east1", "us-east1"]],
    different: [["us-east1", "us-east4"]],
    sends: [["us-east1", "us-east1"]],
  },
  zone: {
    kind: locationKind("zone"),
    accepts: ["us-central1-a"],
    refuses: [["zone a", "name of a zone", "us-central1-a"]],
    same: [["us-east1-b", "us-east1-b"]],
    different: [["us-east1-b", "us-east1-c"]],
    sends: [["us-east1-b", "us-east1-b"]],
  },
  choice: {
    kind: choiceKind("DELETE", "ABANDON"),
    accepts: ["DELETE", "ABANDON"],
    refuses: [
      ["delete", "one of DELETE, ABANDON", 'it is "delete"'],
      ["", "one of DELETE, ABANDON"],
      [1, "one of DELETE, ABANDON"],
    ],
    same: [["DELETE", "DELETE"]],
    different: [["DELETE", "ABANDON"]],
    sends: [["DELETE", "DELETE"]],
  },
  "whole number": {
    kind: integerKind(0, 65_535),
    accepts: [0, 1000, 65_535],
    refuses: [
      [-1, "0 to 65535", "it is -1"],
      [65_536, "0 to 65535", "it is 65536"],
      [1.5, "whole number", "it is 1.5"],
      [Number.NaN, "whole number", "NaN"],
      [Number.POSITIVE_INFINITY, "whole number"],
      ["1000", "whole number", 'it is "1000"'],
      [true, "whole number"],
    ],
    same: [[5, 5]],
    different: [[5, 6]],
    sends: [[5, 5]],
  },
  boolean: {
    kind: booleanKind,
    accepts: [true, false],
    refuses: [
      ["true", "true or false", 'it is "true"'],
      [1, "true or false"],
    ],
    same: [[true, true]],
    different: [[true, false]],
    sends: [[true, true]],
  },
  range: {
    kind: rangeKind,
    accepts: ["0.0.0.0/0", "10.1.0.0/16", "10.0.0.1", "::/0", "2001:db8::/32", "2001:DB8:0::/48"],
    refuses: [
      ["", "IPv4 range in CIDR form"],
      ["10.0.0.0/33", "prefix length is 0 to 32"],
      ["2001:db8::/129", "prefix length is 0 to 128"],
      ["10.0.0.0/08", "without leading zeros"],
      ["10.0.0.1/8", "without bits set behind its prefix", "10.0.0.0/8"],
      ["2001:db8::1/32", "without bits set", "2001:db8::/32"],
      ["10.0.0/8", "CIDR form", "10.1.0.0/16"],
      ["010.0.0.0/8", "CIDR form"],
      ["0x0a.0.0.0/8", "CIDR form"],
      ["fe80::%eth0/64", "CIDR form"],
      ["default", "CIDR form"],
      [["10.0.0.0/8"], "CIDR form", "it is a list"],
    ],
    same: [
      ["10.0.0.1", "10.0.0.1/32"],
      ["2001:db8::/32", "2001:0DB8:0:0::/32"],
      ["::/0", "0:0:0:0:0:0:0:0/0"],
      ["2001:db8::1", "2001:db8:0::1/128"],
    ],
    different: [
      ["10.0.0.0/8", "10.0.0.0/9"],
      ["0.0.0.0/0", "::/0"],
    ],
    sends: [
      ["2001:DB8:0::/48", "2001:db8::/48"],
      ["10.0.0.1", "10.0.0.1/32"],
    ],
  },
  address: {
    kind: addressKind,
    accepts: ["10.0.0.1", "2001:db8::1", "::"],
    refuses: [
      ["", "IPv4 address in dot-decimal form"],
      ["10.0.0.1/32", "dot-decimal form"],
      ["10.0.0.256", "dot-decimal form"],
      ["10.0.0.01", "dot-decimal form"],
      ["10.1", "dot-decimal form"],
      ["::ffff:10.0.0.1", "IPv4-mapped", "write 10.0.0.1"],
      ["::ffff:a00:1", "IPv4-mapped", "write 10.0.0.1"],
      ["fe80::1%eth0", "IPv6 address"],
      [10, "IPv4 or IPv6 address", "it is 10"],
    ],
    same: [
      ["2001:db8::1", "2001:0DB8:0:0:0:0:0:1"],
      ["2001:db8:0:0:2d9:51:0:0", "2001:db8::2d9:51:0:0"],
    ],
    different: [
      ["10.0.0.1", "10.0.0.2"],
      ["10.0.0.1", "::a00:1"],
    ],
    sends: [["2001:DB8::0:1", "2001:db8::1"]],
  },
  link: {
    kind: networkKind,
    accepts: ["n", "global/networks/n", "projects/p/global/networks/n", networkUrl, "123456789"],
    refuses: [
      ["", "a link to one of networks", "empty"],
      ["N", "a link to one of networks", "upper-case"],
      ["a/b", "names something else"],
      ["projects/p/global/routes/n", "networks", "names something else"],
      ["projects/p/regions/r/networks/n", "projects/PROJECT/global/networks/NAME", "names something else"],
      ["projects/p/global/networks", "too few parts"],
      ["projects/p/global/networks/n/x", "too many parts"],
      ["projects/P P/global/networks/n", "is not a project"],
      ["https://example.com/compute/v1/projects/p/global/networks/n", "host", "not the service's"],
      [{ id: "n" }, "a link to one of networks", "it is an object"],
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
  set: {
    kind: setKind(resourceNameKind),
    accepts: [[], ["a"], ["a", "b"], [unknownValue, unknownValue], ["a", unknownValue]],
    refuses: [
      ["a", "a list", 'it is "a"'],
      [{ 0: "a" }, "a list", "it is an object"],
      [["a", "B"], "[1]", "RFC 1035"],
      [["a", null], "[1]", "it is null"],
      [["a", "b", "a"], "[2]", "the same as", "[0]", "give each once"],
    ],
    same: [
      [
        ["a", "b"],
        ["b", "a"],
      ],
    ],
    different: [
      [["a"], ["a", "b"]],
      [
        ["a", "a"],
        ["a", "b"],
      ],
      [["a"], "a"],
    ],
    sends: [
      [
        ["b", "a"],
        ["b", "a"],
      ],
    ],
  },
  map: {
    kind: mapKind(textKind(), (key) => (/^[a-z]+$/.test(key) ? undefined : "lower-case letters")),
    accepts: [{}, { a: "x", b: "" }, { a: unknownValue }],
    refuses: [
      [["a"], "a map", "it is a list"],
      ["a", "a map"],
      [{ a: 1 }, '["a"]', "a text"],
      [{ A: "x" }, '["A"]', "lower-case letters"],
    ],
    same: [
      [
        { a: "1", b: "2" },
        { b: "2", a: "1" },
      ],
    ],
    different: [
      [{ a: "1" }, { a: "2" }],
      [{ a: "1" }, { b: "1" }],
      [{ a: "1" }, { a: "1", b: "2" }],
      [{ constructor: "1" }, { a: "1" }],
    ],
    sends: [[{ a: "1" }, { a: "1" }]],
  },
  object: {
    kind: objectKind({ fixed: integerKind(0, 10), network: networkKind }),
    accepts: [{}, { fixed: 1 }, { fixed: unknownValue, network: "n" }],
    refuses: [
      [[], "an object with fixed, network", "it is a list"],
      [{ fixed: 11 }, ".fixed", "0 to 10"],
      [{ fixd: 1 }, ".fixd is not an argument", "Did you mean", ".fixed?"],
      [{ somethingElse: 1 }, "Known arguments: fixed, network."],
      [JSON.parse('{"__proto__":{"fixed":1}}'), ".__proto__ is not an argument"],
    ],
    same: [
      [{ fixed: 1 }, { fixed: 1 }],
      [{ network: "n" }, { network: networkUrl }],
    ],
    different: [
      [{ fixed: 1 }, {}],
      [{ fixed: 1 }, { fixed: 1, network: "n" }],
    ],
    sends: [
      [
        { fixed: 1, network: "n" },
        { fixed: 1, network: networkUrl },
      ],
    ],
  },
  output: { kind: outputKind, accepts: [1, "a", {}], refuses: [], same: [[1, 1]], different: [[1, 2]], sends: [] },
};

describe.each(Object.entries(cases))(
  "a value of kind %s",
  (_name, { kind, accepts, refuses, same, different, sends }) => {
    it("is accepted in every form that the service takes", () => {
      for (const value of accepts)
        expect(problemsOf(kind, value, "argument", context), JSON.stringify(value)).toEqual([]);
    });

    it("is refused with the property, the rule, and what was found", () => {
      for (const [value, ...fragments] of refuses) {
        const problems = problemsOf(kind, value, "argument", context);
        expect(problems, JSON.stringify(value)).toHaveLength(1);
        const [problem] = problems;
        expect(problem?.property).toMatch(/^argument/);
        expect(problem?.reason).toMatch(/\.$|\?$/);
        for (const fragment of ["argument", ...fragments]) {
          expect(`${problem?.property ?? ""}: ${problem?.reason ?? ""}`, JSON.stringify(value)).toContain(fragment);
        }
      }
    });

    it("is the same as every other spelling of itself, either way round", () => {
      for (const [left, right] of same) {
        expect(sameValue(kind, left, right, context), JSON.stringify([left, right])).toBe(true);
        expect(sameValue(kind, right, left, context), JSON.stringify([right, left])).toBe(true);
      }
    });

    it("differs from what means something else, either way round", () => {
      for (const [left, right] of different) {
        expect(sameValue(kind, left, right, context), JSON.stringify([left, right])).toBe(false);
        expect(sameValue(kind, right, left, context), JSON.stringify([right, left])).toBe(false);
      }
    });

    it("is sent in the form in which the service shows it", () => {
      for (const [value, canonical] of sends) expect(kind.canonical(value, context)).toEqual(canonical);
    });

    it("has no problem while it is unknown, and is never the same as anything then", () => {
      for (const value of [unknownValue, `projects/${unknownValue}/global/networks/n`]) {
        expect(problemsOf(kind, value, "argument", context)).toEqual([]);
        for (const other of [...accepts, value]) expect(sameValue(kind, value, other, context)).toBe(false);
      }
    });

    it("has a canonical form that is the same value, and is its own canonical form", () => {
      for (const value of accepts.filter((value) => !JSON.stringify(value).includes(unknownValue))) {
        const sent = kind.canonical(value, context);
        expect(kind.canonical(sent, context)).toEqual(sent);
        if (typeof value !== "object") expect(kind.same(value, sent, context)).toBe(true);
      }
    });

    it("is judged without an exception, whatever JSON it is", () => {
      fc.assert(
        fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
          problemsOf(kind, left, "argument", context);
          expect(typeof sameValue(kind, left, right, context)).toBe("boolean");
        }),
        { numRuns: 50 },
      );
    });
  },
);

describe("a link", () => {
  it("that names no project or location is refused with the setting that would complete it", () => {
    const [problem] = problemsOf(ruleKind, "rule", "nextHopIlb", { project: "p" });
    expect(problem?.reason).toContain("pulumi config set gcp:region");
    expect(problemsOf(networkKind, "n", "network", {})[0]?.reason).toContain("needs a project");
  });

  it("is left alone while what would complete it is unknown", () => {
    expect(problemsOf(networkKind, "n", "network", { project: unknownValue })).toEqual([]);
    expect(problemsOf(ruleKind, "rule", "nextHopIlb", { project: "p", region: unknownValue })).toEqual([]);
  });

  it("may be a URL of a custom endpoint", () => {
    const custom = { ...context, hosts: ["127.0.0.1:8080"] };
    const url = "http://127.0.0.1:8080/compute/v1/projects/my-project/global/networks/n";
    expect(problemsOf(networkKind, url, "network", custom)).toEqual([]);
    expect(sameValue(networkKind, url, "n", custom)).toBe(true);
  });

  it("has to obey a further rule of the field", () => {
    const kind = linkKind({
      collection: "gateways",
      scopes: ["global"],
      rule: (path) => (path.endsWith("/main") ? undefined : "the main gateway"),
    });
    expect(problemsOf(kind, "main", "gateway", context)).toEqual([]);
    expect(problemsOf(kind, "other", "gateway", context)[0]?.reason).toBe(
      'gateway must be the main gateway; it is "other".',
    );
  });
});

describe("a range", () => {
  it("of any address and length is refused, or the same as its canonical form", () => {
    const range = fc.oneof(
      fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })),
      fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 })),
    );
    fc.assert(
      fc.property(range, ([address, length]) => {
        const text = `${address}/${String(length)}`;
        const [problem] = problemsOf(rangeKind, text, "destRange", {});
        if (problem === undefined) {
          expect(rangeKind.same(text, rangeKind.canonical(text, {}), {})).toBe(true);
          return;
        }
        // The message offers the range that was meant, and that one is accepted.
        const offered = /range that holds it is (\S+);/.exec(problem.reason)?.[1];
        expect(problemsOf(rangeKind, offered, "destRange", {})).toEqual([]);
      }),
    );
  });
});

it("a long value is cut in messages", () => {
  const [problem] = problemsOf(integerKind(0, 1), "x".repeat(10_000), "priority", {});
  expect(problem?.reason.length).toBeLessThan(200);
});
