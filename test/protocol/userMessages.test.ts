import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { startKindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { failureOf, plainRoute } from "../support/routeProvider";
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
  region,
  role,
  root,
  theirGroup,
} from "./others";

const route = `${global}/routes/r`;
const snapshot = `${global}/snapshots/s`;

type Change = (emulator: Emulator) => void;

/** The service answers so from now on, to the requests that match. */
const answers =
  (status: number, reason: string, message = "no", match: { method?: string; path?: string } = {}): Change =>
  (emulator) => {
    emulator.fault({ match, times: "always", fault: { kind: "status", status, reason, message } });
  };
const operationFails =
  (code: string, message: string, more: object = {}): Change =>
  (emulator) => {
    emulator.fault({ fault: { kind: "operationError", errors: [{ code, message }], ...more } });
  };
const has =
  (path: string, object: object): Change =>
  (emulator) => {
    emulator.objects.patch(path, { ...object });
  };
const attached = (to: string, name: string, target = network) =>
  has(`${global}/firewallPolicies/${to}`, { associations: [{ name, attachmentTarget: target }] });

interface Row {
  readonly what: string;
  /** What others have at the service, beside what the rows of the kind have. */
  readonly others?: Readonly<Record<string, object>>;
  /** Beside the arguments that the rows of the kind have. */
  readonly args?: Properties;
  readonly timeouts?: Properties;
  /** The step after the create; without it, the create is the step. */
  readonly next?: Properties | "read" | "delete";
  /** Right before the step. */
  readonly change?: Change;
  /** Parts of the message. */
  readonly says: readonly (string | RegExp)[];
  /** The step is no failure: the words are in the log. */
  readonly isLogged?: true;
  /** The step records something, although it fails. */
  readonly isPartial?: true;
}

const plain = plainRoute;
const there = { ...plain, network, priority: 1000 };
const ofDisk = { name: "s", sourceDisk: disk };
const rawKey = randomBytes(32).toString("base64");
const wrappedKey = randomBytes(256).toString("base64");

const guard = { name: "guard", attachmentTarget: "default", firewallPolicy: "a" };
const networks = { ...policies, [`${global}/networks/other`]: {} };

const mapped = { targetSslProxy: "mail", certificateMap: "m" };

const grant = { firewallPolicy: policy, role, member: "user:alice@example.com" };
const grantsOf = (...members: string[]) => ({ [policy]: { iamPolicy: { bindings: [{ role, members }] } } });
const newcomer = "new@my-project.iam.gserviceaccount.com";
const unknownAccount = `Service account ${newcomer} does not exist.`;

const groups = (changes: object = {}) => ({ [group]: { ...theirGroup, ...changes } });
const autoscaled: Change = (emulator) => {
  emulator.objects.put(`${region}/autoscalers/a`, { target: group, autoscalingPolicy: { maxNumReplicas: 20 } });
  emulator.objects.patch(group, { status: { autoscaler: `${root}${region}/autoscalers/a` } });
};
const rollingOut = { instanceTemplate: "two", updatePolicy: { type: "PROACTIVE" } };

const rows: Readonly<Record<string, { others?: Row["others"]; args: Properties; rows: readonly Row[] }>> = {
  Route: {
    args: plain,
    rows: [
      {
        what: "an object that differs",
        others: { [route]: { ...there, priority: 5, tags: ["x"] } },
        args: { adoptExisting: true },
        says: [
          "priority is 5 at the service and 1000 in the program",
          'tags is ["x"] at the service and [] in the program',
        ],
      },
      {
        what: "an adoption",
        others: { [route]: there },
        args: { adoptExisting: true },
        isLogged: true,
        says: ["The resource adopted it, so destroy deletes it"],
      },
      {
        what: "an object in use",
        next: "delete",
        change: answers(400, "resourceInUseByAnotherResource", "used by 'projects/p/global/x/y'"),
        says: ["HTTP 400 resourceInUseByAnotherResource", "projects/p/global/x/y", "It stays recorded"],
      },
      {
        what: "an object to keep",
        args: { deletionPolicy: "PREVENT" },
        next: "delete",
        says: ["deletionPolicy is PREVENT"],
      },
      {
        what: "warnings",
        change: (emulator) => {
          const warnings = [{ code: "NEXT_HOP_NOT_RUNNING", message: "off", data: [{ key: "instance", value: "vm" }] }];
          emulator.fault({ fault: { kind: "resourceWarnings", warnings } });
        },
        isLogged: true,
        says: ['gce:Route "r": NEXT_HOP_NOT_RUNNING: off (instance=vm)'],
      },
    ],
  },
  Snapshot: {
    others: disks,
    args: ofDisk,
    rows: [
      {
        what: "a disk that needs its key",
        others: { [disk]: { diskEncryptionKey: { rawKey } } },
        says: [
          'gce:Snapshot "s": insert failed: HTTP 400 resourceIsEncryptedWithCustomerEncryptionKey',
          "Nothing was created.",
        ],
      },
      {
        what: "a key in a message of the service",
        args: { snapshotEncryptionKey: { rawKey } },
        change: answers(400, "invalid", `Invalid value for field 'rawKey': '${rawKey}'.`),
        says: ["rawKey': '[secret]'"],
      },
      {
        what: "a constraint of the organization",
        next: { labels: { a: "1" } },
        change: answers(412, "conditionNotMet", "Constraint constraints/compute.x violated for project 12", {
          method: "POST",
        }),
        says: [
          /^gce:Snapshot "s": setLabels failed: HTTP 412 conditionNotMet: Constraint constraints\/compute\.x violated for project 12$/,
        ],
      },
      {
        what: "a snapshot that has failed, to take over",
        others: { [snapshot]: { sourceDisk: root + disk, status: "FAILED" } },
        args: { adoptExisting: true },
        says: ["its status is FAILED", "It cannot be taken over."],
      },
      {
        what: "a wrapped key, which proves nothing",
        others: { [snapshot]: { sourceDisk: root + disk, snapshotEncryptionKey: { rawKey } } },
        args: { snapshotEncryptionKey: { rsaEncryptedKey: wrappedKey }, adoptExisting: true },
        says: ["snapshotEncryptionKey is a wrapped key", "It cannot be taken over."],
      },
    ],
  },
  NetworkFirewallPolicyAssociation: {
    others: networks,
    args: guard,
    rows: [
      {
        what: "a network that has another name there",
        change: attached("a", "old"),
        says: [
          'the network is already attached to this policy, under the name "old"',
          "Set that name and adoptExisting: true to take the association over",
        ],
      },
      {
        what: "a name of another network",
        change: attached("a", "guard", `${root}${global}/networks/other`),
        says: [
          'the policy a already has an association of the name "guard", with the network other',
          "Choose another name, or leave it out.",
        ],
      },
      {
        what: "a policy that is busy",
        timeouts: { create: "1s" },
        change: answers(400, "resourceNotReady", "The resource is not ready", { method: "POST" }),
        says: [
          "HTTP 400 resourceNotReady",
          "Nothing was created.",
          "Another change of that resource is running.",
          "raise `customTimeouts`",
        ],
      },
      {
        what: "a network that another policy has taken over",
        next: { name: "other" },
        change: attached("theirs", "t"),
        says: [
          `the network is held by another firewall policy\n  its policy is ${global}/firewallPolicies/theirs`,
          "Set replaceExistingAssociation: true to take the network from that policy",
        ],
      },
      {
        what: "an association that somebody has made again under another name",
        timeouts: { update: "2s" },
        next: { name: "other" },
        change: attached("a", "theirs"),
        says: [
          `it is the association "theirs" of ${global}/firewallPolicies/a`,
          "Set replaceExistingAssociation: true to replace that association, in one step",
        ],
      },
      {
        what: "a policy that may not be read",
        next: "read",
        change: answers(403, "forbidden", "no", { path: "getAssociation$" }),
        says: ["The recorded state is unchanged. The caller needs compute.firewallPolicies.get."],
      },
    ],
  },
  TargetSslProxyCertificateMap: {
    others: proxies,
    args: mapped,
    rows: [
      {
        what: "a proxy that is not there",
        args: { targetSslProxy: "none" },
        says: ['gce:TargetSslProxyCertificateMap "none": setCertificateMap failed: HTTP 404', "Nothing was changed."],
      },
      {
        what: "a proxy without certificates, from which the map cannot go",
        others: { [proxy]: {} },
        next: "delete",
        says: [
          "delete failed: the certificate map cannot be removed, because the proxy has no SSL certificates without it",
          'Give the proxy an SSL certificate first, or keep the map: set deletionPolicy to "RETAIN"',
          "It stays recorded",
        ],
      },
      {
        what: "a map that somebody else has set",
        next: "delete",
        change: has(proxy, { certificateMap: mapNamed("theirs") }),
        isLogged: true,
        says: [
          `the proxy has the certificate map ${mapNamed("theirs")}, which this resource did not set; it is left alone.`,
        ],
      },
      {
        what: "a map to keep",
        args: { deletionPolicy: "PREVENT" },
        next: "delete",
        says: ["Set another deletionPolicy (RESTORE or RETAIN)"],
      },
    ],
  },
  FirewallPolicyIamBinding: {
    args: { firewallPolicy: policy, role, members: ["user:alice@example.com"] },
    rows: [
      {
        what: "principals that lose the role",
        others: grantsOf("user:alice@example.com", "user:carol@example.com"),
        isLogged: true,
        says: ["it took the role from user:carol@example.com: only the members that the program gives have it now."],
      },
      {
        what: "a policy that is too large",
        others: grantsOf("user:carol@example.com"),
        args: { firewallPolicy: policy, role: "roles/x", members: ["user:alice@example.com"] },
        change: (emulator) => {
          emulator.quota({ iamPolicyBytes: 60 });
        },
        says: [
          "at most 60 are accepted",
          /the policy that was sent has \d+ bytes, 2 bindings/,
          "Grant the role to a group in place of its members",
        ],
      },
    ],
  },
  FirewallPolicyIamMember: {
    others: grantsOf("user:carol@example.com"),
    args: grant,
    rows: [
      {
        what: "a service account that stays unknown",
        args: { member: `serviceAccount:${newcomer}` },
        timeouts: { create: "1s" },
        change: answers(400, "badRequest", unknownAccount, { method: "POST" }),
        says: [unknownAccount, "Nothing was changed."],
      },
    ],
  },
  FirewallPolicyIamPolicy: {
    others: grantsOf("user:carol@example.com"),
    args: { firewallPolicy: policy, policyData: { bindings: [] } },
    rows: [
      {
        what: "a policy that somebody else has changed",
        next: "delete",
        change: has(policy, { iamPolicy: { bindings: [{ role, members: ["user:dora@example.com"] }] } }),
        isLogged: true,
        says: ["the policy is no longer the one that this resource set; it is left alone."],
      },
    ],
  },
  RegionInstanceGroupManagerPatch: {
    others: groups(),
    args: { instanceGroupManager: "web" },
    rows: [
      {
        what: "a percentage of a small group",
        others: groups({ targetSize: 9 }),
        args: { updatePolicy: { maxUnavailable: { percent: 20 } } },
        says: ["10 or more instances; this one has 9"],
      },
      {
        what: "nothing to surge or spare",
        others: groups({ updatePolicy: { maxSurge: { fixed: 0 } } }),
        args: { updatePolicy: { maxUnavailable: { fixed: 0 } } },
        says: ["cannot both be 0"],
      },
      {
        what: "a wait that never ends",
        args: { description: "ours", waitForInstances: "UPDATED" },
        says: ["updatePolicy.type is OPPORTUNISTIC"],
      },
      {
        what: "a size that an autoscaler sets",
        args: { targetSize: 14 },
        change: autoscaled,
        says: [
          "targetSize cannot be set, because an autoscaler sets the size of the group",
          `autoscaler ${root}${region}/autoscalers/a, mode ON`,
          "set the mode of its policy to OFF",
        ],
      },
      {
        what: "other zones",
        args: { distributionPolicy: { zones: [{ zone: "us-central1-a" }, { zone: "us-central1-c" }] } },
        says: ["distributionPolicy.zones cannot change", "The group has us-central1-a, us-central1-b"],
      },
      {
        what: "metadata in a message of the service",
        args: { allInstancesConfig: { properties: { metadata: { key: "canary-secret" } } } },
        change: operationFails("BAD", "canary-secret is bad"),
        says: ["[secret] is bad"],
      },
      {
        what: "a rollout that the group's own policy starts",
        others: groups({ updatePolicy: { type: "PROACTIVE" } }),
        args: { instanceTemplate: "two" },
        isLogged: true,
        says: ["can start a rollout to existing instances, if", "so this change starts a rollout"],
      },
      {
        what: "a field that somebody else has changed",
        args: { description: "ours", baseInstanceName: "app" },
        next: { baseInstanceName: "app" },
        change: has(group, { description: "third" }),
        isLogged: true,
        says: ["somebody else has changed description since; the patch leaves the value as it is"],
      },
      {
        what: "instances that are not ready at the deadline",
        args: { ...rollingOut, waitForInstances: "UPDATED" },
        timeouts: { create: "5s" },
        change: (emulator) => {
          emulator.latency({ instancesMs: 600_000 });
          emulator.objects.put(`${group}/managedInstances/web-bad`, {
            currentAction: "CREATING",
            lastAttempt: { errors: { errors: [{ code: "QUOTA_EXCEEDED", message: "no more CPUs" }] } },
          });
        },
        isPartial: true,
        says: [
          "waitForInstances failed: the instances are not UPDATED after",
          /current actions: /,
          /web-bad \([A-Z]+\): QUOTA_EXCEEDED: no more CPUs/,
          "The change is done, and the state records it. To continue to wait, run `pulumi up` again",
        ],
      },
    ],
  },
};

it.each(Object.entries(rows))("a %s says what is wrong, and what to do", async (kind, usual) => {
  const { emulator, provider, inputs, told } = await startKindProvider(kind);
  for (const { what, others, args, timeouts, next, change, says, isLogged, isPartial } of usual.rows) {
    await emulator.reset();
    provider.logs.length = 0;
    for (const [path, object] of Object.entries({ ...usual.others, ...others }))
      emulator.objects.put(path, { ...object });
    const checked = await inputs({ ...usual.args, ...args }, timeouts);
    const news = typeof next === "object" ? await inputs({ ...usual.args, ...next }, timeouts) : {};
    const made = next === undefined ? undefined : await provider.create(checked);
    change?.(emulator);
    const step = (): Promise<unknown> => {
      if (made === undefined) return provider.create(checked);
      if (next === "read") return provider.read(made.id, made.outs);
      if (next === "delete") return provider.delete(made.id, made.outs);
      return provider.update(made.id, made.outs, news);
    };
    let message: string;
    if (isLogged === true) {
      await step();
      message = told().join("\n");
    } else {
      const failure = await failureOf(step());
      message = failure.message;
      expect(failure.partial !== undefined, `what is recorded of ${what}`).toBe(isPartial === true);
      if (failure.partial !== undefined) expect(failure.partial.reasons).toEqual([message]);
    }
    for (const words of says) expect(message, what).toMatch(words);
    // Keys go to the service and into properties, never into texts.
    const texts = [message, ...told(), JSON.stringify(emulator.requests())].join("\n");
    for (const key of [rawKey, wrappedKey]) expect(texts).not.toContain(key);
    expect(message).not.toContain("canary-secret");
  }
});
