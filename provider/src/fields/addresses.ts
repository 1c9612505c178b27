import { parseAddress, parseRange, type Parsed } from "../names/addresses";
import { mustBe, type Kind } from "./kind";

/** An IPv4 or IPv6 range, compared in canonical form. */
export const rangeKind: Kind = canonicalKind("an IPv4 or IPv6 range in CIDR form", parseRange);

/** An IPv4 or IPv6 address, compared in canonical form. */
export const addressKind: Kind = canonicalKind("an IPv4 or IPv6 address", parseAddress);

/** A text with one canonical form. */
function canonicalKind(describe: string, parse: (text: string) => Parsed): Kind {
  const canonical = (value: unknown) => {
    if (typeof value !== "string") return value;
    const parsed = parse(value);
    return "canonical" in parsed ? parsed.canonical : value;
  };
  return {
    describe,
    canonical,
    same: (left, right) => canonical(left) === canonical(right),
    problems(value, property) {
      if (typeof value !== "string") return mustBe(property, describe, value);
      const parsed = parse(value);
      return "problem" in parsed ? mustBe(property, parsed.problem, value) : [];
    },
  };
}
