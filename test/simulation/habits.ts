import type { Stage } from "./ending";
import { isUnnamed } from "./program";

/** Commands that follow something that people write or do, by what that is. */
const habits = {
  "up of one target after the other": "stageRuns",
  "up of names that go round": "rotateNames",
  "up of what somebody has changed in place": "changeInPlace",
} as const;

type Habit = keyof typeof habits;

export function isHabit(what: string): what is Habit {
  return what in habits;
}

/** Whatever people do in a life: see `people.ts`. */
export class Habits {
  constructor(private readonly stage: Stage) {}

  /** How probable each is as the next command. */
  list(): (readonly [Habit, number])[] {
    const { people } = this.stage.service;
    return (Object.keys(habits) as Habit[]).map((habit) => [habit, people[habits[habit]] ? 0.4 : 0]);
  }

  async follow(habit: Habit, label: string): Promise<void> {
    const { program } = this.stage;
    switch (habit) {
      case "up of one target after the other":
        return this.stageRename(label);
      case "up of names that go round":
        program.rotateNames();
        return this.up(label, habit);
      case "up of what somebody has changed in place":
        await this.othersChange(label);
        program.follow(label);
        return this.up(label, habit);
    }
  }

  private async up(label: string, what: string): Promise<void> {
    const { cli, program } = this.stage;
    await cli.execute(label, what, () => cli.engine.up(program.source));
  }

  /** Somebody changes what every resource is about, and no read is so old that it does not show that. */
  private async othersChange(label: string): Promise<void> {
    const { clock, program, service, tape } = this.stage;
    for (const { kind, inputs, number } of program.declared) {
      const moves = (kind.drifts?.(service, inputs) ?? []).filter(({ isPossible }) => isPossible());
      const names = moves.map(({ name }) => name);
      const chosen = tape.choose(
        `${label}: somebody, beside resource ${String(number)},`,
        ["does nothing", ...names],
        0.8,
      );
      const move = moves.find(({ name }) => name === chosen);
      if (move === undefined) continue;
      service.say(`RIVAL ${move.name}`);
      move.make();
    }
    await clock.pass(60_000);
  }

  /** A user gives a resource another name, and runs the new one and the old one each for itself. */
  private async stageRename(label: string): Promise<void> {
    const { cli, program, service, watch } = this.stage;
    const renamed = program.renameForTargets(label);
    if (renamed === undefined) return;
    const { before, after, one } = renamed;
    const up = (target: string) =>
      cli.execute(label, `up --target ${target}`, () => cli.engine.up(program.source, { targets: [target] }));
    const isPresent = !isUnnamed(one) && one.kind.differs(service, one.inputs) === undefined;
    await up(after);
    const recorded = new Set(cli.engine.urns);
    if (isPresent && recorded.has(before) && recorded.has(after)) watch.takesOver(after);
    watch.verdict();
    await up(before);
  }
}
