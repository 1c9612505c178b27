import { afterEach, expect, it, vi } from "vitest";
import type { ComputeClient } from "../../../provider/src/http/client";
import { Deadline } from "../../../provider/src/http/deadline";
import type { ApiInstanceGroupManager } from "../../../provider/src/compute/endpoints/regionInstanceGroupManagers";
import {
  waitForInstances,
  type InstancesGoal,
} from "../../../provider/src/resources/regionInstanceGroupManagerPatch/definition/instances";

const group = { project: "p", region: "r", name: "web" };
const updated = { isStable: true, versionTarget: { isReached: true } };
const statefulPolicy = { preservedState: { disks: { data: { autoDelete: "NEVER" } } } };

afterEach(() => {
  vi.restoreAllMocks();
});

/** How many looks the wait takes, when the group is so, one look after the other. */
async function looksUntil(goal: InstancesGoal, ...states: ApiInstanceGroupManager[]): Promise<number> {
  vi.spyOn(Deadline.prototype, "sleep").mockResolvedValue();
  let looks = 0;
  const request = () => Promise.resolve(states[Math.min((looks += 1), states.length) - 1]);
  await waitForInstances({ request } as unknown as ComputeClient, group, goal, {
    deadline: Deadline.after(60_000),
    onState: () => undefined,
  });
  return looks;
}

const effective = { stateful: { hasStatefulConfig: true, perInstanceConfigs: { allEffective: true } } };

it.each<[what: string, first: ApiInstanceGroupManager]>([
  [
    "the group says that it has such configuration",
    { status: { ...updated, stateful: { hasStatefulConfig: true, perInstanceConfigs: { allEffective: false } } } },
  ],
  ["false is left out of the answer", { status: { ...updated, stateful: { hasStatefulConfig: true } } }],
  [
    "only the group's policy says so",
    { statefulPolicy, status: { ...updated, stateful: { perInstanceConfigs: { allEffective: false } } } },
  ],
])("UPDATED waits until instances have the state that is theirs, when %s", async (_what, first) => {
  expect(await looksUntil("UPDATED", first, first, { ...first, status: { ...updated, ...effective } })).toBe(3);
  expect(await looksUntil("STABLE", first)).toBe(1);
});

const allInstancesConfig = { properties: { labels: { team: "n" } } };

it.each<[what: string, first: ApiInstanceGroupManager]>([
  ["it says that it is not applied", { status: { ...updated, allInstancesConfig: { effective: false } } }],
  ["false is left out", { status: { ...updated, allInstancesConfig: { currentRevision: "2026" } } }],
  ["only the group's configuration says that there is one", { allInstancesConfig, status: updated }],
])("UPDATED waits until instances have the configuration of all instances, when %s", async (_what, first) => {
  const applied = { currentRevision: "2026", effective: true };
  const then = { ...first, status: { ...updated, allInstancesConfig: applied } };
  expect(await looksUntil("UPDATED", first, first, then)).toBe(3);
  expect(await looksUntil("STABLE", first)).toBe(1);
});

it.each<[what: string, status: ApiInstanceGroupManager]>([
  ["has none", { status: updated }],
  ["has no configuration of all instances", { allInstancesConfig: { properties: { labels: {} } }, status: updated }],
  ["says that it has none", { status: { ...updated, stateful: { hasStatefulConfig: false } } }],
  ["has a policy that keeps nothing", { statefulPolicy: { preservedState: {} }, status: updated }],
  ["has all of it applied", { statefulPolicy, status: { ...updated, ...effective } }],
])("UPDATED does not wait for the state of instances, when the group %s", async (_what, now) => {
  expect(await looksUntil("UPDATED", now)).toBe(1);
});
