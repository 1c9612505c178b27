import { afterEach, beforeEach, vi } from "vitest";
import { Controls } from "../../../../emulator/src/controls/controls";
import type { Latency, RolloutRule } from "../../../../emulator/src/index";
import { catalogWith } from "../../../../emulator/src/kinds/catalog";
import { readInstances, type ManagedInstance } from "../../../../emulator/src/kinds/groups/instances";
import { rollOut } from "../../../../emulator/src/kinds/groups/rollout";
import { patchGroup } from "../../../../emulator/src/kinds/groups/settings";
import type { JsonObject } from "../../../../emulator/src/basics/json";
import { World } from "../../../../emulator/src/world/world";

export const GROUP = "projects/p/regions/us-central1/instanceGroupManagers/g";
export const HEALED = [{ healthCheck: "global/healthChecks/h" }];
export const NO_MORE = { code: "QUOTA_EXCEEDED", message: "no more CPUs" };
export const PAUSE_MS = 100;
/** With one zone, the limits may be 1. */
export const distributionPolicy = { zones: [{ zone: "zones/us-central1-a" }] };

export interface Policy {
  readonly method?: string;
  readonly surge: number;
  readonly unavailable: number;
  readonly type?: string;
  readonly action?: string;
  readonly allowed?: string;
}

export function toPolicy({ method = "SUBSTITUTE", surge, unavailable, type = "PROACTIVE", action, allowed }: Policy) {
  return {
    updatePolicy: {
      ...{ type, replacementMethod: method, minimalAction: action ?? "REPLACE" },
      mostDisruptiveAllowedAction: allowed ?? "REPLACE",
      maxSurge: { fixed: surge },
      maxUnavailable: { fixed: unavailable },
    },
  };
}

export const template = (name: string) => ({ instanceTemplate: `global/instanceTemplates/${name}` });

/** A regional group with instances of the template v1, whose instances fail by these rules. */
export function groupWith({
  rules = [] as RolloutRule[],
  size = 3,
  latency = {} as Latency,
  group = {} as JsonObject,
} = {}) {
  const catalog = catalogWith([]);
  const world = new World({ latency, now: Date.now, kinds: catalog });
  const controls = new Controls(world, catalog, { options: undefined, objects: {} });
  controls.objects.put(GROUP, { targetSize: size, ...template("v1"), distributionPolicy, ...group });
  const setRules = (next: readonly RolloutRule[]) => controls.rollouts({ rollouts: next });
  setRules(rules);
  return {
    world,
    controls,
    setRules,
    read: () => world.store.get(GROUP) ?? {},
    /** Changes the group as the API does. */
    patch(patch: JsonObject) {
      world.store.put(GROUP, patchGroup(world.store.get(GROUP) ?? {}, patch, GROUP));
      rollOut(world, GROUP, false);
    },
    staying: () => readInstances(world, GROUP).filter(({ currentAction }) => currentAction !== "DELETING"),
    /** The instances in short: `NONE v1`, or `VERIFYING v2`. */
    instances: () => readInstances(world, GROUP).map(inShort).sort(),
    /** How many instances are done with a template. */
    countDone: (name: string) => readInstances(world, GROUP).filter((one) => inShort(one) === `NONE ${name}`).length,
  };
}

function inShort({ currentAction, version }: ManagedInstance): string {
  return `${currentAction} ${version?.instanceTemplate?.replace(/.*\//, "") ?? "-"}`;
}

/** From now on the tests of a file move the time themselves. */
export function useFakeTimers(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

export const unhealthy: RolloutRule = { instanceTemplate: "/v2$" };
export const broken: RolloutRule = { instanceTemplate: "/v2$", errors: [NO_MORE] };
export const surging = { ...toPolicy({ surge: 1, unavailable: 0 }), autoHealingPolicies: HEALED };
export const v1 = "NONE v1";
export const stable = { status: { isStable: true, versionTarget: { isReached: true } } };
export const unstable = { status: { isStable: false, versionTarget: { isReached: false } } };
