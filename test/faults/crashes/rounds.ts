import { afterAll, expect, it } from "vitest";
import { canaryToken } from "../../support/routeProvider";
import { SeededRandom, seedsOf } from "../../support/seededRandom";
import { succeeded } from "../../support/routeStack";
import { chooseCrash, upUntil, type Victim } from "./crash";
import { recover } from "./recovery";
import { certificateMap, group, network, proxy, resourceCount, startWorld, type World } from "./world";

/** One line of the table that a run prints in the end. */
interface Round {
  readonly seed: number;
  readonly point: string;
  /** Objects that are at the service right after the crash, and not in the state. */
  left: number;
  adopted: number;
  deleted: number;
  lost: number;
  leaked: number;
  typed: string;
  outcome: "in order" | "FAILED";
}

const nothingYet = { left: 0, adopted: 0, deleted: 0, lost: 0, leaked: 0, typed: "", outcome: "FAILED" } as const;

/** Declares the rounds of one victim, and prints their table when all are over. Two run at a time. */
export function declareRounds(victim: Victim, usualRounds: number): void {
  const rounds: Round[] = [];
  const lanes = [Promise.resolve(), Promise.resolve()];

  const seeds = seedsOf(usualRounds);
  it.concurrent.each(seeds.map((seed, index) => ({ seed, lane: index % lanes.length })))(
    `a crash of the ${victim}, FAULT_SEED=$seed: nothing lost, nothing leaked`,
    async ({ seed, lane }) => {
      const before = lanes[lane];
      const own = (async () => {
        await before;
        await runRound(victim, seed, rounds, seed === seeds[0]);
      })();
      lanes[lane] = own.catch(() => undefined);
      await own;
    },
    // The waiting for the lane counts, too.
    seeds.length * 120_000,
  );

  afterAll(() => {
    console.log(renderRounds(victim, rounds));
  });
}

/** @param orphansCommand whether it starts the command `orphans` itself: one round of each victim does */
async function runRound(victim: Victim, seed: number, rounds: Round[], orphansCommand: boolean): Promise<void> {
  const random = new SeededRandom(seed, victim);
  const crash = chooseCrash(random, victim);
  const round: Round = { seed, point: `${crash.moment} ${String(crash.count)}`, ...nothingYet };
  rounds.push(round);
  const world = await startWorld(random.between(100, 600), { orphansCommand });
  try {
    const { hit, output } = await upUntil(world, crash);
    expect(hit, `the run was over before the crash:\n${output}`).toBe(true);
    const known = new Set(world.stack.managed().map(({ id }) => id));
    round.left = world.owned().filter((path) => !known.has(path)).length;
    // What a grant or a patch has left cannot be told, so that nobody may take it for nothing.
    if (victim === "provider") expect((await world.orphans()).code, "orphans after the crash").not.toBe(0);
    const { typed, adopted, deleted } = await recover(world, random, victim === "CLI");
    Object.assign(round, { adopted: adopted.length, deleted: deleted.length, typed: typed.join(", ") });
    const recorded = world.stack.managed().map(({ id = "" }) => id);
    const there = world.owned();
    const lost = recorded.filter((id) => /\/(routes|snapshots)\//.test(id) && !there.includes(id));
    const leaked = there.filter((path) => !recorded.includes(path));
    Object.assign(round, { lost: lost.length, leaked: leaked.length });
    expect({ lost, leaked }).toEqual({ lost: [], leaked: [] });
    await expectInOrder(world);
    round.outcome = "in order";
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

function renderRounds(victim: Victim, given: readonly Round[]): string {
  const rounds = given.toSorted((one, other) => one.seed - other.seed);
  const total = (key: "left" | "adopted" | "deleted" | "lost" | "leaked") =>
    String(rounds.reduce((sum, round) => sum + round[key], 0));
  const rows = rounds.map((round) => [
    String(round.seed),
    round.point,
    ...([round.left, round.adopted, round.deleted, round.lost, round.leaked] as const).map(String),
    round.outcome,
    round.typed,
  ]);
  const head = ["seed", "at", "unrecorded", "adopted", "deleted", "lost", "leaked", "second up", "what the user typed"];
  const foot = [
    `${String(rounds.length)} rounds`,
    "",
    total("left"),
    total("adopted"),
    total("deleted"),
    total("lost"),
    total("leaked"),
    "",
    "",
  ];
  const table = [head, ...rows, foot];
  const widths = head.map((_title, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return `\nkill -9 of the ${victim} in an up of ${String(resourceCount)} resources\n${table.map(line).join("\n")}\n`;
}
