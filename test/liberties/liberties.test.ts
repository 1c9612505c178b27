import { afterAll, it } from "vitest";
import { Lanes } from "../support/lanes";
import { everySubject } from "../kinds/every";
import type { Subject } from "../kinds/kind";
import { isTriedToday } from "../support/partOfDay";
import { plainCourse, runCell, type Course } from "./cell";
import { families } from "./families";
import { LibertyLane } from "./lane";
import { LibertyRows } from "./results";

const rows = new LibertyRows();

/** Lanes by the settings of their stacks. */
const pools = new Map<string, Lanes<LibertyLane>>();
const courses = new Map<Subject, Promise<Course>>();

afterAll(async () => {
  rows.write();
  for (const lanes of pools.values()) await lanes.close();
});

function lanesWith(config: Readonly<Record<string, string>> = {}): Lanes<LibertyLane> {
  const key = JSON.stringify(config);
  const lanes = pools.get(key) ?? new Lanes(() => LibertyLane.start(config));
  pools.set(key, lanes);
  return lanes;
}

function courseOf(subject: Subject): Promise<Course> {
  const course = courses.get(subject) ?? lanesWith().run((lane) => plainCourse(lane, subject));
  courses.set(subject, course);
  return course;
}

const everyLiberty = families.flatMap(({ name: family, liberties }) =>
  liberties.map((liberty) => ({ family, liberty })),
);

// Each liberty meets half of the kinds on each day, and each kind half of the liberties.
const cells = everyLiberty.flatMap(({ family, liberty }, row) =>
  everySubject
    .filter((subject, column) => isTriedToday(row + column, 2) && liberty.impossible?.(subject) === undefined)
    .map((subject) => ({ family, liberty, subject })),
);

// The longest go first, so that they do not go last.
cells.sort((left, right) => (right.liberty.waitsMs ?? 0) - (left.liberty.waitsMs ?? 0));

it.concurrent.each(cells.map((cell) => [cell.subject.kind, cell.liberty.name, cell] as const))(
  "%s: %s",
  (kind, libertyName, { family, liberty, subject }) =>
    rows.cell({ family, liberty: libertyName, kind }, async () => {
      const plain = await courseOf(subject);
      await lanesWith(liberty.config).run((lane) => runCell(lane, subject, liberty, plain));
    }),
);
