import * as pulumi from "@pulumi/pulumi";
import * as gce from "../../../provider/src/index";
import { captureMessage, type Kind, type Make, type Mistakes } from "./lane";

type Args = Record<string, unknown>;

const route = { name: "egress", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" };
const snapshot = { name: "nightly", sourceDisk: "database", zone: "us-central1-a" };
const patch = { instanceGroupManager: "web", region: "us-central1" };
const association = { name: "baseline", firewallPolicy: "baseline" };
const member = { firewallPolicy: "123", role: "roles/compute.viewer", member: "user:jane@example.com" };

/** Previews of a kind, of arguments beside those that are right. */
const preview =
  (kind: Kind, right: Args) =>
  (wrong: Args): Make =>
  (lane) =>
    lane.preview(kind, { ...right, ...wrong });
const previewRoute = preview("Route", route);
const previewSnapshot = preview("Snapshot", snapshot);
const previewPatch = preview("RegionInstanceGroupManagerPatch", patch);
const previewMember = preview("FirewallPolicyIamMember", member);

/* Programs in JavaScript are not held back by the types. */
type Loose = new (name: string, args: unknown, options?: unknown) => unknown;
const declare =
  (Class: unknown, args: Args, options?: Args): Make =>
  () =>
    captureMessage(Promise.resolve().then(() => new (Class as Loose)("egress", args, options)));

export const argumentMistakes: Mistakes = {
  "A misspelt argument": previewRoute({ destRange: undefined, destrange: "10.1.0.0/16" }),
  "An argument of `@pulumi/gcp` that has another name here": previewSnapshot({
    snapshotEncryptionKey: { kmsKeySelfLink: "k" },
  }),
  "An argument that is missing": previewRoute({ network: undefined }),
  "Two next hops": previewRoute({ nextHopGateway: "default-internet-gateway" }),
  "A range without a prefix length": previewRoute({ destRange: "10.1.0.0" }),
  "A range with host bits": previewRoute({ destRange: "10.1.2.3/16" }),
  "An empty text for an optional argument": previewRoute({ name: "" }),
  "An Output in a template": previewRoute({ description: `the way to ${String(pulumi.output("x"))}` }),
  "A name with capitals": previewRoute({ name: "Egress_1" }),
  "A number out of bounds": previewRoute({ priority: -1 }),
  "A link to something else": previewRoute({ network: "regions/us-central1/subnetworks/default" }),
  "A network without its place": previewRoute({ network: "networks/default" }),
  "A disk without its collection": previewSnapshot({ sourceDisk: "regions/us-central1/database" }),
  "A health check of no kind": previewPatch({ autoHealingPolicies: [{ healthCheck: "checks/alive" }] }),
  "A balancer that is neither a link nor an address": previewRoute({ nextHopIp: undefined, nextHopIlb: "10.0.0" }),
  "A network of another project": previewRoute({ network: "projects/host/global/networks/shared" }),
  "A number where the API has an object": previewPatch({ updatePolicy: { maxSurge: 3 } }),
  "A percentage where the API has an object": previewPatch({ updatePolicy: { maxUnavailable: "10%" } }),
  "A number where a text belongs": previewMember({ firewallPolicy: 123456789 }),
  "A whole object where its link belongs": previewPatch({
    region: undefined,
    instanceGroupManager: { selfLink: `projects/p/regions/us-central1/instanceGroupManagers/web`, targetSize: 2 },
    targetSize: 3,
  }),
  "A zonal group": previewPatch({
    region: undefined,
    instanceGroupManager: "zones/us-central1-a/instanceGroupManagers/web",
    targetSize: 3,
  }),
  "A template of another region": previewPatch({ instanceTemplate: "regions/europe-west1/instanceTemplates/t1" }),
  "The address of a page of the console": previewRoute({
    network: "https://console.cloud.google.com/networking/networks/details/default?project=my-project",
  }),
  "A zone that the link contradicts": previewSnapshot({ sourceDisk: "zones/us-central1-f/disks/database" }),
  "A zone that is a region": previewSnapshot({ zone: "europe-west1" }),
  "A region that is a zone": previewPatch({ region: "europe-west1-b", targetSize: 3 }),
  "A disk by its name alone": previewSnapshot({ zone: undefined }),
  "Several wrong labels": previewSnapshot({ labels: { Team: "net", "cost centre": "7", env: "Dev" } }),
  "An invalid key": previewSnapshot({ snapshotEncryptionKey: { rawKey: "c2hvcnQ=" } }),
  "A template together with versions": previewPatch({ instanceTemplate: "t2", versions: [{ instanceTemplate: "t1" }] }),
  "Versions that all have a size": previewPatch({
    versions: [
      { name: "stable", instanceTemplate: "t1", targetSize: { percent: 90 } },
      { name: "canary", instanceTemplate: "t2", targetSize: { percent: 10 } },
    ],
  }),
  "Versions without a name": previewPatch({
    versions: [{ instanceTemplate: "t1" }, { instanceTemplate: "t2", targetSize: { percent: 10 } }],
  }),
  "Two versions of one name": previewPatch({
    versions: [
      { name: "stable", instanceTemplate: "t1" },
      { name: "stable", instanceTemplate: "t2", targetSize: { percent: 10 } },
    ],
  }),
  "The firewall policy of a project in place of one of an organization": previewMember({
    firewallPolicy: "projects/p/global/firewallPolicies/f",
  }),
  "A hierarchical firewall policy by its short name": previewMember({ firewallPolicy: "baseline" }),
  "A member without its type": previewMember({ member: "jane@example.com" }),
  "A member whose type has other letters": previewMember({
    member: "ServiceAccount:ci@my-project.iam.gserviceaccount.com",
  }),
  "A role without its prefix": previewMember({ role: "viewer" }),
  "A deletion policy of another provider": previewRoute({ deletionPolicy: "KEEP" }),
  "Adoption without a name": previewRoute({ name: undefined, adoptExisting: true }),
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
