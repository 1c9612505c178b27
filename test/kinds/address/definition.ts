import { ownedObject } from "../../../provider/src/resources/ownedObject";
import { addressKind } from "../../../provider/src/fields/addresses";
import { linkKind } from "../../../provider/src/fields/links";
import { textKind, wordKind } from "../../../provider/src/fields/scalars";
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
    subnetwork: {
      kind: linkKind({ collection: "subnetworks", scopes: ["region"] }),
      change: "replace",
      serverDefaulted: true,
    },
    labels: outputAs({ map: "text" }),
    labelFingerprint: output,
    status: output,
    users: outputAs({ list: "text" }),
  },
  argumentAliases: { ip: "address", type: "addressType" },
});
