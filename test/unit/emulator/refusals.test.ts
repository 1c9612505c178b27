import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addresses } from "../../kinds/address/emulated";
import { startEmulator, type Emulator } from "../../../emulator/src/index";
import { projectNumber } from "../../../emulator/src/world/projects";
import { OPERATIONS, ROUTES, routeBody, send } from "./helpers";

const GLOBAL = "/projects/p/global";
const DISK = "projects/p/zones/z/disks/d";
const INSTANT = "projects/p/zones/z/instantSnapshots/i";
const GROUP = "projects/p/regions/r/instanceGroupManagers/g";
const ZONAL_GROUP = "projects/p/zones/z/instanceGroupManagers/g";
const POLICY = "projects/p/global/firewallPolicies/a";
const rawKey = randomBytes(32).toString("base64");
const rsaEncryptedKey = randomBytes(256).toString("base64");
const hop = { nextHopGateway: undefined };
const crossProject = "Cross project referencing is not allowed for this resource.";
const template = (name: string) => `global/instanceTemplates/${name}`;
const statefulPolicy = { preservedState: { disks: { data: { autoDelete: "NEVER" } } } };
const rolling = { type: "PROACTIVE", instanceRedistributionType: "NONE" };
const SUBNETWORK = "projects/p/regions/r/subnetworks/s";
const SERVICE = "projects/p/global/backendServices/s";
const ATTACHMENT = "projects/p/regions/r/serviceAttachments/a";
const ranges = (...secondaryIpRanges: readonly object[]) => ({ secondaryIpRanges });
const pods = { rangeName: "pods", ipCidrRange: "10.1.0.0/16" };
const group = (name: string) => `zones/r-a/instanceGroups/${name}`;
const backends = (...items: readonly object[]) => ({ backends: items });
const endpoints = "zones/r-a/networkEndpointGroups/n";
const accepted = (...consumerAcceptLists: readonly object[]) => ({ consumerAcceptLists });
const one = { role: "roles/viewer", members: ["user:a@example.com"] };

/** The parts beside the common body, the reason of the refusal, and the names in its message. */
type Row = readonly [sent: Readonly<Record<string, unknown>>, reason: string, names: string];

interface Table {
  readonly call: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The member of the body that the rows are about. Default: the body. */
  readonly member?: string;
  readonly rows: readonly Row[];
}

const tables: readonly Table[] = [
  {
    call: `POST ${ROUTES}`,
    body: routeBody(),
    rows: [
      [{ name: undefined }, "required", "resource.name"],
      [{ network: undefined }, "required", "resource.network"],
      [{ network: "" }, "required", "resource.network"],
      [{ destRange: undefined }, "required", "resource.destRange"],
      ...["R", "1r", "r-", "r".repeat(64)].map((name): Row => [{ name }, "invalid", "resource.name"]),
      [{ network: "default" }, "invalid", "resource.network"],
      [{ network: "https://example.com/projects/p/global/networks/default" }, "invalid", "network"],
      [{ network: "global/routes/default" }, "invalid", "resource.network"],
      [{ network: "global/networks/gone" }, "notFound", "projects/p/global/networks/gone"],
      [{ network: "projects/123456789012/global/networks/default" }, "notFound", "projects/123456789012"],
      [{ network: "projects/host/global/networks/default" }, "invalid", crossProject],
      [{ destRange: "10.0.0.1/8" }, "invalid", "10.0.0.0/8"],
      [{ destRange: "2001:db8::1/32" }, "invalid", "2001:db8::/32"],
      ...["10.0.0.0", "10.0.0.0/33", "10.0/16"].map((destRange): Row => [{ destRange }, "invalid", "destRange"]),
      ...[-1, 65536].map((priority): Row => [{ priority }, "invalid", "resource.priority"]),
      ...["100", 1.5].map((priority): Row => [{ priority }, "badRequest", "resource.priority"]),
      [{ tags: "web" }, "badRequest", "resource.tags"],
      [{ tags: [1] }, "badRequest", "resource.tags[0]"],
      [{ tags: ["ok", "Not-Ok"] }, "invalid", "resource.tags[1]"],
      [{ nextHopIP: "10.0.0.1" }, "badRequest", "\"nextHopIP\" at 'resource'"],
      [{ params: { tags: {} } }, "badRequest", "\"tags\" at 'resource.params'"],
      [{ params: { resourceManagerTags: { a: 1 } } }, "badRequest", "resourceManagerTags"],
      [hop, "badRequest", "next hop"],
      [{ ...hop, nextHopHub: "hub" }, "badRequest", "next hop"],
      [{ nextHopIp: "10.0.0.1" }, "invalid", "nextHopGateway and nextHopIp"],
      [{ nextHopGateway: "global/gateways/mine" }, "invalid", "default-internet-gateway"],
      [{ nextHopGateway: "default-internet-gateway" }, "invalid", "nextHopGateway"],
      ...["10.0.0", "10.0.0.010"].map((nextHopIp): Row => [{ ...hop, nextHopIp }, "invalid", "resource.nextHopIp"]),
      [{ ...hop, nextHopIp: "::ffff:10.0.0.1" }, "invalid", "IPv4-mapped"],
      [{ ...hop, nextHopIlb: "::ffff:10.0.0.1" }, "invalid", "IPv4-mapped"],
      [{ ...hop, nextHopIlb: "lb" }, "invalid", "resource.nextHopIlb"],
      [{ ...hop, nextHopInstance: "vm" }, "invalid", "resource.nextHopInstance"],
      [{ ...hop, nextHopInstance: "projects/host/zones/z/instances/vm" }, "invalid", crossProject],
      [{ ...hop, nextHopNetwork: "global/networks/x" }, "notFound", "networks/x"],
      [
        { ...hop, nextHopInstance: "zones/z/instances/x" },
        "notFound",
        "'projects/p/zones/z/instances/x' was not found",
      ],
      [{ ...hop, nextHopIlb: "regions/r/forwardingRules/x" }, "notFound", "forwardingRules/x"],
      [{ ...hop, nextHopVpnTunnel: "regions/r/vpnTunnels/x" }, "notFound", "vpnTunnels/x"],
    ],
  },
  {
    call: `POST ${GLOBAL}/snapshots`,
    body: { name: "s", sourceDisk: DISK },
    rows: [
      [{ sourceDisk: undefined }, "invalid", "Exactly one source"],
      [{ sourceInstantSnapshot: INSTANT }, "invalid", "sourceDisk and sourceInstantSnapshot"],
      [{ sourceDisk: "zones/z/disks/gone" }, "notFound", "projects/p/zones/z/disks/gone"],
      [{ sourceDisk: "d" }, "invalid", "resource.sourceDisk"],
      [{ sourceDisk: undefined, sourceInstantSnapshot: DISK }, "invalid", "resource.sourceInstantSnapshot"],
      [{ sourceDisk: undefined, sourceDiskForRecoveryCheckpoint: DISK }, "invalid", "RecoveryCheckpoint"],
      [{ name: "S" }, "invalid", "resource.name"],
      [{ chainName: "-" }, "invalid", "resource.chainName"],
      [{ snapshotType: "FAST" }, "invalid", "resource.snapshotType"],
      [{ storageLocations: ["US"] }, "invalid", "resource.storageLocations[0]"],
      [{ storageLocations: ["us", "eu"] }, "invalid", "At most 1 are accepted"],
      ...[{ Env: "x" }, { "1a": "x" }, { a: "X" }, { a: "x".repeat(64) }, { [`a${"b".repeat(63)}`]: "" }].map(
        (labels): Row => [{ labels }, "invalid", "resource.labels"],
      ),
      [{ kmsKeyName: "k" }, "badRequest", "kmsKeyName"],
      [{ sourceDiskEncryptionKey: { rawKey } }, "invalid", "not protected"],
      [{ sourceInstantSnapshotEncryptionKey: { rawKey } }, "invalid", "no source for it"],
      [{ snapshotEncryptionKey: { sha256: "x" } }, "invalid", "Exactly one of rawKey"],
      [{ snapshotEncryptionKey: { rawKey, rsaEncryptedKey } }, "invalid", "rawKey and rsaEncryptedKey"],
      [{ snapshotEncryptionKey: { rawKey: rawKey.slice(4) } }, "invalid", "32 bytes"],
      [{ snapshotEncryptionKey: { rsaEncryptedKey: rawKey } }, "invalid", "256 bytes"],
      [{ snapshotEncryptionKey: { kmsKeyName: "key" } }, "invalid", "cryptoKeys"],
    ],
  },
  {
    call: `PATCH /${GROUP}`,
    body: { fingerprint: "CURRENT" },
    rows: [
      ...["AAAAAAAAAAA=", null, undefined].map((fingerprint): Row => [{ fingerprint }, "conditionNotMet", ""]),
      [{ autoHealingPolicies: [{}, {}] }, "invalid", "resource.autoHealingPolicies"],
      [{ autoHealingPolicies: [{ initialDelaySec: 3601 }] }, "invalid", "autoHealingPolicies[0].initialDelaySec"],
      [{ standbyPolicy: { mode: "AUTO" } }, "invalid", "resource.standbyPolicy.mode"],
      [{ updatePolicy: { maxSurge: { percent: 20 } } }, "invalid", "Only one of fixed and percent"],
      [{ updatePolicy: { maxSurge: { fixed: 2 } } }, "invalid", "at least equal to the number of zones"],
      [{ updatePolicy: { maxUnavailable: { fixed: null, percent: 20 } } }, "invalid", "10 or more instances"],
      [{ updatePolicy: { maxSurge: { fixed: 0 }, maxUnavailable: { fixed: 0 } } }, "invalid", "greater than 0"],
      [{ updatePolicy: { replacementMethod: "RECREATE" } }, "invalid", "maxSurge must be equal to 0"],
      [{ versions: ["a", "b"].map((name) => ({ instanceTemplate: template(name) })) }, "invalid", "unique"],
      [{ versions: [{ instanceTemplate: template("a"), targetSize: { fixed: 1 } }] }, "invalid", "Exactly one"],
      [{ versions: [{ name: "a" }] }, "required", "resource.versions[0].instanceTemplate"],
      [{ instanceTemplate: null, versions: null }, "required", "resource.instanceTemplate"],
      ...["B", "x".repeat(59), "x-#-#", "-##"].map((baseInstanceName): Row => [
        { baseInstanceName },
        "invalid",
        "resource.baseInstanceName",
      ]),
      [{ distributionPolicy: { zones: [{ zone: "zones/r-a" }] } }, "invalid", "Zone configuration is immutable"],
      [{ distributionPolicy: null }, "invalid", "immutable"],
      [{ targetSize: -1 }, "invalid", "resource.targetSize"],
      [{ name: "other" }, "invalid", "resource.name"],
      [
        { versions: [{ instanceTemplate: template("gone") }] },
        "notFound",
        "global/instanceTemplates/gone' was not found",
      ],
      [{ instanceTemplate: "regions/r/instanceTemplates/gone" }, "notFound", "regions/r/instanceTemplates/gone"],
      [{ autoHealingPolicies: [{ healthCheck: "global/healthChecks/gone" }] }, "notFound", "healthChecks/gone"],
      [{ targetPools: ["regions/r/targetPools/gone"] }, "notFound", "targetPools/gone"],
      [
        { resourcePolicies: { workloadPolicy: "regions/r/resourcePolicies/gone" } },
        "notFound",
        "resourcePolicies/gone",
      ],
      [{ statefulPolicy }, "invalid", "you must disable proactive redistribution"],
      [
        { statefulPolicy, updatePolicy: { ...rolling, replacementMethod: "SUBSTITUTE" } },
        "invalid",
        "must be RECREATE",
      ],
      [{ maxSurge: {} }, "badRequest", "maxSurge"],
    ],
  },
  {
    call: `PATCH /${ZONAL_GROUP}`,
    body: { fingerprint: "CURRENT" },
    rows: [
      ...["AAAAAAAAAAA=", null, undefined].map((fingerprint): Row => [{ fingerprint }, "conditionNotMet", ""]),
      [{ updatePolicy: { maxSurge: { fixed: 0 }, maxUnavailable: { fixed: 0 } } }, "invalid", "greater than 0"],
      [{ updatePolicy: { replacementMethod: "RECREATE" } }, "invalid", "maxSurge must be equal to 0"],
      [{ instanceTemplate: "regions/r/instanceTemplates/gone" }, "notFound", "regions/r/instanceTemplates/gone"],
      [{ distributionPolicy: { targetShape: "EVEN" } }, "invalid", "resource.distributionPolicy"],
      [{ updatePolicy: { instanceRedistributionType: "NONE" } }, "invalid", "instanceRedistributionType"],
      [{ statefulPolicy, updatePolicy: { type: "PROACTIVE" } }, "invalid", "must be RECREATE"],
    ],
  },
  {
    call: `POST /${POLICY}/addAssociation`,
    body: { name: "b", attachmentTarget: "projects/p/global/networks/default" },
    rows: [
      [{ name: undefined }, "required", "resource.name"],
      [{ attachmentTarget: undefined }, "required", "resource.attachmentTarget"],
      [{ attachmentTarget: "default" }, "invalid", "malformed"],
      [{ attachmentTarget: "global/networks/gone" }, "notFound", "projects/p/global/networks/gone"],
      [{ attachmentTarget: "projects/host/global/networks/default" }, "invalid", crossProject],
      [{ target: 1 }, "badRequest", "target"],
    ],
  },
  {
    call: "POST /locations/global/firewallPolicies/123456789/setIamPolicy",
    body: { bindings: [one], etag: "ACAB", version: 3 },
    member: "policy",
    rows: [
      ...[2, -1].map((version): Row => [{ version }, "invalid", "policy.version"]),
      [{ version: 1, bindings: [{ ...one, condition: { expression: "x" } }] }, "invalid", "policy.version"],
      [{ etag: undefined, bindings: [{ ...one, condition: { expression: "x" } }] }, "required", "policy.etag"],
      [{ etag: "AAAA" }, "aborted", "concurrent policy changes"],
      [{ bindings: [{ ...one, role: "viewer" }] }, "invalid", "policy.bindings[0].role"],
      [{ bindings: [{ ...one, members: [] }] }, "required", "members"],
      [{ bindings: [{ ...one, condition: { title: "t" } }] }, "required", "expression"],
      [{ auditConfigs: [{ service: "s", auditLogConfigs: [{ logType: "ALL" }] }] }, "invalid", "logType"],
      [{ auditConfigs: [{ auditLogConfigs: [] }] }, "required", "service"],
      [{ rules: [] }, "badRequest", "rules"],
      ...["a@example.com", "User:a@example.com", "user:a", "domain:example", "allusers", "deleted:user:a@b.com"].map(
        (member): Row => [{ bindings: [{ ...one, members: [member] }] }, "invalid", "policy.bindings[0].members[0]"],
      ),
    ],
  },
  {
    call: `POST ${GLOBAL}/targetSslProxies/t/setCertificateMap`,
    body: {},
    rows: [
      "projects/p/locations/global/certificateMaps/m",
      "//certificatemanager.googleapis.com/projects/p/locations/europe-west1/certificateMaps/m",
      "//certificatemanager.googleapis.com/projects/p/locations/global/certificateMaps/M",
      "m",
    ]
      .map((certificateMap): Row => [{ certificateMap }, "invalid", "resource.certificateMap"])
      .concat([[{}, "conditionNotMet", "Certificate Map or at least 1 SSL certificate must be specified"]]),
  },
  {
    call: `POST ${GLOBAL}/targetSslProxies`,
    body: { name: "new" },
    rows: [
      [{ service: "global/backendServices/gone" }, "notFound", "backendServices/gone"],
      [{ sslCertificates: ["global/sslCertificates/gone"] }, "notFound", "sslCertificates/gone"],
      [{ sslPolicy: "global/sslPolicies/gone" }, "notFound", "sslPolicies/gone"],
    ],
  },
  {
    call: "POST /projects/p/zones/z/disks",
    body: { name: "new" },
    rows: [
      [{ sourceDisk: "zones/z/disks/gone" }, "notFound", "disks/gone"],
      [{ sourceSnapshot: "global/snapshots/gone" }, "notFound", "snapshots/gone"],
      [{ sourceInstantSnapshot: "zones/z/instantSnapshots/gone" }, "notFound", "instantSnapshots/gone"],
      [{ sourceImage: "global/images/gone" }, "notFound", "images/gone"],
      [{ resourcePolicies: ["regions/z/resourcePolicies/gone"] }, "notFound", "resourcePolicies/gone"],
    ],
  },
  {
    call: `POST ${GLOBAL}/networks`,
    body: { name: "n" },
    rows: [
      [{ mtu: 1299 }, "invalid", "resource.mtu"],
      [{ networkProfile: "projects/host/global/networkProfiles/n" }, "invalid", crossProject],
      [{ networkProfile: "global/networkProfiles/gone" }, "notFound", "networkProfiles/gone"],
      [{ routingConfig: { routingMode: "LOCAL" } }, "invalid", "resource.routingConfig.routingMode"],
      [{ autoCreateSubnetworks: "false" }, "badRequest", "resource.autoCreateSubnetworks"],
    ],
  },
  {
    // Served by the description alone.
    call: `POST ${GLOBAL}/firewalls`,
    body: { name: "a" },
    rows: [
      [{ colour: "red" }, "badRequest", "colour"],
      [{ direction: "UP" }, "invalid", "EGRESS, INGRESS"],
      [{ priority: "1" }, "badRequest", "priority"],
      [{ allowed: { IPProtocol: "tcp" } }, "badRequest", "a list"],
      [{ allowed: [{ protocol: "tcp" }] }, "badRequest", "resource.allowed[0]"],
      [{ name: undefined }, "required", "resource.name"],
      [{ network: "global/networks/none" }, "notFound", "projects/p/global/networks/none"],
      [{ network: "projects/host/global/networks/default" }, "invalid", crossProject],
    ],
  },
  {
    call: `POST ${GLOBAL}/backendServices`,
    body: { name: "a" },
    rows: [
      [backends({ group: "projects/host/zones/z/instanceGroups/g" }), "invalid", crossProject],
      [backends({ group: group("a") }, { group: group("a") }), "invalid", "Duplicate instance groups"],
    ],
  },
  {
    call: `PATCH /${SERVICE}`,
    body: { fingerprint: "CURRENT" },
    rows: [
      ...["AAAAAAAAAAA=", null, undefined].map((fingerprint): Row => [{ fingerprint }, "conditionNotMet", ""]),
      [backends({ description: "none" }), "required", "resource.backends[0].group"],
      [backends({ group: group("a") }, { group: group("a") }), "invalid", "backends[1].group"],
      [backends({ group: endpoints }), "invalid", "UTILIZATION balancing mode is not supported for network endpoint"],
      [
        backends({ group: "zones/r-a/instanceGroupManagers/g" }),
        "invalid",
        "Unexpected resource collection 'instanceGroupManagers'.",
      ],
      [backends({ group: group("a"), balancingMode: "RATE" }), "invalid", "Either maxRate or maxRatePerInstance"],
      [backends({ group: endpoints, balancingMode: "RATE" }), "invalid", "Either maxRate or maxRatePerEndpoint"],
      [
        backends({ group: endpoints, balancingMode: "RATE", maxRatePerInstance: 1 }),
        "invalid",
        "backends[0].maxRatePerInstance",
      ],
      [backends({ group: group("a"), maxRatePerEndpoint: 1 }), "invalid", "backends[0].maxRatePerEndpoint"],
      ...[0.05, 2].map((capacityScaler): Row => [
        backends({ group: group("a"), capacityScaler }),
        "invalid",
        "from 0.1 to 1",
      ]),
      [backends({ group: group("a"), capacityScaler: 0 }), "invalid", "The only backend"],
      [
        { loadBalancingScheme: "INTERNAL", ...backends({ group: group("a"), balancingMode: "UTILIZATION" }) },
        "invalid",
        "Balancing mode must be CONNECTION for an INTERNAL backend service.",
      ],
    ],
  },
  {
    call: `PATCH /${SUBNETWORK}`,
    body: { fingerprint: "CURRENT" },
    rows: [
      ...["AAAAAAAAAAA=", null, undefined].map((fingerprint): Row => [{ fingerprint }, "conditionNotMet", ""]),
      [
        ranges({ rangeName: "services", ipCidrRange: "10.2.0.0/16" }),
        "invalid",
        "Cannot add and remove secondary IP ranges in the same request. Added ranges: [10.2.0.0/16]. Removed ranges: [10.1.0.0/16].",
      ],
      [
        ranges({ ...pods, ipCidrRange: "10.3.0.0/16" }),
        "invalid",
        "'resource.secondaryIpRanges[0].ipCidrRange': '10.3.0.0/16'. Existing secondary range cannot be modified: 10.3.0.0/16.",
      ],
      // It is still in its own way.
      [ranges({ ...pods, rangeName: "renamed" }), "invalid", "conflicts with existing subnetwork 's' in region 'r'."],
      ...["10.0.128.0/17", "10.0.0.0/8", "10.1.4.0/24"].map((ipCidrRange): Row => [
        ranges(pods, { rangeName: "x", ipCidrRange }),
        "invalid",
        `${ipCidrRange} conflicts`,
      ]),
      [ranges(pods, pods), "invalid", "secondaryIpRanges[1].rangeName"],
      [ranges(pods, { ipCidrRange: "10.2.0.0/16" }), "required", "secondaryIpRanges[1].rangeName"],
      [
        ranges(pods, { rangeName: "Services", ipCidrRange: "10.2.0.0/16" }),
        "invalid",
        "secondaryIpRanges[1].rangeName",
      ],
      [ranges(pods, { rangeName: "services" }), "required", "secondaryIpRanges[1].ipCidrRange"],
      ...["10.2.0.1/16", "10.2.0.0"].map((ipCidrRange): Row => [
        ranges(pods, { rangeName: "x", ipCidrRange }),
        "invalid",
        "[1].ipCidrRange",
      ]),
      [ranges(...Array.from({ length: 171 }, () => pods)), "invalid", "At most 170"],
      [{ network: "global/networks/other" }, "notFound", "networks/other"],
      [{ network: null }, "invalid", "resource.network"],
      [{ ipCidrRange: "10.0.0.0/15" }, "invalid", "A patch cannot change it."],
      [{ purpose: "PRIVATE_NAT" }, "invalid", "resource.purpose"],
      [{ region: "regions/q" }, "invalid", "resource.region"],
      [{ privateIpGoogleAccess: true }, "invalid", "resource.privateIpGoogleAccess"],
      [{ name: "t" }, "invalid", "resource.name"],
    ],
  },
  {
    call: `PATCH /${ATTACHMENT}`,
    body: { fingerprint: "CURRENT" },
    rows: [
      ...["AAAAAAAAAAA=", null, undefined].map((fingerprint): Row => [{ fingerprint }, "conditionNotMet", ""]),
      [
        { connectionPreference: "ACCEPT_AUTOMATIC" },
        "invalid",
        "Incorrect combination of connection preference with accept and/or reject list",
      ],
      [accepted({ connectionLimit: 1 }), "invalid", "Exactly one of projectIdOrNum, networkUrl, endpointUrl"],
      [accepted({ projectIdOrNum: "q", networkUrl: "projects/q/global/networks/n" }), "invalid", "Exactly one of"],
      [accepted({ projectIdOrNum: "q" }, { networkUrl: "projects/q/global/networks/n" }), "invalid", "only projects"],
      [{ consumerRejectLists: ["projects/q/global/networks/n"] }, "invalid", "resource.consumerRejectLists[0]"],
      ...["q", "projects/q", projectNumber("q")].map((again): Row => [
        accepted({ projectIdOrNum: "q" }, { projectIdOrNum: again }),
        "invalid",
        "AcceptLists[1]",
      ]),
      [{ consumerRejectLists: ["q"] }, "invalid", "It is the consumer of 'resource.consumerAcceptLists[0]'."],
      [
        accepted({ endpointUrl: "projects/q/regions/r/forwardingRules/f", connectionLimit: 2 }),
        "invalid",
        "connectionLimit",
      ],
    ],
  },
  {
    // Described by a test.
    call: "POST /projects/p/regions/r/addresses",
    body: { name: "a" },
    rows: [
      [{ colour: "red" }, "badRequest", "colour"],
      [{ addressType: "PRIVATE" }, "invalid", "addressType"],
      [{ network: "global/networks/none" }, "notFound", "none"],
      [{ name: "taken" }, "alreadyExists", "taken"],
    ],
  },
];

/** Requests that need no body: the call, the reason, and what the message names. */
const calls: readonly (readonly [call: string, reason: string, names: string])[] = [
  ...["foo=1", "alt=json&alt=json", "Alt=json"]
    .concat("max_results=5", "requestId=5f0c9a3e-1111-4222-8333-123456789abc", "filter=name%3Da&filter=name%3Db")
    .map((query) => [`GET ${ROUTES}?${query}`, "badRequest", query.slice(0, query.indexOf("="))] as const),
  ...[
    "alt=media",
    "prettyPrint=maybe",
    "maxResults=ten",
    "maxResults=501",
    "orderBy=priority",
    "orderBy=name%20desc",
    "pageToken=nonsense",
    "filter=nobody%3D1",
  ].map((query) => [`GET ${ROUTES}?${query}`, "invalid", query.slice(0, query.indexOf("="))] as const),
  [`GET ${ROUTES}?fields=items(name`, "invalidParameter", "items(name"],
  [`POST ${OPERATIONS}/o/wait?timeout=5`, "badRequest", "timeout"],
  [`GET /${POLICY}/getAssociation?name=b`, "invalid", "An association with that name does not exist"],
  [`POST /${POLICY}/removeAssociation?name=b`, "invalid", "An association with that name does not exist"],
  [`GET /${POLICY}/getAssociation`, "required", "Required field 'name'"],
  [`GET /${POLICY}/getPacketMirroringRule`, "required", "Required field 'priority'"],
  [`GET /${POLICY}/getPacketMirroringRule?priority=7`, "invalid", "does not contain a rule at priority 7"],
  [`POST /${POLICY}/addAssociation`, "badRequest", "needs one"],
  ["GET /projects/123456789012/global/routes", "notFound", "projects/123456789012"],
  // Not modelled, and not described by what all collections do.
  [`POST ${GLOBAL}/backendServices/s/setSecurityPolicy`, "notImplemented", "backendServices.setSecurityPolicy"],
  ["POST /projects/p/zones/z/instantSnapshots", "notImplemented", "instantSnapshots.insert"],
  ["GET /projects/p/zones", "notImplemented", "zones.list"],
  ["GET /projects/p", "notImplemented", "projects.get"],
  [`GET ${ROUTES}?callback=show`, "notImplemented", "callback"],
];

const STATUSES: Readonly<Record<string, number>> = {
  ...{ notFound: 404, alreadyExists: 409, aborted: 409, conditionNotMet: 412, notImplemented: 501 },
};

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ furtherCollections: [addresses] });
  emulator.objects.put(DISK, {});
  emulator.objects.put(INSTANT, { sourceDisk: DISK });
  emulator.objects.put(GROUP, { targetSize: 3, instanceTemplate: template("one") });
  emulator.objects.put(ZONAL_GROUP, { targetSize: 3, instanceTemplate: template("one") });
  emulator.objects.put(POLICY, {});
  emulator.objects.put("locations/global/firewallPolicies/123456789", { shortName: "p" });
  emulator.objects.put("projects/p/global/targetSslProxies/t", {});
  emulator.objects.put("projects/p/regions/r/addresses/taken", {});
  emulator.objects.put(SUBNETWORK, { network: "global/networks/default", ipCidrRange: "10.0.0.0/16", ...ranges(pods) });
  emulator.objects.put(SERVICE, {});
  emulator.objects.put(`projects/p/${endpoints}`, {});
  emulator.objects.put(ATTACHMENT, { connectionPreference: "ACCEPT_MANUAL", ...accepted({ projectIdOrNum: "q" }) });
  for (const name of ["a", "b"]) emulator.objects.put(`projects/p/global/instanceTemplates/${name}`, {});
});
afterAll(() => emulator.close());

it.each(tables)("$call refuses what the service refuses, and changes nothing", async ({ call, body, member, rows }) => {
  const [method = "", path = ""] = call.split(" ");
  for (const [sent, reason, names] of rows) {
    const isUnderFingerprint = body.fingerprint !== undefined;
    const { fingerprint } = (isUnderFingerprint && emulator.objects.get(path.slice(1))) || {};
    const content = { ...body, ...(isUnderFingerprint ? { fingerprint } : {}), ...sent };
    const answer = await send(emulator, method, path, { body: member === undefined ? content : { [member]: content } });
    expect([answer.status, answer.reason], JSON.stringify(sent)).toEqual([STATUSES[reason] ?? 400, reason]);
    expect(answer.message, JSON.stringify(sent)).toContain(names);
    expect(answer.text).not.toContain(rawKey.slice(4, 20));
  }
  expect(emulator.operations()).toEqual([]);
});

it("takes a network by the number of its project, and sources and load balancers of other projects", async () => {
  for (const path of ["zones/z/disks/d", "regions/r/forwardingRules/lb"])
    emulator.objects.put(`projects/host/${path}`, {});
  const network = `projects/${emulator.projectNumber("p")}/global/networks/default`;
  const nextHopIlb = "projects/host/regions/r/forwardingRules/lb";
  const route = { ...routeBody(), ...hop, network, nextHopIlb };
  const snapshot = { name: "s", sourceDisk: "projects/host/zones/z/disks/d" };
  expect((await send(emulator, "POST", ROUTES, { body: route })).status).toBe(200);
  expect((await send(emulator, "POST", `${GLOBAL}/snapshots`, { body: snapshot })).status).toBe(200);
});

it.each(calls)("%s is refused as %s", async (call, reason, names) => {
  const [method = "", path = ""] = call.split(" ");
  const answer = await send(emulator, method, path);
  expect([answer.status, answer.reason]).toEqual([STATUSES[reason] ?? 400, reason]);
  expect(answer.message).toContain(names);
});

it.each(["GET /projects/p/global/router", `GET ${ROUTES}/`, `GET ${ROUTES}/r/x`, "GET /projects/p/global/Routes"])(
  "%s is answered by the front end, in HTML",
  async (call) => {
    const [method = "", path = ""] = call.split(" ");
    const answer = await send(emulator, method, path);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, expect.stringContaining("text/html")]);
  },
);

it.each([
  ["that is not JSON", { text: "{" }, "JSON"],
  ["that is no object", { text: "[]" }, "object"],
  ["of another type", { text: JSON.stringify(routeBody()), headers: { "content-type": "text/plain" } }, "text/plain"],
])("a body %s is refused", async (_what, options, names) => {
  const answer = await send(emulator, "POST", ROUTES, options);
  expect([answer.status, answer.reason]).toEqual([400, "badRequest"]);
  expect(answer.message).toContain(names);
});

it.each([{}, { authorization: "Basic abc" }, { authorization: "Bearer " }])(
  "the credentials %j are refused",
  async (headers) => {
    const answer = await send(emulator, "GET", ROUTES, { token: null, headers });
    expect([answer.status, answer.reason]).toEqual([401, "authError"]);
  },
);
