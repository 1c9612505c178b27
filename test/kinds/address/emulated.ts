import { createHash } from "node:crypto";
import { output, type CollectionDescription, type Field, type Resource } from "../../../emulator/src/index";

const text: Field = { type: "string" };

/** Regional static addresses, for the option `furtherCollections` of an emulator. */
export const addresses: CollectionDescription = {
  collection: "addresses",
  scope: "region",
  kind: "compute#address",
  hasLabels: true,
  fields: {
    description: text,
    address: { type: "string", pattern: /^(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|[0-9a-fA-F:]*:[0-9a-fA-F:]*)$/ },
    addressType: { type: "string", values: ["EXTERNAL", "INTERNAL", "UNSPECIFIED_TYPE"] },
    ipCollection: text,
    ipVersion: { type: "string", values: ["IPV4", "IPV6", "UNSPECIFIED_VERSION"] },
    ipv6EndpointType: { type: "string", values: ["NETLB", "VM"] },
    network: {
      type: "string",
      reference: { to: "projects/{project}/global/networks/{network}", mustExist: true, holdsTarget: true },
    },
    networkTier: {
      type: "string",
      values: ["FIXED_STANDARD", "PREMIUM", "STANDARD", "STANDARD_OVERRIDES_FIXED_STANDARD"],
    },
    prefixLength: { type: "integer", minimum: 0, maximum: 128 },
    purpose: {
      type: "string",
      values: [
        ...["DNS_RESOLVER", "GCE_ENDPOINT", "IPSEC_INTERCONNECT", "NAT_AUTO", "PRIVATE_SERVICE_CONNECT"],
        ...["SERVERLESS", "SHARED_LOADBALANCER_VIP", "VPC_PEERING"],
      ],
    },
    subnetwork: {
      type: "string",
      reference: { to: "projects/{project}/regions/{region}/subnetworks/{subnetwork}", mustExist: false },
    },
    status: output({ type: "string", values: ["IN_USE", "RESERVED", "RESERVING"] }),
    users: output({ type: "list", items: text }),
  },
  quota: {
    name: "addresses",
    metricName: "compute.googleapis.com/static_addresses",
    limitName: "STATIC-ADDRESSES-per-project-region",
  },
  complete: (address) => ({
    addressType: "EXTERNAL",
    networkTier: "PREMIUM",
    ...(address.addressType === "INTERNAL" ? { purpose: "GCE_ENDPOINT" } : {}),
    address: reservedAddress(address),
    ...address,
    status: Array.isArray(address.users) && address.users.length > 0 ? "IN_USE" : "RESERVED",
  }),
  delete: { readUsers: ({ users }) => users },
};

/** An address of a range that fits, drawn by the numeric id, so that it stays what it is. */
function reservedAddress({ id, addressType, ipVersion }: Resource): string {
  const [first = 0, second = 0, third = 0] = createHash("sha256").update(String(id)).digest();
  if (ipVersion === "IPV6") return `2001:db8:${first.toString(16)}:${(second * 256 + third).toString(16)}::`;
  return addressType === "INTERNAL"
    ? `10.${[first, second, third].join(".")}`
    : `34.${[64 + (first % 64), second, third].join(".")}`;
}
