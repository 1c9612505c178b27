import { expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { putObjects } from "../kinds/parts/calls";
import { startKindProvider } from "../support/kindProvider";
import { expectOfficial } from "../support/officialRequests";
import type { Properties } from "../support/providerProcess";
import {
  disk,
  disks,
  global,
  group,
  mapNamed,
  network,
  policies,
  policy,
  proxies,
  proxy,
  role,
  root,
  theirGroup,
} from "./others";

const labels = (values: Properties) => ({ allInstancesConfig: { properties: { labels: values } } });

const [alice, bob, carol] = ["user:alice@example.com", "user:bob@example.com", "user:carol@example.com"];
const condition = { title: "until 2030", expression: "request.time < timestamp('2030-01-01T00:00:00Z')" };
/** The part of a policy that is somebody else's, and has to stay just as it is. */
const theirs = {
  bindings: [
    { role: "roles/compute.orgFirewallPolicyAdmin", members: ["group:admins@example.com"] },
    { role, members: [carol], condition: { expression: "theirs", title: "t", description: "d", location: "l" } },
  ],
  auditConfigs: [{ service: "allServices", auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: [alice] }] }],
};
const othersPolicy = { [policy]: { shortName: "p", iamPolicy: theirs } };
const etag = expect.any(String) as string;

const labelledGroup = { ...theirGroup, ...labels({ team: "them", old: "o" }) };
const fingerprint = expect.any(String) as string;

interface Sent {
  readonly to: string;
  /** Beside the request id. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** For the methods that take none. */
  readonly hasNoRequestId?: true;
}

interface Case {
  readonly title: string;
  /** The objects that others have at the service, beside those that every row has. */
  readonly others?: Readonly<Record<string, object>>;
  readonly args: Properties;
  /** The step after the create: the arguments of an update, or a delete. */
  readonly next?: Properties | "delete";
  /** The change that somebody else makes before that. */
  readonly meanwhile?: (emulator: Emulator) => void;
  /** The one request of the last step that changes something. */
  readonly sends: Sent;
}

/** A whole policy, as it is set. */
const sets = (iamPolicy: object): Sent => ({
  to: "POST firewallPolicies/123456789/setIamPolicy",
  hasNoRequestId: true,
  body: { policy: iamPolicy },
});

const association = { name: "guard", attachmentTarget: "default", firewallPolicy: "a" };

const labelConfig = { "gcp:defaultLabels": '{"team":"net","env":"dev"}', "gcp:addPulumiAttributionLabel": "true" };
const defaultLabels = { "goog-pulumi-provisioned": "true", team: "net" };

const cases: Readonly<Record<string, readonly Case[]>> = {
  Route: [
    {
      title: "tags and priority, although the program leaves them out",
      args: { name: "r", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" },
      sends: {
        to: "POST routes",
        body: { name: "r", network, destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9", tags: [], priority: 1000 },
      },
    },
  ],
  Snapshot: [
    {
      title: "all labels with their fingerprint",
      args: { name: "s", sourceDisk: disk, labels: { a: "1", b: "2" } },
      next: { name: "s", sourceDisk: disk, labels: { a: "3", c: "" } },
      sends: {
        to: "POST snapshots/s/setLabels",
        hasNoRequestId: true,
        body: { labels: { ...defaultLabels, env: "dev", a: "3", c: "" }, labelFingerprint: fingerprint },
      },
    },
  ],
  NetworkFirewallPolicyAssociation: [
    {
      title: "an association with its two fields, and no permission to replace",
      args: association,
      sends: {
        to: "POST firewallPolicies/a/addAssociation",
        body: { name: "guard", attachmentTarget: network },
      },
    },
    ...[network, "a&name=b c+d%2F#ü?"].map((name) => ({
      title: `the name ${name}, as it is, to remove`,
      others: { [`${global}/firewallPolicies/a`]: { associations: [{ name, attachmentTarget: network }] } },
      args: { ...association, name, adoptExisting: true },
      next: "delete" as const,
      sends: { to: "POST firewallPolicies/a/removeAssociation", query: { name } },
    })),
  ],
  TargetSslProxyCertificateMap: [
    {
      title: "the map in its canonical spelling, and nothing else",
      args: {
        targetSslProxy: root + proxy,
        certificateMap: `https://certificatemanager.googleapis.com/v1/${mapNamed("2026-m").slice(36)}`,
      },
      sends: { to: "POST targetSslProxies/mail/setCertificateMap", body: { certificateMap: mapNamed("2026-m") } },
    },
    {
      title: "an empty body to clear the map",
      args: { targetSslProxy: "mail", certificateMap: "m" },
      next: "delete",
      sends: { to: "POST targetSslProxies/mail/setCertificateMap", body: {} },
    },
    {
      title: "the earlier map, to restore it after a swap",
      others: { [proxy]: { certificateMap: mapNamed("theirs") } },
      args: { targetSslProxy: "mail", certificateMap: "m" },
      next: "delete",
      sends: { to: "POST targetSslProxies/mail/setCertificateMap", body: { certificateMap: mapNamed("theirs") } },
    },
  ],
  FirewallPolicyIamBinding: [
    {
      title: "all of the policy under its etag, with the binding",
      others: othersPolicy,
      args: { firewallPolicy: policy, role, members: [alice, bob] },
      sends: sets({ version: 3, etag, ...theirs, bindings: [...theirs.bindings, { role, members: [alice, bob] }] }),
    },
  ],
  FirewallPolicyIamMember: [
    {
      title: "no version where there is no condition, and the etag of no policy",
      others: { [policy]: { shortName: "p" } },
      args: { firewallPolicy: policy, role, member: "user:Alice@Example.com" },
      sends: sets({ etag: "ACAB", bindings: [{ role, members: ["user:Alice@Example.com"] }] }),
    },
    {
      title: "version 3 for a condition, beside the same role without one",
      others: { [policy]: { iamPolicy: { bindings: [{ role, members: [carol] }] } } },
      args: { firewallPolicy: policy, role, member: alice, condition },
      sends: sets({
        version: 3,
        etag,
        bindings: [
          { role, members: [carol] },
          { role, members: [alice], condition },
        ],
      }),
    },
  ],
  RegionInstanceGroupManagerPatch: [
    {
      title: "what differs, with the fingerprint",
      others: { [group]: labelledGroup },
      args: {
        instanceGroupManager: "web",
        description: "ours",
        updatePolicy: { type: "OPPORTUNISTIC", maxSurge: { percent: 20 } },
        distributionPolicy: { zones: [{ zone: "us-central1-b" }, { zone: "us-central1-a" }] },
        ...labels({ env: "dev", old: null }),
      },
      sends: {
        to: "PATCH web",
        body: {
          fingerprint,
          description: "ours",
          updatePolicy: { maxSurge: { percent: 20, fixed: null } },
          ...labels({ env: "dev", old: null }),
        },
      },
    },
    {
      title: "the earlier values with RESTORE, but not what somebody else has changed since, and no zones",
      others: { [group]: labelledGroup },
      args: {
        instanceGroupManager: "web",
        description: "ours",
        baseInstanceName: "app",
        updatePolicy: { maxSurge: { percent: 50 } },
        distributionPolicy: { zones: [{ zone: "us-central1-a" }, { zone: "us-central1-b" }] },
        previous: { distributionPolicy: { zones: [{ zone: "us-central1-c" }] } },
        deletionPolicy: "RESTORE",
      },
      meanwhile: (emulator) => emulator.objects.patch(group, { baseInstanceName: "other" }),
      next: "delete",
      sends: {
        to: "PATCH web",
        body: { fingerprint, description: "theirs", updatePolicy: { maxSurge: { fixed: 4, percent: null } } },
      },
    },
  ],
};

it.each(Object.entries(cases))("what is sent to change a %s", async (kind, rows) => {
  const { emulator, provider, inputs, made } = await startKindProvider(kind, { config: labelConfig });
  for (const { title, others, args, next, meanwhile, sends } of rows) {
    await emulator.reset();
    putObjects(emulator, { ...disks, ...policies, ...proxies, ...others });
    if (next === undefined) await provider.create(await inputs(args));
    else {
      const { id, outs } = await made(args);
      meanwhile?.(emulator);
      if (next === "delete") await provider.delete(id, outs);
      else await provider.update(id, outs, await inputs(next));
    }
    expectOfficial(emulator);
    const changes = emulator.requests().filter(({ method, path }) => method !== "GET" && !path.endsWith("/wait"));
    const { to, query = {}, body, hasNoRequestId } = sends;
    const requestId = hasNoRequestId ? {} : { requestId: expect.stringMatching(uuid) as string };
    const sent = changes.map(({ method, path, query, body }) => ({ to: `${method} ${short(path)}`, body, query }));
    expect(sent, title).toEqual([{ to, body, query: { ...query, ...requestId } }]);
  }
});

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A path without the place of the object. */
function short(path: string): string {
  return path.replace(/^.*\/(global|instanceGroupManagers)\//, "");
}
