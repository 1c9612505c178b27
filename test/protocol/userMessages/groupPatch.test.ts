import { describe, expect, it } from "vitest";
import { startKindProvider } from "../../support/kindProvider";
import type { Properties } from "../../support/providerProcess";
import { anotherProcess, declared } from "../../support/routeProvider";
import { group, references, region, root, theirGroup } from "../others";
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
          "The change is done, and the state records it. To continue to wait, run `pulumi up` again",
        ],
      },
    ],
  },
});

it("a patch that another takes a part over from says when that one lacks the earlier value", async () => {
  const kind = "RegionInstanceGroupManagerPatch";
  const patch = { instanceGroupManager: "web", baseInstanceName: "app" };
  const earlier = await startKindProvider(kind, { others: groups() });
  const { id, outs } = await earlier.made({ ...patch, description: "ours" });
  // A run whose successor is made before the engine says what is recorded of this one.
  const {
    emulator,
    provider,
    inputs,
    shownMessages: told,
  } = await startKindProvider(kind, {
    others: groups({ baseInstanceName: "app", description: "ours" }),
  });
  const olds = { ...outs, numericId: emulator.objects.get(group)?.id };
  provider.urn = `urn:pulumi:dev::test-project::pulumi-nodejs:dynamic/gce:${kind}::next`;
  const next = await provider.create(await inputs({ instanceGroupManager: "web", description: "next" }));
  expect(next.outs).toMatchObject({ previousValues: { description: "ours" } });
  provider.urn = `urn:pulumi:dev::test-project::pulumi-nodejs:dynamic/gce:${kind}::before`;
  await provider.update(id, olds, await inputs(patch));
  expect(emulator.objects.get(group)).toMatchObject({ description: "next", baseInstanceName: "app" });
  expect(told().join("\n")).toMatch(
    /another resource of the program manages description now[^]*description now does not know the earlier value: give it as `previous: {"description":"theirs"}` there/,
  );
});

describe("a patch that takes over the members of another, which goes", () => {
  const kind = "RegionInstanceGroupManagerPatch";
  const urnOf = (name: string) => `urn:pulumi:dev::test-project::pulumi-nodejs:dynamic/gce:${kind}::${name}`;
  const labels = { allInstancesConfig: { properties: { labels: { team: "a" }, metadata: { key: "ours" } } } };

  /** Both patches as an earlier run has recorded them, and a process that knows neither. */
  async function merged(deletionPolicy: string) {
    const theirs = { allInstancesConfig: { properties: { labels: { team: "blue" }, metadata: { key: "canary" } } } };
    const { emulator, provider, inputs } = await startKindProvider(kind, { others: groups(theirs) });
    const common = { instanceGroupManager: "web", deletionPolicy };
    provider.urn = urnOf("stays");
    const stays = await provider.create(await inputs({ ...common, baseInstanceName: "app" }));
    provider.urn = urnOf("goes");
    const goes = await provider.create(await inputs({ ...common, description: "ours", ...labels }));
    const next = await anotherProcess(emulator);
    const update = async (olds: Properties, args: Properties) => {
      next.urn = urnOf("stays");
      const { inputs: news } = await next.check({}, declared(kind, { ...common, ...args }));
      await next.diff(stays.id, olds, news);
      return (await next.update(stays.id, olds, news)).outs;
    };
    const outs = await update(stays.outs, { baseInstanceName: "app", description: "ours", ...labels });
    next.urn = urnOf("goes");
    await next.delete(goes.id, goes.outs);
    const told = next.logs.filter(({ severity }) => severity === "warning").map(({ message }) => message);
    return { emulator, update, outs, told: told.join("\n") };
  }

  it.each(["RESTORE", "RETAIN"])("says the earlier values that only it knows, with %s", async (deletionPolicy) => {
    const { told, outs, update, emulator } = await merged(deletionPolicy);
    expect(told).toContain('give it as `previous: {"description":"theirs"}` there');
    expect(told).toContain(
      "The values of allInstancesConfig.properties.labels.team, allInstancesConfig.properties.metadata.key are not shown: " +
        "the state before this run has them as `previousValues` of this resource.",
    );
    expect(told).not.toMatch(/canary|blue/);
    expect(outs.__unknown).toContain("description");
    expect(outs.__unknown).not.toContain("*");
    const learnt = await update(outs, {
      baseInstanceName: "app",
      description: "ours",
      ...labels,
      previous: { description: "theirs" },
    });
    expect(learnt.previousValues).toMatchObject({ baseInstanceName: "web", description: "theirs" });
    await update(learnt, { baseInstanceName: "app" });
    expect(emulator.objects.get(group)?.description).toBe("theirs");
  });
});
