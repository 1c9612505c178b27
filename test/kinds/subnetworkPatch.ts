import { subnetworkPatch } from "../../provider/src/resources/subnetworkPatch";
import type { TestedKind } from "./kind";
import { global, putNumbered, region } from "./parts/calls";
import { because, generatedClass, onlyInPatches, patchBudget, patchCalls } from "./parts/patches";

const path = `${region}/subnetworks/shared`;
const theirs = {
  network: `${global}/networks/default`,
  ipCidrRange: "10.0.0.0/20",
  secondaryIpRanges: [{ rangeName: "theirs", ipCidrRange: "10.4.0.0/16" }],
};
const mine = { rangeName: "pods", ipCidrRange: "10.8.0.0/16" };
const atInsert = [
  ...["allowSubnetCidrRoutesOverlap", "description", "externalIpv6Prefix", "internalIpv6Prefix", "ipCollection"],
  ...["ipv6GceEndpoint", "reservedInternalRange", "resolveSubnetMask"],
];

export const kind: TestedKind = {
  definition: subnetworkPatch,
  classFile: generatedClass(subnetworkPatch),
  described: {
    message: "Subnetwork",
    onlyInProto: {
      name: "Part of the path; the argument is subnetwork.",
      ...because("Set when the subnetwork is made.", ...atInsert),
      ...because("Not recorded.", "systemReservedExternalIpv6Ranges", "systemReservedInternalIpv6Ranges"),
      enableFlowLogs: "The older form of logConfig.enable.",
      ipv6CidrRange: "For internal use.",
      params: "Taken by an insert alone.",
      privateIpGoogleAccess: "Set by a method of its own.",
      utilizationDetails: "Only in another view.",
    },
    onlyInTable: { ...onlyInPatches, subnetwork: "Part of the path; shown as the subnetwork's URL." },
  },
  plain: {
    arrange(emulator, project, count) {
      putNumbered(emulator, `projects/${project}/regions/us-central1/subnetworks/s`, count, {
        network: `projects/${project}/global/networks/default`,
        ipCidrRange: "10.0.0.0/20",
      });
    },
    args: (number) => ({ subnetwork: `s${String(number)}`, region: "us-central1", secondaryIpRanges: [mine] }),
    change: { logConfig: { enable: true } },
    bytes: 2200,
    budget: patchBudget,
  },
  callsLike: "BackendServicePatch",
  calls: patchCalls({
    subject: 'gce:SubnetworkPatch "us-central1/shared"',
    name: "subnetwork patch",
    program: { subnetwork: "shared", region: "us-central1", secondaryIpRanges: [mine] },
    seed(emulator) {
      emulator.objects.put(path, theirs);
    },
    path,
    permission: "compute.subnetworks.update",
    shown: ({ secondaryIpRanges }) =>
      (secondaryIpRanges as { rangeName: string }[]).find(({ rangeName }) => rangeName === "pods"),
    recorded: ({ secondaryIpRanges }) => (secondaryIpRanges as unknown[])[0],
  }),
  fullProgram: {
    subnetwork: path,
    secondaryIpRanges: [mine, { rangeName: "services", ipCidrRange: "10.9.0.0/20" }],
    logConfig: { enable: true, flowSampling: 0.5, metadata: "INCLUDE_ALL_METADATA" },
    deletionPolicy: "RESTORE",
  },
};
