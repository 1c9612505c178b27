import { proxyForm } from "../../provider/src/compute/endpoints/targetSslProxies";
import { targetSslProxyCertificateMap } from "../../provider/src/resources/targetSslProxyCertificateMap/definition";
import { project } from "../support/routeProvider";
import type { KindCall, PlainCase, TestedKind } from "./kind";
import { global, putNumbered, root } from "./parts/calls";
import { because } from "./parts/patches";

const plain: PlainCase = {
  arrange: (emulator, project, count) => {
    const sslCertificates = [`projects/${project}/global/sslCertificates/c`];
    putNumbered(emulator, `projects/${project}/global/targetSslProxies/p`, count, { sslCertificates });
  },
  args: (number) => ({ targetSslProxy: `p${String(number)}`, certificateMap: "m" }),
  change: { certificateMap: "n" },
  bytes: 1105,
  budget: {
    // The earlier map is kept, to be put back.
    create: ["get", "setCertificateMap", "wait", "get"],
    read: ["get"],
    // Somebody may have made the proxy anew, with a map of its own. No answer but the last shows what it has now.
    update: ["get", "setCertificateMap", "wait", "get"],
    // A map that somebody else set is left alone.
    delete: ["get", "setCertificateMap", "wait"],
  },
};

const path = `${global}/targetSslProxies/mail`;
const maps = `projects/${project}/locations/global/certificateMaps`;
/** A map as the service shows it. */
const mapNamed = (name: string) => `//certificatemanager.googleapis.com/${maps}/${name}`;
const seed: KindCall["seed"] = (emulator) =>
  void emulator.objects.put(path, { sslCertificates: [`${root}${global}/sslCertificates/c`] });
const declared = { targetSslProxy: "mail", certificateMap: "m" };
const call: Omit<KindCall, "name" | "step" | "failure"> = {
  program: declared,
  seed,
  request: { method: "POST", path: "/targetSslProxies/mail/setCertificateMap$" },
  operationType: "setCertificateMap",
  permission: "both compute.targetSslProxies.setCertificateMap and certificatemanager.certmaps.use",
  path,
  shown: ({ certificateMap }) => certificateMap,
  recorded: ({ certificateMap }) => certificateMap,
};
const calls: readonly KindCall[] = [
  {
    ...call,
    name: "setCertificateMap (set)",
    step: "up",
    failure: 'gce:TargetSslProxyCertificateMap "mail": setCertificateMap failed: ',
  },
  {
    ...call,
    name: "setCertificateMap (swap)",
    step: "up",
    seed: (emulator) => void emulator.objects.put(path, { certificateMap: mapNamed("theirs") }),
    before: declared,
    program: { ...declared, certificateMap: "n" },
    failure: 'gce:TargetSslProxyCertificateMap "mail": setCertificateMap failed: ',
  },
  {
    ...call,
    name: "setCertificateMap (clear)",
    step: "destroy",
    permission: "compute.targetSslProxies.setCertificateMap",
    failure: 'gce:TargetSslProxyCertificateMap "mail": delete failed: ',
  },
];

const ofTheProxy = [
  ...["creationTimestamp", "description", "kind", "name", "proxyHeader"],
  ...["selfLink", "service", "sslCertificates", "sslPolicy"],
];

export const kind: TestedKind = {
  definition: targetSslProxyCertificateMap,
  classFile: "provider/src/resources/targetSslProxyCertificateMap/targetSslProxyCertificateMap.ts",
  described: {
    message: "TargetSslProxy",
    onlyInProto: because("Belongs to the proxy, which is not managed here.", ...ofTheProxy),
    onlyInTable: {
      project: "Part of the path.",
      targetSslProxy: "Part of the path; shown as the proxy's URL.",
      previousCertificateMap: "What was there before; known only here.",
    },
  },
  answerForms: [{ form: proxyForm, message: "TargetSslProxy" }],
  plain,
  calls,
  fullProgram: { targetSslProxy: path, certificateMap: `${maps}/m` },
  mistaken: [
    {
      targetSslProxy: "projects/one/global/targetSslProxies/t",
      project: "other",
      certificateMap: "M",
      deletionPolicy: "KEEP",
      certMap: "m",
      proxy: "p",
    },
    ...["certMap", "proxy", "deletionPolicy", "certificateMap", "project"],
  ],
  holds: ["certificateMap"],
};
