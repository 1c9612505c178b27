import ipaddr from "ipaddr.js";
import { invalidField } from "./errors";
import type { FieldContext } from "./schema";

/** An IPv4 or IPv6 range. Bits beyond the prefix have to be zero; IPv6 is shown in the form of RFC 5952. */
export function canonicalRange(value: string, { field }: FieldContext): string {
  const [text = "", length, ...rest] = value.split("/");
  const address = parseAddress(text);
  const bits = address?.kind() === "ipv6" ? 128 : 32;
  if (address === undefined || length === undefined || rest.length > 0 || !/^(?:0|[1-9][0-9]{0,2})$/.test(length))
    throw invalidField(field, value, "Must be a valid CIDR range, such as 192.0.2.0/24 or 2001:db8::/32.");
  if (Number(length) > bits) throw invalidField(field, value, `The prefix length must be at most ${String(bits)}.`);
  const first =
    address.kind() === "ipv6"
      ? ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${length}`)
      : ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/${length}`);
  if (first.toString() !== address.toString()) {
    throw invalidField(
      field,
      value,
      `Must not have bits set beyond the prefix; did you mean ${show(first)}/${length}?`,
    );
  }
  return `${show(address)}/${length}`;
}

/** An IPv4 or IPv6 address, but not an IPv4-mapped one. IPv6 is shown in the form of RFC 5952. */
export function canonicalAddress(value: string, { field }: FieldContext): string {
  const address = parseAddress(value);
  if (address === undefined) throw invalidField(field, value, "Must be a valid IPv4 or IPv6 address.");
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress())
    throw invalidField(field, value, "Must not be an IPv4-mapped IPv6 address.");
  return show(address);
}

/** True if a text is an address at all. */
export function isAddress(value: string): boolean {
  return parseAddress(value) !== undefined;
}

/** True if two ranges have an address in common. What is no range has none. */
export function overlap(one: string, other: string): boolean {
  if (!ipaddr.isValidCIDR(one) || !ipaddr.isValidCIDR(other)) return false;
  const [[a, aLength], [b, bLength]] = [ipaddr.parseCIDR(one), ipaddr.parseCIDR(other)];
  return a.kind() === b.kind() && a.match(b, Math.min(aLength, bLength));
}

function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // The library also reads forms such as 10.1 and 0x0a000001, and zones such as fe80::1%eth0; the service does not.
  if (ipaddr.IPv4.isValidFourPartDecimal(text))
    return /(?:^|\.)0[0-9]/.test(text) ? undefined : ipaddr.IPv4.parse(text);
  return text.includes(":") && !text.includes("%") && ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : undefined;
}

function show(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}
