import { mergeObject } from "../../basics/json";
import type { Latency } from "../../world/settings/latency";
import type { RolloutRule } from "../../world/settings/rollouts";
import type { World } from "../../world/world";
import { isFailing, wantsFailing } from "./attempts";
import { ABSENT, listBusy, putInstance, readInstances, type ManagedInstance } from "./instances";
import { assign } from "./moves";
import { rollOut } from "./rollout";

/** The groups in which something is still to happen. */
function listRolling({ store, timers }: World): string[] {
  return timers.keys().filter((groupPath) => store.has(groupPath));
}

/** Replaces the rules about instances that fail, and goes on at once with the rollouts that the old or the new ones concern. */
export function setRolloutRules(world: World, rules: readonly RolloutRule[]): void {
  const listConcerned = () =>
    listRolling(world).filter((groupPath) => {
      const group = world.store.get(groupPath) ?? {};
      return wantsFailing(world, group) || listBusy(world, groupPath).some((instance) => isFailing(world, instance));
    });
  const concerned = listConcerned();
  world.rollouts.set(rules);
  for (const groupPath of new Set([...concerned, ...listConcerned()])) {
    // A new rule counts from its start.
    for (const instance of listBusy(world, groupPath)) {
      if (instance.failedAttempts !== undefined)
        putInstance(world, groupPath, mergeObject(instance, { failedAttempts: null }) as ManagedInstance);
    }
    rollOut(world, groupPath);
  }
}

/** Sets how long things take. Rollouts that run go on with another time for each instance; all else keeps its time. */
export function setLatency(world: World, latency: Latency): void {
  const before = world.latency.perInstanceMs;
  world.latency.set(latency);
  if (world.latency.perInstanceMs === before) return;
  for (const groupPath of listRolling(world)) {
    world.timers.cancel(groupPath);
    rollOut(world, groupPath);
  }
}

/** Takes settled instances from a group, those that it wants before others. It makes them again under their names. */
export function loseInstances(world: World, groupPath: string, count: number): void {
  const { upToDate } = assign(world, groupPath, world.store.get(groupPath) ?? {});
  const settled = readInstances(world, groupPath).filter(({ currentAction }) => currentAction === "NONE");
  const byWorth = settled.sort((a, b) => Number(upToDate.has(b.name)) - Number(upToDate.has(a.name)));
  for (const instance of byWorth.slice(0, count)) {
    const lost = mergeObject(instance, { ...ABSENT, currentAction: "RECREATING" });
    putInstance(world, groupPath, lost as ManagedInstance);
  }
  rollOut(world, groupPath);
}
