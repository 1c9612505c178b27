import { expect, it } from "vitest";
import { canaryToken } from "../../support/routeProvider";
import { SeededRandom, seedsOf } from "../../support/seededRandom";
import { succeeded } from "../../support/routeStack";
import { chooseCrash, upUntil, type Victim } from "./crash";
import { recover } from "./recovery";
import { certificateMap, group, network, proxy, resourceCount, startWorld, type World } from "./world";

/** Declares the rounds of one victim. Two run at a time. */
export function declareRounds(victim: Victim, usualRounds: number): void {
  const lanes = [Promise.resolve(), Promise.resolve()];
  const seeds = seedsOf(usualRounds);
  it.concurrent.each(seeds.map((seed, index) => ({ seed, lane: index % lanes.length })))(
    `a crash of the ${victim}, FAULT_SEED=$seed: nothing lost, nothing leaked`,
    async ({ seed, lane }) => {
      const before = lanes[lane];
      const own = (async () => {
        await before;
        await runRound(victim, seed, seed === seeds[0]);
      })();
      lanes[lane] = own.catch(() => undefined);
      await own;
    },
    // The waiting for the lane counts, too.
    seeds.length * 120_000,
  );
}

/** @param orphansCommand whether it starts the command `orphans` itself: one round of each victim does */
async function runRound(victim: Victim, seed: number, orphansCommand: boolean): Promise<void> {
  const random = new SeededRandom(seed, victim);
  const crash = chooseCrash(random, victim);
  const world = await startWorld(random.between(100, 600), { orphansCommand });
  try {
    const { hit, output } = await upUntil(world, crash);
    expect(hit, `the run was over before the crash:\n${output}`).toBe(true);
    // What a grant or a patch has left cannot be told, so that nobody may take it for nothing.
    if (victim === "provider") expect((await world.orphans()).code, "orphans after the crash").not.toBe(0);
    await recover(world, random, victim === "CLI");
    const recorded = world.stack.managed().map(({ id = "" }) => id);
    const there = world.owned();
    const lost = recorded.filter((id) => /\/(routes|snapshots)\//.test(id) && !there.includes(id));
    const leaked = there.filter((path) => !recorded.includes(path));
    expect({ lost, leaked }).toEqual({ lost: [], leaked: [] });
    await expectInOrder(world);
  } finally {
    await world.close();
  }
}

/** Everything is as the program says, the state knows it, and there is nothing left to do. */
export async function expectInOrder({ stack, emulator, orphans }: World): Promise<void> {
  const { findings, pendingCreates, code } = await orphans();
  expect({ findings, pendingCreates, code }).toEqual({ findings: [], pendingCreates: { ours: 0, others: 0 }, code: 0 });
  emulator.clearRequests();
  succeeded(await stack.up("--expect-no-changes"));
  expect(emulator.requests()).toEqual([]);
  expect(stack.managed()).toHaveLength(resourceCount);
  for (const { id = "", outputs = {}, initErrors = [] } of stack.managed()) {
    expect(outputs, id).not.toHaveProperty("__pending");
    expect(initErrors, id).toEqual([]);
    if (outputs.numericId !== undefined && /\/(routes|snapshots)\//.test(id))
      expect(outputs.numericId, id).toBe(emulator.objects.get(id)?.id);
  }
  expect(emulator.objects.get(proxy)?.certificateMap).toBe(certificateMap);
  expect(emulator.objects.get(group)).toMatchObject({ description: "ours", targetSize: 3 });
  expect(emulator.objects.get(network)?.firewallPolicy).toMatch(/\/a$/);
  const bindings = (
    emulator.objects.get("locations/global/firewallPolicies/123")?.iamPolicy as {
      bindings: { role: string; members: string[] }[];
    }
  ).bindings;
  expect(Object.fromEntries(bindings.map(({ role, members }) => [role, members.length]))).toEqual({
    "roles/theirs": 1,
    "roles/viewer": 5,
    "roles/r0": 1,
    "roles/r1": 1,
    "roles/r2": 1,
    "roles/r3": 1,
  });
  expect([...stack.printed, stack.stateText()].join("\n")).not.toContain(canaryToken);
}
