import { expect, it } from "vitest";
import { startKindProvider } from "../../support/kindProvider";
import { group, references, region, root, theirGroup } from "../others";
import { startRuns } from "../twoRuns";
import { has, itSays, type Change } from "./rows";

const groups = (changes: object = {}) => ({ ...references, [group]: { ...theirGroup, ...changes } });
const autoscaled: Change = (emulator) => {
  emulator.objects.put(`${region}/autoscalers/a`, { target: group, autoscalingPolicy: { maxNumReplicas: 20 } });
  emulator.objects.patch(group, { status: { autoscaler: `${root}${region}/autoscalers/a` } });
};
const rollingOut = { instanceTemplate: "two", updatePolicy: { type: "PROACTIVE" } };

itSays({
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
        change: (emulator) => {
          const errors = [{ code: "BAD", message: "canary-secret is bad" }];
          emulator.fault({ fault: { kind: "operationError", errors } });
        },
        isPartial: true,
        says: ["[secret] is bad"],
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
        ends: "create",
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
          "The change is done, and the state records it. To continue to wait, run `pulumi up` again, or raise `customTimeouts`.",
        ],
      },
      {
        what: "instances that do not get there in the time that the program gives each",
        args: { ...rollingOut, waitForInstances: "UPDATED", progressDeadlineSec: 1 },
        change: (emulator) => {
          emulator.latency({ instancesMs: 600_000 });
        },
        isPartial: true,
        says: ["no further instance got there in 1s", "run `pulumi up` again, or raise `progressDeadlineSec`."],
      },
    ],
  },
});

const kind = "RegionInstanceGroupManagerPatch";

it("says once that the group's own policy makes a rollout of a change", async () => {
  const others = groups({ updatePolicy: { type: "PROACTIVE" } });
  const { provider, inputs, shownMessages } = await startKindProvider(kind, { others });
  await provider.create(await inputs({ instanceGroupManager: "web", instanceTemplate: "two" }));
  expect(
    shownMessages()
      .join("\n")
      .match(/rollout/g),
  ).toHaveLength(1);
  expect(shownMessages().join("\n")).toContain("can start a rollout to existing instances, if the group's");
});

it("says in the step that a bound of its wait is none, where no preview knows the time of the step", async () => {
  const { provider, inputs, shownMessages } = await startKindProvider(kind, { others: groups() });
  const waiting = { instanceGroupManager: "web", description: "ours", waitForInstances: "STABLE" };
  const checked = await inputs({ ...waiting, progressDeadlineSec: 601 });
  expect(shownMessages()).toEqual([]);
  // A transform of the program has set it, or the program of a plugin.
  provider.createTimeoutSeconds = 600;
  await provider.create(checked);
  expect(shownMessages().join("\n")).toContain(
    "progressDeadlineSec (10m1s) ends no wait, because the deadline of the step (customTimeouts, 10m) ends it after 10m.",
  );
});

const common = { instanceGroupManager: "web", deletionPolicy: "RESTORE" };
const [stays, moves] = [{ targetSize: 4 }, { description: "ours" }];
const firstRun = { one: { ...common, ...stays, ...moves }, other: { ...common, baseInstanceName: "app" } };

it.each([
  { what: "of the program", isGone: false, says: /the earlier value of description is not known[^]*give them as/ },
  {
    what: "that goes",
    isGone: true,
    says: /description is already as the program says[^]*give the value before that as/,
  },
])(
  "a member that moves from a patch $what has not its earlier value in the other one, until `previous` says it",
  async ({ isGone, says }) => {
    const taking = { ...firstRun.other, ...moves };
    const next = { other: taking, ...(!isGone && { one: { ...common, ...stays } }) };
    const others = groups({ targetSize: 2 });
    const { emulator, diff, update, shownMessages } = await startRuns(others, kind, firstRun, next);
    if (!isGone) await diff("one");
    expect(await update("other")).toMatchObject({ previousValues: { baseInstanceName: "web" } });
    if (!isGone) await update("one");
    expect(shownMessages().join("\n")).toMatch(says);
    expect(emulator.objects.get(group)).toMatchObject({ description: "ours", baseInstanceName: "app" });

    Object.assign(next, { other: { ...taking, previous: { description: "theirs" } } });
    expect((await update("other")).previousValues).toEqual({ baseInstanceName: "web", description: "theirs" });
    Object.assign(next, firstRun);
    await update("other");
    expect(emulator.objects.get(group)?.description).toBe("theirs");
  },
);
