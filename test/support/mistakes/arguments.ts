import * as pulumi from "@pulumi/pulumi";
import * as gce from "../../../provider/src/index";
import { captureMessage, type Kind, type Make, type Mistakes } from "./lane";

type Args = Record<string, unknown>;

const route = { name: "egress", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" };
const snapshot = { name: "nightly", sourceDisk: "database", zone: "us-central1-a" };
const patch = { instanceGroupManager: "web", region: "us-central1" };
const association = { name: "baseline", firewallPolicy: "baseline" };
const member = { firewallPolicy: "123", role: "roles/compute.viewer", member: "user:jane@example.com" };

const preview =
  (kind: Kind, args: Args): Make =>
  (lane) =>
    lane.preview(kind, args);

/* Programs in JavaScript are not held back by the types. */
type Loose = new (name: string, args: unknown, options?: unknown) => unknown;
const declare =
  (Class: unknown, args: Args, options?: Args): Make =>
  () =>
    captureMessage(Promise.resolve().then(() => new (Class as Loose)("egress", args, options)));

export const argumentMistakes: Mistakes = {
  "A misspelt argument": preview("Route", { ...route, destRange: undefined, destrange: "10.1.0.0/16" }),
  "An argument of `@pulumi/gcp` that has another name here": preview("Snapshot", {
    ...snapshot,
    snapshotEncryptionKey: { kmsKeySelfLink: "k" },
  }),
  "An argument that is missing": preview("Route", { ...route, network: undefined }),
  "Two next hops": preview("Route", { ...route, nextHopGateway: "default-internet-gateway" }),
  "A range without a prefix length": preview("Route", { ...route, destRange: "10.1.0.0" }),
  "A range with host bits": preview("Route", { ...route, destRange: "10.1.2.3/16" }),
  "An empty text for an optional argument": preview("Route", { ...route, name: "" }),
  "An Output in a template": preview("Route", { ...route, description: `the way to ${String(pulumi.output("x"))}` }),
  "A name with capitals": preview("Route", { ...route, name: "Egress_1" }),
  "A number out of bounds": preview("Route", { ...route, priority: -1 }),
  "A link to something else": preview("Route", { ...route, network: "regions/us-central1/subnetworks/default" }),
  "A network without its place": preview("Route", { ...route, network: "networks/default" }),
  "A disk without its collection": preview("Snapshot", { ...snapshot, sourceDisk: "regions/us-central1/database" }),
  "A health check of no kind": preview("RegionInstanceGroupManagerPatch", {
    ...patch,
    autoHealingPolicies: [{ healthCheck: "checks/alive" }],
  }),
  "A balancer that is neither a link nor an address": preview("Route", {
    ...route,
    nextHopIp: undefined,
    nextHopIlb: "10.0.0",
  }),
  "A network of another project": preview("Route", { ...route, network: "projects/host/global/networks/shared" }),
  "A number where the API has an object": preview("RegionInstanceGroupManagerPatch", {
    ...patch,
    updatePolicy: { maxSurge: 3 },
  }),
  "A percentage where the API has an object": preview("RegionInstanceGroupManagerPatch", {
    ...patch,
    updatePolicy: { maxUnavailable: "10%" },
  }),
  "A number where a text belongs": preview("FirewallPolicyIamMember", { ...member, firewallPolicy: 123456789 }),
  "A whole object where its link belongs": preview("RegionInstanceGroupManagerPatch", {
    instanceGroupManager: { selfLink: `projects/p/regions/us-central1/instanceGroupManagers/web`, targetSize: 2 },
    targetSize: 3,
  }),
  "A zonal group": preview("RegionInstanceGroupManagerPatch", {
    instanceGroupManager: "zones/us-central1-a/instanceGroupManagers/web",
    targetSize: 3,
  }),
  "A template of another region": preview("RegionInstanceGroupManagerPatch", {
    ...patch,
    instanceTemplate: "regions/europe-west1/instanceTemplates/t1",
  }),
  "The address of a page of the console": preview("Route", {
    ...route,
    network: "https://console.cloud.google.com/networking/networks/details/default?project=my-project",
  }),
  "A zone that the link contradicts": preview("Snapshot", {
    ...snapshot,
    sourceDisk: "zones/us-central1-f/disks/database",
  }),
  "A zone that is a region": preview("Snapshot", { ...snapshot, zone: "europe-west1" }),
  "A region that is a zone": preview("RegionInstanceGroupManagerPatch", {
    ...patch,
    region: "europe-west1-b",
    targetSize: 3,
  }),
  "A disk by its name alone": preview("Snapshot", { ...snapshot, zone: undefined }),
  "Several wrong labels": preview("Snapshot", { ...snapshot, labels: { Team: "net", "cost centre": "7", env: "Dev" } }),
  "An invalid key": preview("Snapshot", { ...snapshot, snapshotEncryptionKey: { rawKey: "c2hvcnQ=" } }),
  "A template together with versions": preview("RegionInstanceGroupManagerPatch", {
    ...patch,
    instanceTemplate: "t2",
    versions: [{ instanceTemplate: "t1" }],
  }),
  "Versions that all have a size": preview("RegionInstanceGroupManagerPatch", {
    ...patch,
    versions: [
      { name: "stable", instanceTemplate: "t1", targetSize: { percent: 90 } },
      { name: "canary", instanceTemplate: "t2", targetSize: { percent: 10 } },
    ],
  }),
  "Versions without a name": preview("RegionInstanceGroupManagerPatch", {
    ...patch,
    versions: [{ instanceTemplate: "t1" }, { instanceTemplate: "t2", targetSize: { percent: 10 } }],
  }),
  "Two versions of one name": preview("RegionInstanceGroupManagerPatch", {
    ...patch,
    versions: [
      { name: "stable", instanceTemplate: "t1" },
      { name: "stable", instanceTemplate: "t2", targetSize: { percent: 10 } },
    ],
  }),
  "The firewall policy of a project in place of one of an organization": preview("FirewallPolicyIamMember", {
    ...member,
    firewallPolicy: "projects/p/global/firewallPolicies/f",
  }),
  "A hierarchical firewall policy by its short name": preview("FirewallPolicyIamMember", {
    ...member,
    firewallPolicy: "baseline",
  }),
  "A member without its type": preview("FirewallPolicyIamMember", { ...member, member: "jane@example.com" }),
  "A member whose type has other letters": preview("FirewallPolicyIamMember", {
    ...member,
    member: "ServiceAccount:ci@my-project.iam.gserviceaccount.com",
  }),
  "A role without its prefix": preview("FirewallPolicyIamMember", { ...member, role: "viewer" }),
  "A deletion policy of another provider": preview("Route", { ...route, deletionPolicy: "KEEP" }),
  "Adoption without a name": preview("Route", { ...route, name: undefined, adoptExisting: true }),
  "A timeout without its unit": declare(gce.Route, route, { customTimeouts: { create: "20" } }),
  "The option `import`": declare(gce.Route, route, { import: "projects/p/global/routes/egress" }),
  "A provider of another package": declare(gce.Route, route, { provider: { getPackage: () => "gcp" } }),
  "An id that is missing": () =>
    captureMessage(Promise.resolve().then(() => gce.Route.get("egress", undefined as unknown as string))),
  "An id that names something else": (lane) => lane.read("Route", "projects/p/zones/z/disks/egress"),
  "A group without its place": (lane) => {
    lane.configure();
    return captureMessage(gce.getManagedInstances({ instanceGroupManager: "web" }));
  },
  "An organization by a number": (lane) => {
    lane.configure();
    return captureMessage(gce.getOrganizationOperations({ parentId: 123456789012 as unknown as string }));
  },
  "Two resources that manage the same member": async (lane) =>
    lane.twice("RegionInstanceGroupManagerPatch", { ...patch, targetSize: 3 }),
  "Two resources of one object": async (lane) => lane.twice("Route", route),
  "Two associations of one name at one policy": async (lane) =>
    lane.twice(
      "NetworkFirewallPolicyAssociation",
      { ...association, attachmentTarget: "one" },
      { ...association, attachmentTarget: "two" },
    ),
};
