import { describe, expect, it } from "vitest";
import {
  childUrn,
  isStackUrn,
  parseStack,
  parseUrn,
  providerReference,
  stackUrn,
} from "../../../provider/src/names/stackUrn";

const route = "pulumi-nodejs:dynamic/gce:Route";
const root = stackUrn("dev", "shop");
/** Names as people write them, with the mark between the parts too. */
const names = ["web", "web::eu", ":::", "a:", "$", 'say "hi"/x y', "größe", "x::pulumi:pulumi:Stack::y"];

describe("the URN of a resource", () => {
  it("has the types of its parents and none of their names, whatever those are", () => {
    for (const outer of names) {
      const component = childUrn(root, "my:index:Comp", outer);
      expect(component).toBe(`urn:pulumi:dev::shop::my:index:Comp::${outer}`);
      for (const name of names) {
        const nested = childUrn(component, route, name);
        expect(nested).toBe(`urn:pulumi:dev::shop::my:index:Comp$${route}::${name}`);
        expect(childUrn(nested, "my:b:C", name)).toBe(`urn:pulumi:dev::shop::my:index:Comp$${route}$my:b:C::${name}`);
      }
    }
  });

  it("is read from the left", () => {
    for (const name of names) {
      const urn = childUrn(childUrn(root, "my:index:Comp", name), route, name);
      expect(parseUrn(urn)).toEqual({ stack: "dev", project: "shop", parent: "my:index:Comp", type: route, name });
      expect(parseStack(urn)).toBe(root);
      expect(isStackUrn(urn)).toBe(false);
      expect(parseUrn(providerReference(urn, "id"))).toEqual({ ...parseUrn(urn), name: `${name}::id` });
    }
    expect(isStackUrn(root)).toBe(true);
    expect(parseUrn(root)).toMatchObject({ parent: "", type: "pulumi:pulumi:Stack", name: "shop-dev" });
  });

  it.each(["", "web", "urn:pulumi:dev", "urn:pulumi:dev::shop", "urn:other:dev::shop::a::b"])(
    "is none, and names no stack: %j",
    (text) => {
      expect(parseStack(text)).toBeUndefined();
    },
  );
});
