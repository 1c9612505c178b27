import type { Cli, CliOptions } from "./cli";
import { readRate } from "./families";
import { promises } from "./promises";
import type { Rival } from "./rival";

/** Everything that has a part in a life. */
export interface Stage extends CliOptions {
  readonly cli: Cli;
  readonly rival: Rival;
}

/** The faults stop, and others let go of what is in the way. The program is applied until nothing is left to do, and destroyed. */
export async function end(stage: Stage): Promise<void> {
  const { clock, service, tape, watch, cli, program, rival } = stage;
  const { engine } = cli;
  service.isCalm = true;
  cli.isUndisturbed = true;
  const pause = tape.choose("when the faults stop passes", ["10 minutes", "a good minute"]);
  const pauseMs = pause === "10 minutes" ? 600_000 : 70_000;
  await clock.pass(service.operations.leftMs + pauseMs);
  rival.letsGo();
  engine.setTaint(false);
  program.declaresRequired();
  // A refresh may drop an object that a killed run has made.
  const asks = watch.wasKilled || engine.state.resources.some(({ outputs }) => outputs.__pending !== undefined);
  for (let round = 0; asks && round < 3; round++) if (!(await takeSteps(stage)) && round > 0) break;
  // After a crash, the documents name the steps of `orphans` and an `up`.
  const isApplied = tape.choose("the end", ["converges", "is only a destroy"], 0.3) === "converges";
  if (isApplied || watch.wasKilled) {
    await separateNames(stage);
    program.freeNames();
    const ups = [];
    // Only a refresh finds what others have changed.
    for (const refresh of [true, false, false])
      ups.push(await cli.execute("at the end", "up", () => engine.up(program.source, { refresh })));
    watch.check("upConverges", promises.upConverges(watch.scene, ups));
    watch.verdict();
    const isReplaced = tape.choose("then", ["it is destroyed", "all is replaced"], readRate(tape, "forced"));
    if (isReplaced === "all is replaced") await replaceAll(stage);
  }
  let ok = false;
  for (const waitMs of [0, 1, 7_200_000]) {
    await clock.pass(waitMs);
    ok ||= (await cli.execute("at the end", "destroy", () => engine.destroy())).ok;
  }
  await clock.pass(600_000);
  const left = ok ? promises.destroyLeavesNothing(watch.scene) : "destroy fails again and again";
  watch.check("destroyLeavesNothing", left);
  if (watch.wasKilled) await cli.askForOrphans();
  watch.verdict();
}

/** Names that have gone round: where an `up` refuses that, a person gives each object a name that no other one has, and then its own. */
async function separateNames({ watch, cli, program, service }: Stage): Promise<void> {
  const { engine } = cli;
  const listDeletes = () => service.operations.all.filter(({ mutation }) => /^(?:delete|remove)/.test(mutation.type));
  const earlier = listDeletes().length;
  const up = () => cli.execute("at the end", "up", () => engine.up(program.source, { refresh: true }));
  if (!program.hasSwappedNames(engine.state)) return;
  const outcome = await up();
  // Only a preview, which no life has, refuses it before the first object is deleted to make room.
  const deletesFirst = program.declared.some(({ options }) => options.deleteBeforeReplace);
  if (!deletesFirst)
    watch.check("namesGoRound", promises.namesGoRound(watch.scene, outcome, listDeletes().length - earlier));
  watch.verdict();
  if (outcome.ok) return;
  const back = program.takeOtherNames();
  await up();
  back();
}

/** Everything is replaced by force, and nothing disturbs it. */
async function replaceAll({ watch, cli, program }: Stage): Promise<void> {
  const { engine } = cli;
  watch.replacesFirst(program.orderReplacements("at the end", false).map(({ kind }) => kind));
  const replaces = engine.urns;
  const { ok } = await cli.execute("at the end", "up --replace", () => engine.up(program.source, { replaces }));
  // Where the name is in use, nothing is replaced, and an error says so.
  if (ok) watch.check("replacementsTakeHold", promises.replacementsTakeHold(watch.scene));
  watch.verdict();
}

/**
 * The steps of a person after a crash, as the documents have them: the steps of `orphans`, and the engine forgets pending creates.
 *
 * @returns true if there was anything to do
 */
async function takeSteps({ service, program, cli }: Stage): Promise<boolean> {
  const { objects: unrecorded, unsure } = await cli.askForOrphans();
  const objects = [...unrecorded, ...unsure];
  for (const path of objects) {
    const owner = program.declared.find(
      ({ kind, inputs }) => kind.holdings !== undefined && kind.toPath(inputs) === path,
    );
    if (owner !== undefined && owner.kind.differs(service, owner.inputs) === undefined) {
      owner.inputs = { ...owner.inputs, adoptExisting: true };
      // An adopted object has to be described by names.
      owner.spelling = undefined;
    } else {
      service.say(`A person deletes ${path}.`);
      service.objects.put(path, undefined, "world");
    }
  }
  await cli.execute("at the end", "refresh --clear-pending-creates", () =>
    cli.engine.refresh(undefined, { clearPendingCreates: true }),
  );
  return objects.length > 0;
}
