import { route } from "../../provider/src/resources/route/definition";
import { project } from "../support/routeProvider";
import type { PlainCase, TestedKind } from "./kind";
import { global, networkPath, ownedCalls, ownObjectBudget, putReferences } from "./parts/calls";

const plain: PlainCase = {
  args: (number) => ({
    name: `r${String(number)}`,
    network: "default",
    destRange: `10.${String(number >> 8)}.${String(number & 255)}.0/24`,
    nextHopIp: "10.128.0.9",
  }),
  bytes: 1130,
  budget: ownObjectBudget,
};

const path = `${global}/routes/r`;
const nextHopInstance = `projects/${project}/zones/us-central1-a/instances/nat`;
const calls = ownedCalls({
  noun: "route",
  subject: 'gce:Route "r"',
  path,
  program: { name: "r", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" },
  seed: (emulator) => {
    putReferences(emulator, nextHopInstance);
  },
  permissions: {
    insert: "both compute.routes.create and compute.networks.updatePolicy",
    delete: "both compute.routes.delete and compute.networks.updatePolicy",
  },
});

const program = {
  name: "r",
  description: "ours",
  network: networkPath,
  destRange: "10.1.0.0/16",
  tags: ["web", "db", "a"],
  nextHopInstance,
};

/** A value for every argument that is sent: a new argument needs one. */
const sample = {
  name: "r-1",
  description: "d",
  network: "n",
  tags: ["a"],
  destRange: "10.0.0.0/8",
  priority: 1,
  nextHopGateway: "default-internet-gateway",
  nextHopInstance: "vm",
  nextHopIp: "10.0.0.1",
  nextHopIlb: "rule",
  nextHopNetwork: "n",
  nextHopVpnTunnel: "t",
  params: { resourceManagerTags: { "tagKeys/1": "tagValues/1" } },
};

export const kind: TestedKind = {
  definition: route,
  classFile: "provider/src/resources/route/route.ts",
  described: {
    message: "Route",
    onlyInProto: {
      nextHopInterconnectAttachment: "The specification has no such field; only the service sets it.",
    },
    onlyInTable: {
      project: "Part of the path.",
      nextHopInstanceZone: "Completes a bare name for nextHopInstance; never sent.",
    },
  },
  sample,
  plain,
  calls,
  fullProgram: program,
  mistaken: [
    {
      network: "a/b",
      destRange: "10.0.0.0",
      priority: -1,
      nextHopIp: "10.0.0.1",
      nextHopInstance: "zones/us-central1-a/instances/vm",
      nextHopInstanceZone: "us-central1-b",
      tags: ["Web"],
    },
    ...["network", "tags[0]", "destRange", "priority", "nextHopInstanceZone", "nextHopIp"],
  ],
  // There is only one internet gateway.
  unchangeable: ["nextHopGateway"],
  holds: ["network", "nextHopIlb", "nextHopVpnTunnel"],
};
