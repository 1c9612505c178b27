import type { Emulator } from "../../../emulator/src/index";
import { descendantsOf, isRunning, kill, type RunningProcess } from "../../support/processTree";
import type { SeededRandom } from "../../support/seededRandom";
import { ended, type Run } from "../../support/stack";
import type { World } from "./world";

/** Whom `kill -9` hits. */
export type Victim = "provider" | "language host" | "CLI";

/** What has just reached the service. */
export const moments = ["mutation sent", "operation running", "read-back"] as const;
export type Moment = (typeof moments)[number];

export interface Crash {
  readonly victim: Victim;
  readonly moment: Moment;
  /** At the how manieth of such requests it happens. */
  readonly count: number;
}

/** A crash at a point that the seed chooses. */
export function chooseCrash(random: SeededRandom, victim: Victim): Crash {
  return { victim, moment: random.pick(moments), count: random.between(1, 38) };
}

/** Runs `pulumi up`, and kills the victim when the service has seen as much as the crash says. */
export async function upUntil(
  { emulator, stack }: Pick<World, "emulator" | "stack">,
  { victim, moment, count }: Crash,
): Promise<Run & { hit: boolean }> {
  emulator.clearRequests();
  const child = stack.start(["up", "--yes", "--skip-preview", "--non-interactive"]);
  let over = false;
  const end = ended(child).finally(() => {
    over = true;
  });
  const { pid = 0 } = child;
  let hit = false;
  let started: RunningProcess[] = [];
  while (!over && !hit) {
    if (seen(emulator, moment) >= count) {
      started = descendantsOf(pid);
      const targets = victim === "CLI" ? [pid] : started.filter(isVictim(victim)).map((found) => found.pid);
      targets.forEach(kill);
      hit = targets.length > 0;
    } else {
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
  }
  const run = await end;
  await gone(started);
  return { ...run, hit };
}

function isVictim(victim: Victim): (process: RunningProcess) => boolean {
  return ({ command }) =>
    victim === "provider" ? /^\S*node \S*dynamic-provider/.test(command) : /^\S*pulumi-language-nodejs/.test(command);
}

/** How often the service has seen the moment. */
function seen(emulator: Emulator, moment: Moment): number {
  if (moment === "operation running") return emulator.operations().length;
  return emulator
    .requests()
    .filter(({ method, path }) =>
      moment === "read-back"
        ? method === "GET" && /\/(routes|snapshots)\/[^/]+$/.test(path)
        : method !== "GET" && !path.endsWith("/wait"),
    ).length;
}

/** A crash ends our provider process too; the engine's language host lingers, and is none of ours to wait for. */
async function gone(started: readonly RunningProcess[]): Promise<void> {
  const providers = started.filter(isVictim("provider"));
  const deadlineMs = performance.now() + 30_000;
  while (providers.some(({ pid }) => isRunning(pid))) {
    if (performance.now() > deadlineMs) {
      providers.forEach(({ pid }) => {
        kill(pid);
      });
      throw new Error("The provider process went on without its engine.");
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  started.filter(isVictim("language host")).forEach(({ pid }) => {
    kill(pid);
  });
}
