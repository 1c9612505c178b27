import type { Finding } from "../../../provider/src/cli/orphans/report";
import type { Step } from "../../../provider/src/cli/orphans/steps";
import { canaryToken } from "../../support/routeProvider";
import type { SeededRandom } from "../../support/seededRandom";
import type { Adopted, World } from "./world";

/** Longest that a user tries before giving up. */
const mostRounds = 8;

/**
 * Does what a user does next: what the CLI asks for, and the steps that `orphans` and our own errors name. The state is
 * never edited by hand.
 */
export async function recover(world: World, random: SeededRandom, cliWasKilled: boolean): Promise<void> {
  const adopted: Adopted = {};
  if (cliWasKilled) await world.stack.mustSucceed(["cancel", "--yes"]);
  // Some look first, others just try again.
  let seen: Seen | undefined = random.chance(0.5) ? await takeSteps(world, adopted) : undefined;
  for (let round = 0; round < mostRounds; round += 1) {
    const { code, output } = await world.stack.up();
    const asked = askedToAdopt(output);
    for (const name of asked) adopt(world, adopted, name, { adoptExisting: true });
    if (code !== 0 && asked.length === 0 && seen?.changesProgram === false)
      throw new Error(`up failed for no reason that a user can mend:\n${output}`);
    seen = await takeSteps(world, adopted);
    if (code === 0 && !seen.changesProgram) break;
  }
  if ((seen?.pendingCreates ?? 0) > 0) {
    const { code, output } = await world.stack.refresh("--clear-pending-creates");
    if (code !== 0) throw new Error(output);
  }
}

/** What `orphans` said, as far as it matters for the next step. */
interface Seen {
  /** Whether another `up` is called for. */
  readonly changesProgram: boolean;
  readonly pendingCreates: number;
}

/** Takes the step of each finding. */
async function takeSteps(world: World, adopted: Adopted): Promise<Seen> {
  const { findings, problems, pendingCreates } = await world.orphans();
  if (problems.length > 0) throw new Error(problems.join("\n"));
  let changesProgram = false;
  for (const finding of findings) {
    const { step } = finding;
    if (step === undefined) continue;
    changesProgram ||= step.do !== "delete";
    if (step.do === "delete") await remove(world, step, finding.path);
    else if (step.do === "adopt") adopt(world, adopted, resourceOf(finding), step.arguments ?? {});
    else if (step.do === "refresh")
      await world.stack.mustSucceed(["refresh", "--yes", "--skip-preview", "--non-interactive"]);
    else if (step.do === "wait") await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { changesProgram, pendingCreates: pendingCreates.ours };
}

/** The resource's name: of one that only its object is known of, the object's own without the suffix that was made up. */
function resourceOf({ resource, path }: Finding): string {
  return resource ?? path.slice(path.lastIndexOf("/") + 1).replace(/-[0-9a-f]{7}$/, "");
}

function adopt(world: World, adopted: Adopted, name: string, args: Readonly<Record<string, string | boolean>>): void {
  adopted[name] = { ...adopted[name], ...args };
  world.adopt(adopted);
}

async function remove(world: World, { request }: Step, path: string): Promise<void> {
  if (request === undefined) throw new Error(`The step that deletes ${path} does not say how.`);
  const answer = await fetch(request.url, {
    method: request.method,
    headers: { authorization: `Bearer ${canaryToken}` },
  });
  if (!answer.ok) throw new Error(`${request.url}: ${await answer.text()}`);
  while (world.emulator.objects.get(path) !== undefined) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** The resources whose errors say to set `adoptExisting`. */
function askedToAdopt(output: string): string[] {
  const diagnostics = output.slice(output.indexOf("Diagnostics:"));
  const asked = diagnostics.matchAll(
    /\(([\w]+)\):\n\s+error: gce:[^\n]*exists already\n[^\n]*set adoptExisting: true/g,
  );
  return [...new Set([...asked].map(([, name = ""]) => name))];
}
