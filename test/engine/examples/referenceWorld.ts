import type { JsonObject } from "../../../emulator/src/json";

const mine = "projects/my-project";
const shared = "projects/shared-vpc-project";
const template = (name: string) => `${mine}/global/instanceTemplates/${name}`;
const group = { baseInstanceName: "web", targetSize: 4, instanceTemplate: template("stable") };
const proxy = { sslCertificates: [`${mine}/global/sslCertificates/mail`] };
const mirroring = {
  description: "Mirrors all of a test network.",
  priority: 1000,
  action: "mirror",
  direction: "INGRESS",
  match: { srcIpRanges: ["192.0.2.0/24"] },
  securityProfileGroup: "organizations/123456789012/locations/global/securityProfileGroups/mirror",
};
const viewer = { role: "roles/compute.viewer", members: ["user:c@example.com"] };

/** The key of a disk in an example: 32 bytes in base64. */
export const diskKey = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWY=";

/** What the examples of the reference pages refer to, besides the objects of every seeded emulator. */
export const world: Readonly<Record<string, JsonObject>> = {
  [`${mine}/zones/europe-west1-b/disks/database`]: { sizeGb: "20" },
  [`${mine}/zones/europe-west1-b/disks/encrypted`]: { sizeGb: "20", diskEncryptionKey: { rawKey: diskKey } },
  [`${mine}/global/firewallPolicies/perimeter`]: { packetMirroringRules: [mirroring] },
  "projects/security-project/global/firewallPolicies/perimeter": { packetMirroringRules: [mirroring] },
  ...Object.fromEntries(
    ["blue-project", "green-project"].flatMap((project) => [
      [`projects/${project}/global/firewallPolicies/baseline`, {}],
      [`projects/${project}/global/networks/default`, {}],
    ]),
  ),
  [`${mine}/global/networks/mirrored`]: {},
  [`${shared}/global/networks/shared`]: {},
  [`${shared}/global/networks/default`]: {},
  [`${shared}/global/firewallPolicies/baseline`]: {},
  [`${shared}/global/networkProfiles/vpc`]: {},
  [`${mine}/regions/us-central1/instanceGroupManagers/web`]: group,
  [`${mine}/regions/europe-west1/instanceGroupManagers/web`]: group,
  "projects/team-project/regions/us-central1/instanceGroupManagers/web": group,
  "projects/team-project/zones/us-central1-a/instanceGroupManagers/workers": group,
  "projects/mail-project/global/targetSslProxies/mail-proxy": proxy,
  "projects/team-project/zones/us-central1-a/instanceGroupManagers/workers/managedInstances/workers-x": {
    lastAttempt: { errors: { errors: [{ code: "QUOTA_EXCEEDED", message: "The quota is used up." }] } },
  },
  "locations/global/operations/operation-of-a-folder": {
    parentId: "folders/987654321098",
    insertTime: "2026-01-01T00:00:00.000-08:00",
  },
  "locations/global/firewallPolicies/555555555": { shortName: "perimeter" },
};

/** What exists when the last examples of the pages take objects over that are there already. */
export const madeBefore: Readonly<Record<string, JsonObject>> = {
  [`${mine}/global/routes/egress`]: {
    network: `${mine}/global/networks/default`,
    destRange: "0.0.0.0/0",
    nextHopGateway: `${mine}/global/gateways/default-internet-gateway`,
  },
  [`${mine}/global/snapshots/nightly`]: { sourceDisk: `${mine}/zones/europe-west1-b/disks/database` },
  [`${mine}/global/firewallPolicies/baseline-1`]: {
    associations: [{ name: "default", attachmentTarget: `${mine}/global/networks/default` }],
  },
  [`${mine}/global/targetSslProxies/mail-proxy`]: {
    ...proxy,
    certificateMap: `//certificatemanager.googleapis.com/${mine}/locations/global/certificateMaps/mail`,
  },
  "locations/global/firewallPolicies/123456789": {
    iamPolicy: { bindings: [{ ...viewer, members: ["user:auditor@example.com"] }] },
  },
  "locations/global/firewallPolicies/555555555": { iamPolicy: { bindings: [viewer] } },
};

/** The operations that examples wait for, by the region whose group they are about. */
export const operations: Readonly<Record<string, string>> = {
  "operation-1700000000000-5f3a1b2c3d4e5-0a1b2c3d-4e5f6a7b": `${mine}/regions/europe-west1`,
  "operation-1700000000000-5f3a1b2c3d4e5-0a1b2c3d": "projects/team-project/regions/us-central1",
};

/** Outputs of the stacks that the examples refer to, by project and stack. */
export const otherStacks: Readonly<Record<string, JsonObject>> = {
  "network/prod": { networkLink: `${mine}/global/networks/default`, proxyAddress: "10.0.0.9" },
  "identities/prod": {
    deployerEmail: "deployer@build-project.iam.gserviceaccount.com",
    firewallPolicyId: "locations/global/firewallPolicies/123456789",
    firewallPolicyData: { bindings: [viewer] },
    project: "my-project",
    accessToken: "token-of-the-deployer",
  },
  "scanner/prod": { serviceAccountEmail: "scanner@build-project.iam.gserviceaccount.com" },
  "security/prod": { policyLink: `${mine}/global/firewallPolicies/baseline-1` },
  "images/prod": { stableTemplate: template("stable"), nextTemplate: template("next") },
  "database/prod": { diskLink: `${mine}/zones/europe-west1-b/disks/encrypted` },
  "certificates/prod": { certificateMapId: `${mine}/locations/global/certificateMaps/mail` },
  "sites/prod": { city: "Frankfurt" },
  "projects/prod": { networkProject: "my-project" },
  "organization/prod": { organizationId: "organizations/123456789012" },
  "groups/prod": {
    lastOperation: `${mine}/regions/europe-west1/operations/operation-1700000000000-5f3a1b2c3d4e5-0a1b2c3d-4e5f6a7b`,
  },
};
