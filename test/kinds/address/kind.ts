import type { PlainCase, TestedKind } from "../kind";
import { ownedCalls, ownObjectBudget, region } from "../parts/calls";
import { because } from "../parts/patches";
import { address } from "./definition";
import { addresses } from "./emulated";

const plain: PlainCase = {
  args: (number) => ({ name: `a${String(number)}`, region: "us-central1" }),
  bytes: 1175,
  budget: ownObjectBudget,
};

const path = `${region}/addresses/a`;
const calls = ownedCalls({
  noun: "address",
  subject: 'gce:Address "us-central1/a"',
  path,
  program: { name: "a", region: "us-central1" },
  seed: () => undefined,
  permissions: { insert: "compute.addresses.create", delete: "compute.addresses.delete" },
});

const program = {
  name: "a",
  region: "us-central1",
  description: "ours",
  address: "10.128.0.7",
  addressType: "INTERNAL",
  subnetwork: `${region}/subnetworks/s`,
};

/** A value for every argument that is sent: a new argument needs one. */
const sample = {
  name: "n-1",
  region: "us-central1",
  description: "d",
  address: "10.0.0.1",
  addressType: "INTERNAL",
  subnetwork: "s",
};

/** A kind that the package does not have: it shows what a further one takes. */
export const kind: TestedKind = {
  definition: address,
  classFile: "test/kinds/address/address.ts",
  described: {
    message: "Address",
    onlyInProto: because(
      "Left out of the example.",
      ...["ipCollection", "ipVersion", "ipv6EndpointType", "network", "networkTier", "prefixLength", "purpose"],
    ),
    onlyInTable: { project: "Part of the path." },
  },
  sample,
  emulatorExtensions: [addresses],
  plain,
  calls,
  fullProgram: program,
  mistaken: [
    { name: "A", address: "10.0.0", addressType: "Internal", subnetwork: "a/b", region: "us-central1-a" },
    ...["region", "name", "address", "addressType", "subnetwork"],
  ],
};
