import { describe, expect, it } from "vitest";
import { sameValue } from "../../../provider/src/fields/kind";
import { mapKind, objectKind, setKind } from "../../../provider/src/fields/collections";
import { integerKind, resourceNameKind, textKind } from "../../../provider/src/fields/scalars";
import { unknownValue } from "../../../provider/src/fields/unknown";
import { context, describeKinds, networkKind, networkUrl, root } from "../../support/kindCases";

describeKinds({
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
});

describe("a list of links by number and by name", () => {
  const kind = setKind(networkKind);
  const url = (name: string) => `${root}/projects/my-project/global/networks/${name}`;

  it("is the same when each has a partner, whichever comes first", () => {
    expect(sameValue(kind, [url("n"), url("m")], ["12", "n"], context)).toBe(true);
    expect(sameValue(kind, [url("m"), url("n")], ["n", "12"], context)).toBe(true);
    expect(sameValue(kind, [url("m"), url("o")], ["n", "12"], context)).toBe(false);
  });
});
