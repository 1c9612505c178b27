import { afterAll, it } from "vitest";
import { everyCall } from "../../kinds/every";
import type { MutatingCall } from "../../kinds/kind";
import { isTriedToday } from "../../support/partOfDay";
import { runCell, type NextStep } from "./cell";
import { faults, type MatrixFault } from "./faults";
import { MatrixLanes } from "./lanes";
import { Rows } from "./results";

const lanes = new MatrixLanes();
const rows = new Rows("provider process");

afterAll(async () => {
  rows.write();
  await lanes.close();
});

const cells = everyCall.flatMap((call, row) =>
  faults
    .map((fault, column) => ({ call, fault, steps: nextSteps(call, fault, row + column) }))
    .filter(({ fault }) => fault.impossible?.(call) === undefined),
);

// The longest go first, so that they do not go last.
cells.sort((left, right) => (right.fault.operationMs ?? 0) - (left.fault.operationMs ?? 0));

it.concurrent.each(cells.map(({ call, fault, steps }) => [call.name, fault.name, call, fault, steps] as const))(
  "%s: %s",
  (callName, faultName, call, fault, steps) =>
    rows.cell(callName, faultName, async () => {
      let saw = "";
      for (const step of steps) saw = await runCell(lanes, call, fault, step);
      return saw;
    }),
);

/** A failure leaves two ways to go on, and either has to lead to the same: one of them on each day. */
function nextSteps(call: MutatingCall, fault: MatrixFault, index: number): NextStep[] {
  if (fault.ends(call) === "survives") return ["the same again"];
  return (["the same again", "refresh first"] as const).filter((_step, way) => isTriedToday(index + way, 2));
}
