import { describe, expect, it } from "vitest";
import { faces, startFace, type Face } from "../support/faces";
import { startKindProvider } from "../support/kindProvider";
import type { Properties } from "../support/providerProcess";
import { captureFailure } from "../support/routeProvider";
import { disk, disks, group, policy, references, region, role, root, template, theirGroup, global } from "./others";
import type { Emulator } from "../../emulator/src/index";

/*
 * Somebody else changes an object between two runs. An update sends what its preview shows, and no more.
 */

/** An update of a program beside a change of somebody else. */
interface Row {
  readonly what: string;
  readonly kind: string;
  readonly others: Readonly<Record<string, object>>;
  readonly args: Properties;
  /** Somebody else changes it so, after the create. */
  readonly change: (emulator: Emulator) => void;
  /** The state is refreshed before the update. */
  readonly isRefreshed?: true;
  readonly next: Properties;
  readonly ignoreChanges?: readonly string[];
  /** The mutating requests of the update, without what makes each its own. */
  readonly sends: readonly object[];
  /** Parts of the one warning; none where nothing is to be said. */
  readonly says?: readonly string[];
  /** The object after a delete. */
  readonly leaves?: readonly [path: string, object: object];
}

const surge = (fixed: number) => ({ updatePolicy: { maxSurge: { fixed } } });
const grouped = { kind: "RegionInstanceGroupManagerPatch", others: { ...references, [group]: theirGroup } };
const patched = (args: Properties) => ({ instanceGroupManager: "web", deletionPolicy: "RESTORE", ...args });
const theirTemplate = { versions: [{ instanceTemplate: template("t") }], instanceTemplate: template("t") };
const autoscaler = `${region}/autoscalers/a`;
const isAutoscaled = (emulator: Emulator) => {
  emulator.objects.put(autoscaler, { target: group, autoscalingPolicy: { maxNumReplicas: 20 } });
  emulator.objects.patch(group, { status: { autoscaler: `${root}${autoscaler}` }, targetSize: 12 });
};
const canaries = (targetSize: number, name = "t") => ({
  versions: [
    { name: "main", instanceTemplate: template("one") },
    { name: "canary", instanceTemplate: template(name), targetSize: { fixed: targetSize } },
  ],
});
const labelled = (labels: Properties) => ({ name: "s", sourceDisk: disk, labels });
const [alice, bob] = ["user:a@example.com", "user:b@example.com"];
const everybody = (...members: string[]) => ({ bindings: [{ role, members }] });
const isGrantedToo = (emulator: Emulator) => {
  emulator.objects.patch(policy, { iamPolicy: everybody(alice, bob, "user:they@example.com") });
};

const rows: readonly Row[] = [
  {
    what: "a template that was rolled out since",
    ...grouped,
    args: patched({ instanceTemplate: "two", ...surge(5) }),
    change: (emulator) => emulator.objects.patch(group, theirTemplate),
    next: patched({ instanceTemplate: "two", ...surge(6) }),
    sends: [surge(6)],
    says: ["versions (now", "instanceTemplates/t", "`pulumi refresh` shows it"],
    leaves: [group, { ...theirTemplate, updatePolicy: { maxSurge: { fixed: 4 } } }],
  },
  {
    what: "a template that a refresh has shown",
    ...grouped,
    args: patched({ instanceTemplate: "two", ...surge(5) }),
    change: (emulator) => emulator.objects.patch(group, theirTemplate),
    isRefreshed: true,
    next: patched({ instanceTemplate: "two", ...surge(6) }),
    sends: [{ versions: [{ instanceTemplate: template("two") }], ...surge(6) }],
  },
  {
    what: "a size that an autoscaler decides on since",
    ...grouped,
    args: patched({ targetSize: 14, ...surge(5) }),
    change: isAutoscaled,
    next: patched({ targetSize: 14, ...surge(6) }),
    sends: [surge(6)],
    says: ["targetSize (now 12)"],
  },
  {
    what: "a size that the program ignores, after a refresh",
    ...grouped,
    args: patched({ targetSize: 14, ...surge(5) }),
    change: (emulator) => emulator.objects.patch(group, { targetSize: 20 }),
    isRefreshed: true,
    // The engine gives the value of the last run, which is what the refresh has read.
    next: patched({ targetSize: 20, ...surge(6) }),
    ignoreChanges: ["targetSize"],
    sends: [surge(6)],
    leaves: [group, { targetSize: 20, updatePolicy: { maxSurge: { fixed: 4 } } }],
  },
  {
    what: "an ignored member of a list that the program changes",
    ...grouped,
    args: patched(canaries(1)),
    change: (emulator) => emulator.objects.patch(group, canaries(3)),
    next: patched(canaries(1, "two")),
    ignoreChanges: ["versions[1].targetSize"],
    sends: [canaries(3, "two")],
  },
  {
    what: "a label that somebody else has changed",
    kind: "Snapshot",
    others: disks,
    args: labelled({ env: "prod", team: "net" }),
    change: (emulator) =>
      emulator.objects.patch(`${global}/snapshots/s`, {
        labels: { env: "theirs", team: "net", other: "1" },
        labelFingerprint: "theirs",
      }),
    next: labelled({ env: "prod", team: "core" }),
    sends: [{ labels: { env: "theirs", team: "core", other: "1" } }],
    says: ['labels.env (now "theirs")'],
  },
  {
    what: "a member of a binding, which is taken away by name",
    kind: "FirewallPolicyIamBinding",
    others: {},
    args: { firewallPolicy: "123456789", role, members: [alice, bob] },
    change: isGrantedToo,
    next: { firewallPolicy: "123456789", role, members: [alice] },
    sends: [{ policy: everybody(alice) }],
    says: ["it took the role from user:they@example.com: only"],
  },
  {
    what: "a grant beside a whole policy, which is taken away by name",
    kind: "FirewallPolicyIamPolicy",
    others: {},
    args: { firewallPolicy: "123456789", policyData: everybody(alice, bob) },
    change: isGrantedToo,
    next: { firewallPolicy: "123456789", policyData: everybody(alice) },
    sends: [{ policy: everybody(alice) }],
    says: [`it took away ${role} from user:they@example.com: the policy is now`],
  },
];

/** The steps of the engine: a preview of the next program, and the update where something differs. */
async function live(face: Face, row: Row): Promise<void> {
  const { kind, others, args, change, isRefreshed, next, ignoreChanges = [], sends, says = [], leaves } = row;
  const { emulator, provider, nextRun, write } = await startFace(face, kind, { [policy]: {}, ...others });
  const { inputs, failures } = await provider.check({}, write(args));
  expect(failures).toEqual([]);
  const made = await provider.create(inputs);
  change(emulator);
  const olds = isRefreshed ? (await provider.read(made.id, made.outs, inputs)).props : made.outs;
  const news = (await provider.check(inputs, write(next))).inputs;
  emulator.clearRequests();
  provider.logs.length = 0;

  const say = (request: { setIgnorechangesList(list: string[]): unknown }) =>
    void request.setIgnorechangesList([...ignoreChanges]);
  const { changes } = await provider.diff(made.id, olds, news, say);
  const outs = changes ? (await provider.update(made.id, olds, news, say)).outs : olds;
  expect(sentBodies(emulator)).toMatchObject(sends);
  const warnings = provider.logs.filter(({ severity }) => severity === "warning").map(({ message }) => message);
  const matching = warnings.filter((message) => says.length > 0 && says.every((words) => message.includes(words)));
  expect([warnings, matching.length]).toEqual([warnings, says.length > 0 ? 1 : 0]);
  if (says.length === 0) expect(warnings.join("\n")).not.toContain("somebody else has changed");
  // Unseen drift is no difference until a refresh.
  expect((await provider.diff(made.id, outs, news, say)).changes).toBe(false);

  if (leaves === undefined) return;
  await nextRun();
  await provider.delete(made.id, outs);
  expect(emulator.objects.get(leaves[0])).toMatchObject(leaves[1]);
}

/** The bodies of mutating requests, without what says which version they are based on. */
function sentBodies(emulator: Emulator): unknown[] {
  const changes = emulator.requests().filter(({ method, path }) => method !== "GET" && !/\/(wait|list\w+)$/.test(path));
  return changes.map(({ body }) => {
    const { fingerprint, labelFingerprint, ...members } = body as Properties;
    expect(fingerprint ?? labelFingerprint ?? members.policy).toBeDefined();
    return members;
  });
}

describe.each(faces)("an update of a %s sends what its preview shows, beside", (face) => {
  it.each(rows)("$what", (row) => live(face, row));
});

/** The record of a part that a step has begun to send. */
const dueTemplate = { __parts: { instanceTemplate: { due: true } } };

describe("an update that fails", () => {
  /** Right before the update, a refresh has shown a template of somebody else. The patch is lost, and nobody may list operations. */
  async function failToSend() {
    const { emulator, provider, inputs } = await startKindProvider(grouped.kind, grouped);
    const news = await inputs(patched({ instanceTemplate: "two", ...surge(5) }), { update: "8s" });
    const { id, outs } = await provider.create(news);
    emulator.objects.patch(group, theirTemplate);
    const olds = (await provider.read(id, outs, news)).props;
    const denied = { kind: "status", status: 403 } as const;
    emulator.fault({ match: { method: "GET", path: "/operations" }, times: "always", fault: denied });
    emulator.fault({ match: { method: "PATCH" }, times: 100, fault: { kind: "resetBefore" } });
    const { partial } = await captureFailure(provider.update(id, olds, news));
    emulator.clearFaults();
    emulator.fault({ match: { method: "GET", path: "/operations" }, times: "always", fault: denied });
    emulator.clearRequests();
    return { emulator, provider, news, id, recorded: partial?.properties ?? {}, denied };
  }

  it("sends again what it has begun to send, and nothing that others have changed since", async () => {
    const { emulator, provider, news, id, recorded } = await failToSend();
    expect(recorded).toMatchObject({ __pending: [{ action: "patch" }] });
    expect(recorded).toMatchObject(dueTemplate);
    emulator.objects.patch(group, { updatePolicy: { maxSurge: { fixed: 9 } } });
    const { outs } = await provider.update(id, recorded, news);
    expect(sentBodies(emulator)).toEqual([{ versions: [{ instanceTemplate: template("two") }] }]);
    expect(outs).toMatchObject({ ...surge(5), instanceTemplate: template("two") });
    expect(outs).not.toMatchObject(dueTemplate);
  });

  it("keeps the recorded values where it has sent nothing, so that the next preview shows the difference", async () => {
    const { emulator, provider, news, id, recorded, denied } = await failToSend();
    const refreshed = { ...recorded, instanceTemplate: template("t") };
    emulator.fault({ match: { method: "GET", path: "/web$" }, times: "always", fault: denied });
    const { partial } = await captureFailure(provider.update(id, refreshed, news));
    expect(sentBodies(emulator)).toEqual([]);
    expect(partial?.properties).toMatchObject({ instanceTemplate: template("t") });
    expect(partial?.properties).toMatchObject(dueTemplate);
  });
});
