import { addressKind, rangeKind } from "../../../provider/src/fields/addresses";
import { describeKinds } from "../../support/kindCases";

describeKinds({
  range: {
    kind: rangeKind,
    accepts: ["0.0.0.0/0", "10.1.0.0/16", "10.0.0.1", "::/0", "2001:db8::/32", "2001:DB8:0::/48"],
    refuses: [
      ["", "IPv4 range in CIDR form"],
      ["10.0.0.0/33", "prefix length is 0 to 32"],
      ["10.0.0.0/08", "without leading zeros"],
      ["10.0.0.1/8", "without bits set behind its prefix", "10.0.0.0/8"],
      ["2001:db8::1/32", "without bits set", "2001:db8::/32"],
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
      ["::ffff:10.0.0.1", "IPv4-mapped", "write 10.0.0.1"],
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
});
