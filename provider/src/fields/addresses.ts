import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import { isHidden } from "../messages/redaction";
import { mustBe, type Kind } from "./kind";

/**
 * An IPv4 or IPv6 range, compared in canonical form. A program has to give the prefix length. A bare address that a state
 * or an answer has is a range of one address.
 */
export const rangeKind: Kind = canonicalKind("an IPv4 or IPv6 range in CIDR form", parseRange, bareAddressProblem);

/** An IPv4 or IPv6 address, compared in canonical form. */
export const addressKind: Kind = canonicalKind("an IPv4 or IPv6 address", parseAddress);

/** A text with one canonical form. */
function canonicalKind(
  describe: string,
  parse: (text: string) => Parsed,
  refuse: (text: string) => string | undefined = () => undefined,
): Kind {
  const canonical = (value: unknown) => {
    if (typeof value !== "string") return value;
    const parsed = parse(value);
    return "canonical" in parsed ? parsed.canonical : value;
  };
  return {
    describe,
    form: "text",
    isRespelt: true,
    canonical,
    same: (left, right) => canonical(left) === canonical(right),
    problems(value, property) {
      if (typeof value !== "string") return mustBe(property, describe, value);
      const parsed = parse(value);
      const problem = "problem" in parsed ? parsed.problem : refuse(value);
      return problem === undefined ? [] : mustBe(property, problem, value);
    },
  };
}

/** A parsed address range or address: its canonical text, or why it is none. */
type Parsed = { canonical: string } | { problem: string };

/** An address in canonical form (RFC 5952 for IPv6). IPv4-mapped IPv6 addresses are refused, as the service does. */
export function parseAddress(text: string): Parsed {
  const address = parseIp(text);
  if (address === undefined) return { problem: "an IPv4 address in dot-decimal form or an IPv6 address (RFC 4291)" };
  if (address.kind() === "ipv6" && (address as ipaddr.IPv6).isIPv4MappedAddress()) {
    const mapped = (address as ipaddr.IPv6).toIPv4Address().toString();
    const rule = "an address that is not IPv4-mapped IPv6";
    return { problem: isHidden(text) ? rule : `${rule}; write ${mapped}` };
  }
  return { canonical: formatAddress(address) };
}

/**
 * A range in canonical form: `10.0.0.0/8`, `2001:db8::/32`. A single address is a range of one (`/32`, `/128`).
 * Bits set behind the prefix are refused with the range that was probably meant.
 */
export function parseRange(text: string): Parsed {
  const match = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text);
  const address = match?.[1] === undefined ? undefined : parseIp(match[1]);
  if (match === null || address === undefined)
    return { problem: "an IPv4 range in CIDR form, such as 10.1.0.0/16, or an IPv6 range, such as 2001:db8::/32" };
  const bits = address.kind() === "ipv4" ? 32 : 128;
  const length = match[2] === undefined ? bits : Number.parseFloat(match[2]);
  if (length > bits || (match[2] !== undefined && String(length) !== match[2]))
    return { problem: `a range whose prefix length is 0 to ${String(bits)}, without leading zeros` };
  const network = masked(address, length);
  const canonical = `${formatAddress(network)}/${String(length)}`;
  if (formatAddress(network) !== formatAddress(address)) {
    const rule = "a range without bits set behind its prefix";
    return { problem: isHidden(text) ? rule : `${rule}; the range that holds it is ${canonical}` };
  }
  return { canonical };
}

/** Why a range without a prefix length is refused: nobody can tell the address from the network that it begins. */
function bareAddressProblem(text: string): string | undefined {
  const address = text.includes("/") ? undefined : parseIp(text);
  if (address === undefined) return undefined;
  const [bytes, group] = [address.toByteArray(), address.kind() === "ipv4" ? 8 : 16];
  const bits = bytes.length * 8;
  const used = Math.ceil(((bytes.findLastIndex((byte) => byte !== 0) + 1) * 8) / group) * group;
  // The whole address counts: the network is the smallest usual one.
  const length = used < bits ? used : bits - (group === 8 ? 8 : 64);
  const one = `${formatAddress(address)}/${String(bits)} is one address`;
  return `a range with a prefix length; ${one}, and ${formatAddress(masked(address, length))}/${String(length)} a network`;
}

/** Node decides what is an address: the library also takes octal, hexadecimal and short forms, which the service does not. */
function parseIp(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (isIPv4(text)) return ipaddr.IPv4.parse(text);
  // A zone index (fe80::1%eth0) names an interface of this machine, which means nothing to the service.
  if (!isIPv6(text) || text.includes("%")) return undefined;
  // `::10.0.0.1` → `::a00:1`: the library takes the dotted end of such an address for an IPv4-mapped one.
  return ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1));
}

function masked(address: ipaddr.IPv4 | ipaddr.IPv6, length: number): ipaddr.IPv4 | ipaddr.IPv6 {
  const bytes = address
    .toByteArray()
    .map((byte, index) => byte & (0xff00 >> Math.min(8, Math.max(0, length - index * 8))) & 0xff);
  return ipaddr.fromByteArray(bytes);
}

function formatAddress(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  return address.kind() === "ipv6" ? (address as ipaddr.IPv6).toRFC5952String() : address.toString();
}
