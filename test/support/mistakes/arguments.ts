import * as gce from "../../../provider/src/index";
import { messageOf, type Kind, type MistakeLane } from "./lane";
import type { Mistake } from "./mistakes";

type Args = Record<string, unknown>;

const route = { name: "egress", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" };
const snapshot = { name: "nightly", sourceDisk: "database", zone: "us-central1-a" };
const patch = { instanceGroupManager: "web", region: "us-central1" };
const member = { firewallPolicy: "123", role: "roles/compute.viewer", member: "user:jane@example.com" };

const preview = (kind: Kind, args: Args) => (lane: MistakeLane) => lane.preview(kind, args);

/* Programs in JavaScript are not held back by the types. */
type Loose = new (name: string, args: unknown, options?: unknown) => unknown;
const declare = (Class: unknown, args: Args, options?: Args) => () =>
  messageOf(Promise.resolve().then(() => new (Class as Loose)("egress", args, options)));

export const argumentMistakes: readonly Mistake[] = [
  {
    title: "A misspelt argument",
    make: preview("Route", { ...route, destRange: undefined, destrange: "10.1.0.0/16" }),
    names: ["destrange"],
    says: ["is not an argument", "Did you mean destRange?", "destRange is required"],
  },
  {
    title: "An argument of `@pulumi/gcp` that has another name here",
    make: preview("Snapshot", { ...snapshot, snapshotEncryptionKey: { kmsKeySelfLink: "k" } }),
    names: ["snapshotEncryptionKey.kmsKeySelfLink"],
    says: ["is not an argument", "Did you mean snapshotEncryptionKey.kmsKeyName?"],
  },
  {
    title: "An argument that is missing",
    make: preview("Route", { ...route, network: undefined }),
    names: ["network"],
    says: ["network is required", "projects/PROJECT/global/networks/NAME"],
  },
  {
    title: "Two next hops",
    make: preview("Route", { ...route, nextHopGateway: "default-internet-gateway" }),
    names: ["nextHop"],
    says: ["nextHopIp", "nextHopGateway", "one"],
  },
  {
    title: "A range with host bits",
    make: preview("Route", { ...route, destRange: "10.1.2.3/16" }),
    names: ["destRange"],
    says: ['"10.1.2.3/16"', "10.1.0.0/16"],
  },
  {
    title: "A name with capitals",
    make: preview("Route", { ...route, name: "Egress_1" }),
    names: ["name"],
    says: ['"Egress_1"', "it has upper-case letters", "1 to 63 characters, lower-case letters"],
  },
  {
    title: "A number out of bounds",
    make: preview("Route", { ...route, priority: -1 }),
    names: ["priority"],
    says: ["a whole number from 0 to 65535", "it is -1"],
  },
  {
    title: "A link to something else",
    make: preview("Route", { ...route, network: "regions/us-central1/subnetworks/default" }),
    names: ["network"],
    says: ["names something else", "projects/PROJECT/global/networks/NAME"],
  },
  {
    title: "A number where the API has an object",
    make: preview("RegionInstanceGroupManagerPatch", { ...patch, updatePolicy: { maxSurge: 3 } }),
    names: ["updatePolicy.maxSurge"],
    says: ["it is 3", "{ fixed: 3 }"],
  },
  {
    title: "A zone that is a region",
    make: preview("Snapshot", { ...snapshot, zone: "europe-west1" }),
    names: ["zone"],
    says: ['it is "europe-west1"', "not a region", "europe-west1-b"],
  },
  {
    title: "A region that is a zone",
    make: preview("RegionInstanceGroupManagerPatch", { ...patch, region: "europe-west1-b", targetSize: 3 }),
    names: ["region"],
    says: ['it is "europe-west1-b"', "not a zone", "such as europe-west1"],
  },
  {
    title: "A disk by its name alone",
    make: preview("Snapshot", { ...snapshot, zone: undefined }),
    names: ["sourceDisk"],
    says: ["a bare name needs a zone", "pulumi config set gcp:zone"],
  },
  {
    title: "Several wrong labels",
    make: preview("Snapshot", { ...snapshot, labels: { Team: "net", "cost centre": "7", env: "Dev" } }),
    names: ["labels"],
    says: ['"Team"', '"cost centre"', 'labels["env"]', '"Dev"', "lower-case letters"],
  },
  {
    title: "An invalid key",
    make: preview("Snapshot", { ...snapshot, snapshotEncryptionKey: { rawKey: "c2hvcnQ=" } }),
    names: ["snapshotEncryptionKey.rawKey"],
    says: ["32 bytes in base64", "it has 5"],
  },
  {
    title: "A template together with versions",
    make: preview("RegionInstanceGroupManagerPatch", {
      ...patch,
      instanceTemplate: "t2",
      versions: [{ instanceTemplate: "t1" }],
    }),
    names: ["instanceTemplate", "versions"],
    says: ["one"],
  },
  {
    title: "The firewall policy of a project in place of one of an organization",
    make: preview("FirewallPolicyIamMember", { ...member, firewallPolicy: "projects/p/global/firewallPolicies/f" }),
    names: ["firewallPolicy"],
    says: ["hierarchical", "locations/global/firewallPolicies/NAME"],
  },
  {
    title: "A member without its type",
    make: preview("FirewallPolicyIamMember", { ...member, member: "jane@example.com" }),
    names: ["member"],
    says: ['"jane@example.com"', "user:jane@example.com"],
  },
  {
    title: "A role without its prefix",
    make: preview("FirewallPolicyIamMember", { ...member, role: "viewer" }),
    names: ["role"],
    says: ['"viewer"', "roles/"],
  },
  {
    title: "A deletion policy of another provider",
    make: preview("Route", { ...route, deletionPolicy: "KEEP" }),
    names: ["deletionPolicy"],
    says: ['it is "KEEP"', "DELETE", "ABANDON", "PREVENT"],
  },
  {
    title: "Adoption without a name",
    make: preview("Route", { ...route, name: undefined, adoptExisting: true }),
    names: ["adoptExisting"],
    says: ["needs name", "the name of the object to take over"],
  },
  {
    title: "A timeout without its unit",
    make: preview("Route", { ...route, __timeouts: { create: "20" } }),
    names: ["customTimeouts.create"],
    says: ['"20"', '"20m"'],
  },
  {
    title: "The option `import`",
    make: declare(gce.Route, route, { import: "projects/p/global/routes/egress" }),
    names: ['gce.Route "egress"', "import"],
    says: ["cannot work", "adoptExisting: true", 'gce.Route.get("egress", "projects/p/global/routes/egress")'],
  },
  {
    title: "A provider of another package",
    make: declare(gce.Route, route, { provider: { getPackage: () => "gcp" } }),
    names: ['gce.Route "egress"', "provider"],
    says: ["a provider of gcp", "new gce.Provider("],
  },
  {
    title: "An id that names something else",
    make: (lane) => lane.read("Route", "projects/p/zones/z/disks/egress"),
    names: ["gce:Route", "projects/p/zones/z/disks/egress"],
    says: ["projects/PROJECT/global/routes/NAME"],
  },
  {
    title: "A group without its place",
    make: (lane) => {
      lane.configure();
      return messageOf(gce.getManagedInstances({ instanceGroupManager: "web" }));
    },
    names: ["gce.getManagedInstances"],
    says: ["zone", "region", "pulumi config set gcp:zone"],
  },
  {
    title: "Two resources that manage the same member",
    make: async (lane) => lane.twice("RegionInstanceGroupManagerPatch", { ...patch, targetSize: 3 }),
    names: ["targetSize"],
    says: ['is managed by "one" too', "Keep it in one of them"],
  },
  {
    title: "Two resources of one object",
    make: async (lane) => lane.twice("Route", route),
    names: ["name", "projects/my-project/global/routes/egress"],
    says: ['gce:Route "one"', "Only one resource can manage an object", "Change name in one of the two, or remove one"],
    note: "A `FirewallPolicyIamPolicy` sets every grant in its policy, and a `FirewallPolicyIamBinding` every member in its role. So the preview also refuses such a resource beside a grant of the same policy or role, even if both say the same.",
  },
];
