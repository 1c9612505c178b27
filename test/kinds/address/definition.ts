import { ownedObject } from "../../../provider/src/resources/ownedObject";
import { addressKind } from "../../../provider/src/fields/addresses";
import { linkKind } from "../../../provider/src/fields/links";
import { integerKind, textKind, wordKind } from "../../../provider/src/fields/scalars";
import { output, outputAs } from "../../../provider/src/lifecycle/schema/field";

/** A reserved address of a region: the resource that CONTRIBUTING.md makes as its example. */
export const address = ownedObject({
  kind: "Address",
  noun: "an address",
  collection: {
    name: "addresses",
    scope: "region",
    permissions: {
      insert: ({ subnetwork }) => [
        "compute.addresses.create",
        ...(subnetwork === undefined ? [] : ["compute.subnetworks.use"]),
      ],
      delete: ["compute.addresses.delete"],
    },
  },
  fields: {
    description: { kind: textKind(), change: "replace" },
    address: { kind: addressKind, change: "replace", serverDefaulted: true },
    addressType: { kind: wordKind("EXTERNAL", "INTERNAL"), change: "replace", default: "EXTERNAL" },
    networkTier: {
      kind: wordKind("FIXED_STANDARD", "PREMIUM", "STANDARD", "STANDARD_OVERRIDES_FIXED_STANDARD"),
      change: "replace",
      serverDefaulted: true,
    },
    ipVersion: { kind: wordKind("IPV4", "IPV6"), change: "replace", serverDefaulted: true },
    ipv6EndpointType: { kind: wordKind("NETLB", "VM"), change: "replace" },
    purpose: {
      kind: wordKind(
        "DNS_RESOLVER",
        "GCE_ENDPOINT",
        "IPSEC_INTERCONNECT",
        "NAT_AUTO",
        "PRIVATE_SERVICE_CONNECT",
        "SERVERLESS",
        "SHARED_LOADBALANCER_VIP",
        "VPC_PEERING",
      ),
      change: "replace",
      serverDefaulted: true,
    },
    prefixLength: { kind: integerKind(0, 128), change: "replace", serverDefaulted: true },
    network: { kind: linkKind({ collection: "networks", scopes: ["global"] }), change: "replace" },
    subnetwork: {
      kind: linkKind({ collection: "subnetworks", scopes: ["region"] }),
      change: "replace",
      serverDefaulted: true,
    },
    ipCollection: { kind: textKind(), change: "replace" },
    labels: outputAs({ map: "text" }),
    labelFingerprint: output,
    status: output,
    users: outputAs({ list: "text" }),
  },
  argumentAliases: { ip: "address", type: "addressType" },
});
