import { fc } from "../../support/property";
import { describe, expect, it } from "vitest";
import { authorNamed, authorOf, isRequestIdOf, newRequestId } from "../../../provider/src/compute/requestId";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("a request id", () => {
  it("is a valid random UUID that its owner knows again for its object, in any letter case", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (owner, path) => {
        const id = newRequestId(owner, path);
        expect(id).toMatch(uuid);
        expect(isRequestIdOf(id, owner, path)).toBe(true);
        expect(isRequestIdOf(id.toUpperCase(), owner, path)).toBe(true);
      }),
    );
  });

  it("belongs to one owner and one object, however the two texts are combined", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (owner, path, other, elsewhere) => {
        fc.pre(owner !== other || path !== elsewhere);
        expect(isRequestIdOf(newRequestId(owner, path), other, elsewhere)).toBe(false);
      }),
    );
    expect(isRequestIdOf(newRequestId("a", "bc"), "ab", "c")).toBe(false);
  });

  it("without an owner is a plain random one", () => {
    expect(newRequestId(undefined, "p")).toMatch(uuid);
    expect(isRequestIdOf(newRequestId(undefined, "p"), "", "p")).toBe(false);
  });

  it("names its author, and is a valid id with the same mark", () => {
    const author = authorNamed("urn:pulumi:dev::p::t::n");
    const ids = Array.from({ length: 500 }, () => newRequestId("stack", "path", author));
    expect(new Set(ids).size).toBe(500);
    for (const id of ids) {
      expect(id).toMatch(uuid);
      expect(authorOf(id)).toBe(author);
      expect(authorOf(id.toUpperCase())).toBe(author);
      expect(isRequestIdOf(id, "stack", "path")).toBe(true);
      expect(isRequestIdOf(id, "stack", "other")).toBe(false);
    }
    expect(authorNamed("urn:pulumi:dev::p::t::m")).not.toBe(author);
  });
});
