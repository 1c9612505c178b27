import { fc, runs } from "../../support/property";
import { describe, expect, it } from "vitest";
import { isLocationName, isProjectId, locationProblem, resourceNameProblem } from "../../../provider/src/names/names";

/** RFC 1035 read character by character. */
function isRfc1035(text: string): boolean {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const others = `${letters}0123456789-`;
  return (
    text.length >= 1 &&
    text.length <= 63 &&
    letters.includes(text.charAt(0)) &&
    !text.endsWith("-") &&
    text.split("").every((character) => others.includes(character))
  );
}

const nearlyNames = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(..."abz019-_A.\n "), maxLength: 70 }),
);

describe("a resource name", () => {
  it("is what RFC 1035 and 63 characters allow", () => {
    fc.assert(
      fc.property(nearlyNames, (text) => {
        expect(resourceNameProblem(text) === undefined).toBe(isRfc1035(text));
        expect(isLocationName(text)).toBe(isRfc1035(text));
      }),
      { numRuns: runs(2_000) },
    );
  });

  it.each([
    ["", "it is empty"],
    ["a".repeat(64), "it has 64 characters"],
    ["Egress", "it has upper-case letters"],
    ["😀a", 'it begins with "😀"'],
    ["a-", "it ends with a hyphen"],
    ["a_b", 'it has "_"'],
    ["a\n", 'it has "\\n"'],
  ])("unlike %j says what is wrong", (text, found) => {
    expect(resourceNameProblem(text)).toMatch(/^1 to 63 characters, .*\(RFC 1035\); /);
    expect(resourceNameProblem(text)?.endsWith(found)).toBe(true);
  });
});

describe("a project", () => {
  it.each(["p", "my-project-1", "example.com:my-project", "a.b-c.org:p", "123456789012"])("may be %s", (text) => {
    expect(isProjectId(text)).toBe(true);
  });

  it.each(["", "P", "my_project", "../p", "p?", "p%2f", "p\n", "p-", ":p", "1.com:p", "a:b:c", "1".repeat(20)])(
    "may not be %j",
    (text) => {
      expect(isProjectId(text)).toBe(false);
    },
  );
});

describe("a location", () => {
  it.each([
    ["zone", "europe-west1", /^a zone, such as europe-west1-b, not a region$/],
    ["zone", "Europe", /^the name of a zone, such as us-central1-a$/],
    ["region", "europe-west1-b", /^a region, such as europe-west1, not a zone$/],
    ["region", "us-south1-ai1b", /^a region, such as us-south1, not a zone$/],
    ["region", "eu_1", /^the name of a region, such as us-central1$/],
  ] as const)("is no %s when it is %j", (what, name, rule) => {
    expect(locationProblem(what, name)).toMatch(rule);
  });
});
