import * as gcp from "@pulumi/gcp";
import * as gce from "pulumi-gce";

// Both packages read gcp:project, gcp:region and the credentials from the same configuration.
const network = new gcp.compute.Network("hub", { autoCreateSubnetworks: false });

const disk = new gcp.compute.Disk("database", { zone: "europe-west1-b", size: 200 });

// From @pulumi/gcp into pulumi-gce: an id or a self link, as it comes.
const egress = new gce.Route("egress", {
  network: network.id,
  destRange: "0.0.0.0/0",
  nextHopGateway: "default-internet-gateway",
  tags: ["web"],
});

const beforeMigration = new gce.Snapshot("before-migration", {
  sourceDisk: disk.selfLink,
  labels: { purpose: "migration" },
});

// From pulumi-gce into @pulumi/gcp.
const restored = new gcp.compute.Disk("restored", {
  zone: "europe-west1-b",
  snapshot: beforeMigration.selfLink,
});

// Instances come when their way out is there.
const web = new gcp.compute.Instance(
  "web",
  {
    zone: "europe-west1-b",
    machineType: "e2-small",
    tags: ["web"],
    bootDisk: { initializeParams: { image: "debian-cloud/debian-12" } },
    attachedDisks: [{ source: restored.id }],
    networkInterfaces: [{ network: network.selfLink }],
  },
  { dependsOn: [egress] },
);

export const routeId = egress.id;
export const webLink = web.selfLink;
export const snapshotLink = beforeMigration.selfLink;
