import { serviceAttachmentPatch } from "../../provider/src/resources/serviceAttachmentPatch";
import type { TestedKind } from "./kind";
import { putNumbered, putReferences, region, root } from "./parts/calls";
import { because, generatedClass, onlyInPatches, patchBudget, patchCalls } from "./parts/patches";

const path = `${region}/serviceAttachments/search`;
const theirs = {
  connectionPreference: "ACCEPT_MANUAL",
  natSubnets: [`${root}${region}/subnetworks/nat-one`],
  consumerAcceptLists: [{ projectIdOrNum: "team-green", connectionLimit: 4 }],
};
const mine = { projectIdOrNum: "team-blue", connectionLimit: 2 };

export const kind: TestedKind = {
  definition: serviceAttachmentPatch,
  classFile: generatedClass(serviceAttachmentPatch),
  described: {
    message: "ServiceAttachment",
    onlyInProto: {
      name: "Part of the path; the argument is serviceAttachment.",
      ...because("Set when the attachment is made.", "domainNames", "metadata", "natIpsPerEndpoint"),
      producerForwardingRule: "The older form of targetService.",
      pscServiceAttachmentId: "A number of two halves; not recorded.",
    },
    onlyInTable: { ...onlyInPatches, serviceAttachment: "Part of the path; shown as the attachment's URL." },
  },
  plain: {
    arrange(emulator, project, count) {
      putNumbered(emulator, `projects/${project}/regions/us-central1/serviceAttachments/s`, count, {
        connectionPreference: "ACCEPT_MANUAL",
      });
    },
    args: (number) => ({
      serviceAttachment: `s${String(number)}`,
      region: "us-central1",
      consumerAcceptLists: [mine],
    }),
    change: { consumerAcceptLists: [{ ...mine, connectionLimit: 3 }] },
    bytes: 2100,
    budget: patchBudget,
  },
  callsLike: "BackendServicePatch",
  calls: patchCalls({
    subject: 'gce:ServiceAttachmentPatch "us-central1/search"',
    name: "service attachment patch",
    program: { serviceAttachment: "search", region: "us-central1", consumerAcceptLists: [mine] },
    seed(emulator) {
      putReferences(emulator, `${region}/subnetworks/nat-one`, `${region}/subnetworks/nat-two`);
      emulator.objects.put(path, theirs);
    },
    path,
    permission: "compute.serviceAttachments.update",
    shown: ({ consumerAcceptLists }) =>
      (consumerAcceptLists as { projectIdOrNum: string }[]).find(
        ({ projectIdOrNum }) => projectIdOrNum === mine.projectIdOrNum,
      ),
    recorded: ({ consumerAcceptLists }) => (consumerAcceptLists as unknown[])[0],
  }),
  fullProgram: {
    serviceAttachment: path,
    consumerAcceptLists: [mine],
    natSubnets: ["regions/us-central1/subnetworks/nat-two"],
    reconcileConnections: true,
    deletionPolicy: "RESTORE",
  },
};
