import { fc, runs } from "../../support/property";
import { describe, expect, it } from "vitest";
import { parseAddress, parseRange, rangeKind } from "../../../provider/src/fields/addresses";

const groupsOf = (value: bigint) =>
  Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - 16 * index)) & 0xffffn).toString(16));

/** 128 bits as RFC 5952 writes them, by the rules of URLs, which are the same. */
const rfc5952 = (value: bigint) => new URL(`http://[${groupsOf(value).join(":")}]`).hostname.slice(1, -1);

function dotted(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join(".");
}

const mask = (bits: number, length: number) => ((1n << BigInt(length)) - 1n) << BigInt(bits - length);

/** Addresses with many zero groups, because those are what the canonical form is about. */
const v6 = fc
  .array(
    fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xffff }) }),
    {
      minLength: 8,
      maxLength: 8,
    },
  )
  .map((groups) => groups.reduce((value, group) => (value << 16n) | BigInt(group), 0n));
const v4 = fc.bigInt({ min: 0n, max: 0xffff_ffffn });

/** The same address in another spelling: long groups, upper case, no `::`, a dotted end. */
const spellings = fc.record({ pad: fc.boolean(), upper: fc.boolean(), dotEnd: fc.boolean(), short: fc.boolean() });
function spell(value: bigint, how: { pad: boolean; upper: boolean; dotEnd: boolean; short: boolean }): string {
  let groups = groupsOf(value).map((group) => group.padStart(how.pad ? 4 : 1, "0"));
  if (how.dotEnd) groups = [...groups.slice(0, 6), dotted(value & 0xffff_ffffn)];
  const text = how.short && !how.dotEnd ? rfc5952(value) : groups.join(":");
  return how.upper ? text.toUpperCase() : text;
}

const isMapped = (value: bigint) => value >> 32n === 0xffffn;

describe("an address", () => {
  it("of IPv6 has the canonical form of RFC 5952, however it is spelt", () => {
    fc.assert(
      fc.property(v6, spellings, (value, how) => {
        fc.pre(!isMapped(value));
        expect(parseAddress(spell(value, how))).toEqual({ canonical: rfc5952(value) });
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("that is IPv4-mapped is refused with the address that is meant, however it is spelt", () => {
    fc.assert(
      fc.property(v4, spellings, (value, how) => {
        const problem = expect.stringContaining(`write ${dotted(value)}`) as string;
        expect(parseAddress(spell((0xffffn << 32n) | value, how))).toEqual({ problem });
      }),
    );
  });

  it.each([
    ["::1.2.3.4", "::102:304"],
    ["64:ff9b::192.0.2.33", "64:ff9b::c000:221"],
  ])("%s is %s", (text, canonical) => {
    expect(parseAddress(text)).toEqual({ canonical });
  });

  it.each([
    ...["", "10.0.0", "10.0.0.256", "010.0.0.1", "0x10.0.0.1", "10.0.0.1\n", "167772161", "10.0.0.0/8"],
    ...["::1%eth0", "::ffff:010.0.0.1", "1::2::3", ":1::2", "1:2:3:4:5:6:7:8:9", "12345::", "[::1]"],
  ])("is not %j", (text) => {
    expect(parseAddress(text)).toEqual({
      problem: "an IPv4 address in dot-decimal form or an IPv6 address (RFC 4291)",
    });
  });
});

describe("a range", () => {
  const ranges = fc.oneof(
    fc.record({ bits: fc.constant(32), value: v4, length: fc.integer({ min: 0, max: 32 }) }),
    fc.record({ bits: fc.constant(128), value: v6, length: fc.integer({ min: 0, max: 128 }) }),
  );
  const write = (bits: number, value: bigint) => (bits === 32 ? dotted(value) : rfc5952(value));

  it("without bits behind its prefix has one canonical form", () => {
    fc.assert(
      fc.property(ranges, spellings, ({ bits, value, length }, how) => {
        const network = value & mask(bits, length);
        const text = bits === 32 ? dotted(network) : spell(network, how);
        expect(parseRange(`${text}/${String(length)}`)).toEqual({
          canonical: `${write(bits, network)}/${String(length)}`,
        });
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("with bits behind its prefix is refused with the range that holds it", () => {
    fc.assert(
      fc.property(ranges, ({ bits, value, length }) => {
        const network = value & mask(bits, length);
        fc.pre(network !== value);
        const meant = `the range that holds it is ${write(bits, network)}/${String(length)}`;
        expect(parseRange(`${write(bits, value)}/${String(length)}`)).toEqual({
          problem: `a range without bits set behind its prefix; ${meant}`,
        });
      }),
      { numRuns: runs(1_000) },
    );
  });

  it.each(["", "/8", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8/8", "10.0.0.0/8 ", "10.0.0.0/8\n", "default", "10/8"])(
    "is not %j",
    (text) => {
      expect(parseRange(text)).toEqual({
        problem: expect.stringContaining("CIDR form, such as 10.1.0.0/16") as string,
      });
    },
  );

  it.each([
    ["10.1.0.0", "10.1.0.0/32", "10.1.0.0/16"],
    ["0.0.0.0", "0.0.0.0/32", "0.0.0.0/0"],
    ["10.1.2.3", "10.1.2.3/32", "10.1.2.0/24"],
    ["2001:db8::1", "2001:db8::1/128", "2001:db8::/64"],
  ])("that a program gives as %s may be one address or a network, so it is refused", (text, one, network) => {
    const readings = `${one} is one address, and ${network} a network`;
    expect(rangeKind.problems(text, "destRange", {})).toEqual([
      { property: "destRange", reason: expect.stringContaining(readings) as string },
    ]);
    // A state or an answer has no network to mean.
    expect(rangeKind.same(text, one, {})).toBe(true);
    expect(rangeKind.canonical(text, {})).toBe(one);
  });
});
