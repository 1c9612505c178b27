import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startEmulator, type Emulator } from "../../../emulator/src/index";
import { projectNumber } from "../../../emulator/src/world/projects";
import { OPERATIONS, ROUTES, routeBody, send, type SendOptions } from "./helpers";

const GLOBAL = "/projects/p/global";
const REGION = "projects/p/regions/r";
const DISK = "projects/p/zones/z/disks/d";
const INSTANT = "projects/p/zones/z/instantSnapshots/i";
const GROUP = `${REGION}/instanceGroupManagers/g`;
const ZONAL_GROUP = "projects/p/zones/z/instanceGroupManagers/g";
const POLICY = "projects/p/global/firewallPolicies/a";
const SUBNETWORK = `${REGION}/subnetworks/s`;
const SERVICE = "projects/p/global/backendServices/s";
const ATTACHMENT = `${REGION}/serviceAttachments/a`;

type Sent = Readonly<Record<string, unknown>>;

/** A call with the body that its refusals have in common, as it is or as one of its members. */
interface Call {
  readonly call: string;
  readonly body: Sent;
  readonly member?: string;
}

/** The reason of a refusal, what its message names, and parts of the body that are refused with it. */
type Row = readonly [call: Call, reason: string, names: string, ...sent: readonly Sent[]];

/** One field with each of some values. */
const each = (field: string, ...values: readonly unknown[]) => values.map((value) => ({ [field]: value }));

const rawKey = randomBytes(32).toString("base64");
const rsaEncryptedKey = randomBytes(256).toString("base64");
const snapshotKey = (...keys: readonly Sent[]) => each("snapshotEncryptionKey", ...keys);
const crossProject = "Cross project referencing is not allowed for this resource.";
const hop = (field: string, ...values: readonly string[]) =>
  each(field, ...values).map((sent) => ({ nextHopGateway: undefined, ...sent }));

const template = (name: string) => `global/instanceTemplates/${name}`;
const statefulPolicy = { preservedState: { disks: { data: { autoDelete: "NEVER" } } } };
const rollout = (...policies: readonly Sent[]) => each("updatePolicy", ...policies);
const stateful = (updatePolicy: Sent) => ({ statefulPolicy, updatePolicy });
const rolling = { type: "PROACTIVE", instanceRedistributionType: "NONE" };
const noneMoves = { maxSurge: { fixed: 0 }, maxUnavailable: { fixed: 0 } };

const grant = { role: "roles/viewer", members: ["user:a@example.com"] };
const bindings = (...changes: readonly Sent[]) => changes.map((change) => ({ bindings: [{ ...grant, ...change }] }));
const noMembers = [
  "a@example.com",
  "User:a@example.com",
  "user:a",
  "domain:example",
  "allusers",
  "deleted:user:a@b.com",
];
const onCondition = { bindings: [{ ...grant, condition: { expression: "x" } }] };

const a = { group: "zones/r-a/instanceGroups/a" };
const endpoints = { group: "zones/r-a/networkEndpointGroups/n" };
const rate = { balancingMode: "RATE" };
const backends = (...items: readonly Sent[]) => ({ backends: items });
const internal = { loadBalancingScheme: "INTERNAL", ...backends({ ...a, balancingMode: "UTILIZATION" }) };

const pods = { rangeName: "pods", ipCidrRange: "10.1.0.0/16" };
const ranges = (...secondaryIpRanges: readonly Sent[]) => ({ secondaryIpRanges });
const second = (...others: readonly Sent[]) => others.map((other) => ranges(pods, { rangeName: "x", ...other }));
const renamed = { rangeName: "renamed" };
const free = { ipCidrRange: "10.2.0.0/16" };

const accepted = (...consumerAcceptLists: readonly Sent[]) => ({ consumerAcceptLists });
const consumer = { projectIdOrNum: "q" };
const again = ["q", "projects/q", projectNumber("q")];
const endpointUrl = "projects/q/regions/r/forwardingRules/f";
const networkUrl = "projects/q/global/networks/n";

const noMaps = [
  ...["m", "projects/p/locations/global/certificateMaps/m"],
  "//certificatemanager.googleapis.com/projects/p/locations/europe-west1/certificateMaps/m",
  "//certificatemanager.googleapis.com/projects/p/locations/global/certificateMaps/M",
];

const route = { call: `POST ${ROUTES}`, body: routeBody() };
const snapshot = { call: `POST ${GLOBAL}/snapshots`, body: { name: "s", sourceDisk: DISK } };
const group = { call: `PATCH /${GROUP}`, body: { fingerprint: "CURRENT" } };
const zonalGroup = { call: `PATCH /${ZONAL_GROUP}`, body: { fingerprint: "CURRENT" } };
const association = {
  call: `POST /${POLICY}/addAssociation`,
  body: { name: "b", attachmentTarget: "projects/p/global/networks/default" },
};
const iamPolicy = {
  call: "POST /locations/global/firewallPolicies/123456789/setIamPolicy",
  body: { bindings: [grant], etag: "ACAB", version: 3 },
  member: "policy",
};
const certificateMap = { call: `POST ${GLOBAL}/targetSslProxies/t/setCertificateMap`, body: {} };
const proxy = { call: `POST ${GLOBAL}/targetSslProxies`, body: { name: "new" } };
const disk = { call: "POST /projects/p/zones/z/disks", body: { name: "new" } };
const network = { call: `POST ${GLOBAL}/networks`, body: { name: "n" } };
const firewall = { call: `POST ${GLOBAL}/firewalls`, body: { name: "a" } };
const newService = { call: `POST ${GLOBAL}/backendServices`, body: { name: "a" } };
const service = { call: `PATCH /${SERVICE}`, body: { fingerprint: "CURRENT" } };
const subnetwork = { call: `PATCH /${SUBNETWORK}`, body: { fingerprint: "CURRENT" } };
const attachment = { call: `PATCH /${ATTACHMENT}`, body: { fingerprint: "CURRENT" } };

const rows: readonly Row[] = [
  [route, "required", "resource.name", { name: undefined }],
  [route, "required", "resource.network", ...each("network", undefined, "")],
  [route, "required", "resource.destRange", { destRange: undefined }],
  [route, "notFound", "projects/p/global/networks/gone' was not found", { network: "global/networks/gone" }],
  [route, "notFound", "projects/123456789012", { network: "projects/123456789012/global/networks/default" }],
  [route, "notFound", "networks/gone' was not found", ...hop("nextHopNetwork", "global/networks/gone")],
  [route, "notFound", "instances/gone' was not found", ...hop("nextHopInstance", "zones/z/instances/gone")],
  [route, "notFound", "forwardingRules/gone' was not found", ...hop("nextHopIlb", "regions/r/forwardingRules/gone")],
  [route, "notFound", "vpnTunnels/gone' was not found", ...hop("nextHopVpnTunnel", "regions/r/vpnTunnels/gone")],
  [route, "invalid", "resource.name", ...each("name", "R", "1r", "r-", "r".repeat(64))],
  [route, "invalid", "resource.network", ...each("network", "default", "global/routes/default")],
  [route, "invalid", "resource.network", { network: "https://example.com/projects/p/global/networks/default" }],
  [route, "invalid", crossProject, { network: "projects/host/global/networks/default" }],
  [route, "invalid", crossProject, ...hop("nextHopInstance", "projects/host/zones/z/instances/vm")],
  [route, "invalid", "10.0.0.0/8", { destRange: "10.0.0.1/8" }],
  [route, "invalid", "2001:db8::/32", { destRange: "2001:db8::1/32" }],
  [route, "invalid", "destRange", ...each("destRange", "10.0.0.0", "10.0.0.0/33", "10.0/16")],
  [route, "invalid", "resource.priority", ...each("priority", -1, 65536)],
  [route, "invalid", "resource.tags[1]", { tags: ["ok", "Not-Ok"] }],
  [route, "invalid", "nextHopGateway and nextHopIp", { nextHopIp: "10.0.0.1" }],
  [route, "invalid", "nextHopGateway", ...each("nextHopGateway", "global/gateways/mine", "default-internet-gateway")],
  [route, "invalid", "resource.nextHopIp", ...hop("nextHopIp", "10.0.0", "10.0.0.010")],
  [route, "invalid", "IPv4-mapped", ...hop("nextHopIp", "::ffff:10.0.0.1"), ...hop("nextHopIlb", "::ffff:10.0.0.1")],
  [route, "invalid", "resource.nextHopIlb", ...hop("nextHopIlb", "lb")],
  [route, "invalid", "resource.nextHopInstance", ...hop("nextHopInstance", "vm")],
  [route, "badRequest", "resource.priority", ...each("priority", "100", 1.5)],
  [route, "badRequest", "resource.tags", ...each("tags", "web", [1])],
  [route, "badRequest", "\"nextHopIP\" at 'resource'", { nextHopIP: "10.0.0.1" }],
  [route, "badRequest", "\"tags\" at 'resource.params'", { params: { tags: {} } }],
  [route, "badRequest", "resourceManagerTags", { params: { resourceManagerTags: { a: 1 } } }],
  [route, "badRequest", "next hop", { nextHopGateway: undefined }, ...hop("nextHopHub", "hub")],
  [snapshot, "notFound", "projects/p/zones/z/disks/gone", { sourceDisk: "zones/z/disks/gone" }],
  [snapshot, "invalid", "Exactly one source", { sourceDisk: undefined }],
  [snapshot, "invalid", "sourceDisk and sourceInstantSnapshot", { sourceInstantSnapshot: INSTANT }],
  [snapshot, "invalid", "resource.sourceInstantSnapshot", { sourceDisk: undefined, sourceInstantSnapshot: DISK }],
  [snapshot, "invalid", "RecoveryCheckpoint", { sourceDisk: undefined, sourceDiskForRecoveryCheckpoint: DISK }],
  [snapshot, "invalid", "resource.chainName", { chainName: "-" }],
  [snapshot, "invalid", "resource.snapshotType", { snapshotType: "FAST" }],
  [snapshot, "invalid", "resource.storageLocations[0]", { storageLocations: ["US"] }],
  [snapshot, "invalid", "At most 1 are accepted", { storageLocations: ["us", "eu"] }],
  [snapshot, "invalid", "resource.labels", ...each("labels", { Env: "x" }, { "1a": "x" }, { a: "X" })],
  [snapshot, "invalid", "resource.labels", ...each("labels", { a: "x".repeat(64) }, { ["a".repeat(64)]: "" })],
  [snapshot, "invalid", "not protected", { sourceDiskEncryptionKey: { rawKey } }],
  [snapshot, "invalid", "no source for it", { sourceInstantSnapshotEncryptionKey: { rawKey } }],
  [snapshot, "invalid", "Exactly one of rawKey", ...snapshotKey({ sha256: "x" })],
  [snapshot, "invalid", "rawKey and rsaEncryptedKey", ...snapshotKey({ rawKey, rsaEncryptedKey })],
  [snapshot, "invalid", "32 bytes", ...snapshotKey({ rawKey: rawKey.slice(4) })],
  [snapshot, "invalid", "256 bytes", ...snapshotKey({ rsaEncryptedKey: rawKey })],
  [snapshot, "invalid", "cryptoKeys", ...snapshotKey({ kmsKeyName: "key" })],
  [group, "conditionNotMet", "", ...each("fingerprint", "AAAAAAAAAAA=", null, undefined)],
  [group, "required", "resource.versions[0].instanceTemplate", { versions: [{ name: "a" }] }],
  [group, "required", "resource.instanceTemplate", { instanceTemplate: null, versions: null }],
  [group, "notFound", "instanceTemplates/gone' was not found", { versions: [{ instanceTemplate: template("gone") }] }],
  [group, "notFound", "regions/r/instanceTemplates", { instanceTemplate: "regions/r/instanceTemplates/gone" }],
  [group, "invalid", "resource.autoHealingPolicies", { autoHealingPolicies: [{}, {}] }],
  [group, "invalid", "autoHealingPolicies[0].initialDelaySec", { autoHealingPolicies: [{ initialDelaySec: 3601 }] }],
  [group, "invalid", "resource.standbyPolicy.mode", { standbyPolicy: { mode: "AUTO" } }],
  [group, "invalid", "Only one of fixed and percent", ...rollout({ maxSurge: { percent: 20 } })],
  [group, "invalid", "at least equal to the number of zones", ...rollout({ maxSurge: { fixed: 2 } })],
  [group, "invalid", "10 or more instances", ...rollout({ maxUnavailable: { fixed: null, percent: 20 } })],
  [group, "invalid", "greater than 0", ...rollout(noneMoves)],
  [group, "invalid", "maxSurge must be equal to 0", ...rollout({ replacementMethod: "RECREATE" })],
  [group, "invalid", "unique", { versions: ["a", "b"].map((name) => ({ instanceTemplate: template(name) })) }],
  [group, "invalid", "Exactly one", { versions: [{ instanceTemplate: template("a"), targetSize: { fixed: 1 } }] }],
  [group, "invalid", "resource.baseInstanceName", ...each("baseInstanceName", "B", "x".repeat(59), "x-#-#", "-##")],
  [group, "invalid", "immutable", ...each("distributionPolicy", null, { zones: [{ zone: "zones/r-a" }] })],
  [group, "invalid", "from 0 to 4000", ...each("targetSize", -1, 4_001)],
  [group, "invalid", "resource.name", { name: "other" }],
  [group, "invalid", "you must disable proactive redistribution", stateful({})],
  [group, "invalid", "must be RECREATE", stateful({ ...rolling, replacementMethod: "SUBSTITUTE" })],
  [group, "badRequest", "maxSurge", { maxSurge: {} }],
  [zonalGroup, "invalid", "greater than 0", ...rollout(noneMoves)],
  [zonalGroup, "invalid", "resource.distributionPolicy", { distributionPolicy: { targetShape: "EVEN" } }],
  [zonalGroup, "invalid", "instanceRedistributionType", ...rollout({ instanceRedistributionType: "NONE" })],
  [zonalGroup, "invalid", "must be RECREATE", stateful({ type: "PROACTIVE" })],
  [association, "required", "resource.attachmentTarget", { attachmentTarget: undefined }],
  [association, "notFound", "projects/p/global/networks/gone", { attachmentTarget: "global/networks/gone" }],
  [association, "invalid", "malformed", { attachmentTarget: "default" }],
  [association, "invalid", crossProject, { attachmentTarget: "projects/host/global/networks/default" }],
  [iamPolicy, "aborted", "concurrent policy changes", { etag: "AAAA" }],
  [iamPolicy, "required", "policy.etag", { ...onCondition, etag: undefined }],
  [iamPolicy, "required", "members", ...bindings({ members: [] })],
  [iamPolicy, "required", "expression", ...bindings({ condition: { title: "t" } })],
  [iamPolicy, "required", "service", { auditConfigs: [{ auditLogConfigs: [] }] }],
  [iamPolicy, "invalid", "policy.version", ...each("version", 2, -1), { ...onCondition, version: 1 }],
  [iamPolicy, "invalid", "policy.bindings[0].role", ...bindings({ role: "viewer" })],
  [iamPolicy, "invalid", "logType", { auditConfigs: [{ service: "s", auditLogConfigs: [{ logType: "ALL" }] }] }],
  [iamPolicy, "invalid", "bindings[0].members[0]", ...noMembers.flatMap((member) => bindings({ members: [member] }))],
  [iamPolicy, "badRequest", "rules", { rules: [] }],
  [certificateMap, "conditionNotMet", "Certificate Map or at least 1 SSL certificate must be specified", {}],
  [certificateMap, "invalid", "resource.certificateMap", ...each("certificateMap", ...noMaps)],
  [proxy, "notFound", "backendServices/gone", { service: "global/backendServices/gone" }],
  [proxy, "notFound", "sslCertificates/gone", { sslCertificates: ["global/sslCertificates/gone"] }],
  [proxy, "notFound", "sslPolicies/gone", { sslPolicy: "global/sslPolicies/gone" }],
  [disk, "notFound", "disks/gone", { sourceDisk: "zones/z/disks/gone" }],
  [disk, "notFound", "snapshots/gone", { sourceSnapshot: "global/snapshots/gone" }],
  [disk, "notFound", "instantSnapshots/gone", { sourceInstantSnapshot: "zones/z/instantSnapshots/gone" }],
  [disk, "notFound", "images/gone", { sourceImage: "global/images/gone" }],
  [disk, "notFound", "resourcePolicies/gone", { resourcePolicies: ["regions/z/resourcePolicies/gone"] }],
  [network, "notFound", "networkProfiles/gone", { networkProfile: "global/networkProfiles/gone" }],
  [network, "invalid", "resource.mtu", { mtu: 1299 }],
  [network, "invalid", "resource.routingConfig.routingMode", { routingConfig: { routingMode: "LOCAL" } }],
  [network, "badRequest", "resource.autoCreateSubnetworks", { autoCreateSubnetworks: "false" }],
  // Served by the description alone.
  [firewall, "required", "resource.name", { name: undefined }],
  [firewall, "notFound", "projects/p/global/networks/gone", { network: "global/networks/gone" }],
  [firewall, "invalid", "EGRESS, INGRESS", { direction: "UP" }],
  [firewall, "invalid", crossProject, { network: "projects/host/global/networks/default" }],
  [firewall, "badRequest", "colour", { colour: "red" }],
  [firewall, "badRequest", "priority", { priority: "1" }],
  [firewall, "badRequest", "a list", { allowed: { IPProtocol: "tcp" } }],
  [firewall, "badRequest", "resource.allowed[0]", { allowed: [{ protocol: "tcp" }] }],
  [newService, "invalid", crossProject, backends({ group: "projects/host/zones/z/instanceGroups/g" })],
  [newService, "invalid", "Duplicate instance groups", backends(a, a)],
  [service, "required", "resource.backends[0].group", backends({ description: "none" })],
  [service, "invalid", "UTILIZATION balancing mode is not supported for network endpoint", backends(endpoints)],
  [service, "invalid", "collection 'instanceGroupManagers'.", backends({ group: "zones/z/instanceGroupManagers/g" })],
  [service, "invalid", "Either maxRate or maxRatePerInstance", backends({ ...a, ...rate })],
  [service, "invalid", "Either maxRate or maxRatePerEndpoint", backends({ ...endpoints, ...rate })],
  [service, "invalid", "[0].maxRatePerInstance", backends({ ...endpoints, ...rate, maxRatePerInstance: 1 })],
  [service, "invalid", "backends[0].maxRatePerEndpoint", backends({ ...a, maxRatePerEndpoint: 1 })],
  [service, "invalid", "from 0.1 to 1", ...[0.05, 2].map((capacityScaler) => backends({ ...a, capacityScaler }))],
  [service, "invalid", "The only backend", backends({ ...a, capacityScaler: 0 })],
  [service, "invalid", "must be CONNECTION for an INTERNAL", internal],
  // Of a kind that is served by its description, as of those that are modelled.
  [subnetwork, "conditionNotMet", "", ...each("fingerprint", "AAAAAAAAAAA=", null, undefined)],
  [subnetwork, "required", "secondaryIpRanges[1].rangeName", ranges(pods, free)],
  [subnetwork, "required", "secondaryIpRanges[1].ipCidrRange", ...second({})],
  [subnetwork, "notFound", "networks/other", { network: "global/networks/other" }],
  [
    subnetwork,
    "invalid",
    "Added ranges: [10.2.0.0/16]. Removed ranges: [10.1.0.0/16].",
    ranges({ ...renamed, ...free }),
  ],
  [subnetwork, "invalid", "cannot be modified: 10.2.0.0/16.", ranges({ ...pods, ...free })],
  // It is still in its own way.
  [subnetwork, "invalid", "conflicts with existing subnetwork 's' in region 'r'.", ranges({ ...pods, ...renamed })],
  ...["10.0.128.0/17", "10.0.0.0/8", "10.1.4.0/24"].map((ipCidrRange): Row => [
    subnetwork,
    "invalid",
    `${ipCidrRange} conflicts`,
    ...second({ ipCidrRange }),
  ]),
  [subnetwork, "invalid", "[1].rangeName", ranges(pods, pods), ...second({ ...free, rangeName: "Services" })],
  [subnetwork, "invalid", "[1].ipCidrRange", ...second({ ipCidrRange: "10.2.0.1/16" }, { ipCidrRange: "10.2.0.0" })],
  [subnetwork, "invalid", "At most 170", ranges(...Array.from({ length: 171 }, () => pods))],
  [subnetwork, "invalid", "resource.network", { network: null }],
  [subnetwork, "invalid", "A patch cannot change it.", { ipCidrRange: "10.0.0.0/15" }],
  [subnetwork, "invalid", "resource.purpose", { purpose: "PRIVATE_NAT" }],
  [subnetwork, "invalid", "resource.region", { region: "regions/q" }],
  [subnetwork, "invalid", "resource.privateIpGoogleAccess", { privateIpGoogleAccess: true }],
  [subnetwork, "invalid", "resource.name", { name: "t" }],
  [attachment, "invalid", "Exactly one of projectIdOrNum, networkUrl, endpointUrl", accepted({ connectionLimit: 1 })],
  [attachment, "invalid", "Exactly one of", accepted({ ...consumer, networkUrl })],
  [attachment, "invalid", "only projects", accepted(consumer, { networkUrl })],
  [attachment, "invalid", "resource.consumerRejectLists[0]", { consumerRejectLists: [networkUrl] }],
  [attachment, "invalid", "AcceptLists[1]", ...again.map((project) => accepted(consumer, { projectIdOrNum: project }))],
  [attachment, "invalid", "It is the consumer of 'resource.consumerAcceptLists[0]'.", { consumerRejectLists: ["q"] }],
  [attachment, "invalid", "connectionLimit", accepted({ endpointUrl, connectionLimit: 2 })],
];

/** Requests without such a body: the call, the reason, what the message names, and how else it is sent. */
const calls: readonly (readonly [call: string, reason: string, names: string, options?: SendOptions])[] = [
  ...["foo=1", "alt=json&alt=json", "Alt=json", "max_results=5", "requestId=5f0c9a3e-1111-4222-8333-123456789abc"]
    .concat("filter=name%3Da&filter=name%3Db")
    .map((query) => [`GET ${ROUTES}?${query}`, "badRequest", query.slice(0, query.indexOf("="))] as const),
  ...["alt=media", "prettyPrint=maybe", "maxResults=ten", "maxResults=501", "orderBy=name%20desc"].map(
    (query) => [`GET ${ROUTES}?${query}`, "invalid", query.slice(0, query.indexOf("="))] as const,
  ),
  [`GET ${ROUTES}?fields=items(name`, "invalidParameter", "items(name"],
  [`POST ${OPERATIONS}/o/wait?timeout=5`, "badRequest", "timeout"],
  [`GET /${POLICY}/getAssociation?name=b`, "invalid", "An association with that name does not exist"],
  [`POST /${POLICY}/removeAssociation?name=b`, "invalid", "An association with that name does not exist"],
  [`GET /${POLICY}/getAssociation`, "required", "Required field 'name'"],
  [`GET /${POLICY}/getPacketMirroringRule`, "required", "Required field 'priority'"],
  [`GET /${POLICY}/getPacketMirroringRule?priority=7`, "invalid", "does not contain a rule at priority 7"],
  ["GET /locations/global/firewallPolicies/p/getIamPolicy", "invalid", "regex '^[0-9]{0,20}$'"],
  ["GET /projects/123456789012/global/routes", "notFound", "projects/123456789012"],
  // Not modelled, and not described by what all collections do.
  [`POST ${GLOBAL}/backendServices/s/setSecurityPolicy`, "notImplemented", "backendServices.setSecurityPolicy"],
  [`GET ${ROUTES}?callback=show`, "notImplemented", "callback"],
  [`POST /${POLICY}/addAssociation`, "badRequest", "needs one"],
  ["POST /locations/global/firewallPolicies", "required", "Required field 'parentId'", { body: {} }],
  [`POST ${ROUTES}`, "badRequest", "JSON", { text: "{" }],
  [`POST ${ROUTES}`, "badRequest", "object", { text: "[]" }],
  [`POST ${ROUTES}`, "badRequest", "text/plain", { body: routeBody(), headers: { "content-type": "text/plain" } }],
  ...[{}, { authorization: "Basic abc" }, { authorization: "Bearer " }].map(
    (headers) => [`GET ${ROUTES}`, "authError", "", { token: null, headers }] as const,
  ),
];

const STATUSES: Readonly<Record<string, number>> = {
  ...{ authError: 401, notFound: 404, aborted: 409, conditionNotMet: 412, notImplemented: 501 },
};

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
  const { objects } = emulator;
  objects.put(DISK, {});
  objects.put(INSTANT, { sourceDisk: DISK });
  for (const path of [GROUP, ZONAL_GROUP]) objects.put(path, { targetSize: 3, instanceTemplate: template("one") });
  objects.put(POLICY, {});
  objects.put("locations/global/firewallPolicies/123456789", { shortName: "p" });
  objects.put("projects/p/global/targetSslProxies/t", {});
  objects.put(SUBNETWORK, { network: "global/networks/default", ipCidrRange: "10.0.0.0/16", ...ranges(pods) });
  objects.put(SERVICE, {});
  objects.put(`projects/p/${endpoints.group}`, {});
  objects.put(ATTACHMENT, { connectionPreference: "ACCEPT_MANUAL", ...accepted(consumer) });
  for (const name of ["a", "b"]) objects.put(`projects/p/${template(name)}`, {});
});
afterAll(() => emulator.close());

async function expectRefusal(call: string, options: SendOptions, reason: string, names: string) {
  const [method = "", path = ""] = call.split(" ");
  const { status, text, ...answer } = await send(emulator, method, path, options);
  const sent = JSON.stringify(options);
  expect([status, answer.reason], sent).toEqual([STATUSES[reason] ?? 400, reason]);
  expect(answer.message, sent).toContain(names);
  expect(text).not.toContain(rawKey.slice(4, 20));
}

it.each([...new Set(rows.map(([call]) => call))])(
  "$call refuses what the service refuses, and changes nothing",
  async (asked) => {
    const { call, body, member } = asked;
    const isUnderFingerprint = "fingerprint" in body;
    for (const [, reason, names, ...parts] of rows.filter(([each]) => each === asked)) {
      for (const part of parts) {
        const { fingerprint } = (isUnderFingerprint && emulator.objects.get(call.replace("PATCH /", ""))) || {};
        const content = { ...body, ...(isUnderFingerprint ? { fingerprint } : {}), ...part };
        await expectRefusal(call, { body: member === undefined ? content : { [member]: content } }, reason, names);
      }
    }
    expect(emulator.operations()).toEqual([]);
  },
);

it.each(calls.map(([call, reason, names, options = {}]) => ({ call, reason, names, options })))(
  "$call is refused as $reason",
  ({ call, options, reason, names }) => expectRefusal(call, options, reason, names),
);

it("takes a network by the number of its project, and sources and load balancers of other projects", async () => {
  for (const path of ["zones/z/disks/d", "regions/r/forwardingRules/lb"])
    emulator.objects.put(`projects/host/${path}`, {});
  const network = `projects/${emulator.projectNumber("p")}/global/networks/default`;
  const [nextHop] = hop("nextHopIlb", "projects/host/regions/r/forwardingRules/lb");
  const snapshot = { name: "s", sourceDisk: "projects/host/zones/z/disks/d" };
  expect((await send(emulator, "POST", ROUTES, { body: { ...routeBody(), ...nextHop, network } })).status).toBe(200);
  expect((await send(emulator, "POST", `${GLOBAL}/snapshots`, { body: snapshot })).status).toBe(200);
});

it.each([`${GLOBAL}/router`, `${ROUTES}/`, `${ROUTES}/r/x`, `${GLOBAL}/Routes`])(
  "a path that is not there is answered by the front end, in HTML: %s",
  async (path) => {
    const { status, headers } = await send(emulator, "GET", path);
    expect([status, headers.get("content-type")]).toEqual([404, expect.stringContaining("text/html")]);
  },
);
