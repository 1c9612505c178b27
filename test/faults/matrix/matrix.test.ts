import { afterAll, it } from "vitest";
import { everyCall } from "../../kinds/every";
import { runCell } from "./cell";
import { faults } from "./faults";
import { MatrixLanes } from "./lanes";
import { Rows } from "./results";

const lanes = new MatrixLanes();
const rows = new Rows("provider process");

afterAll(async () => {
  rows.write();
  await lanes.close();
});

const cells = everyCall.flatMap((call) =>
  faults.filter((fault) => fault.impossible?.(call) === undefined).map((fault) => ({ call, fault })),
);

// The longest go first, so that they do not go last.
cells.sort((left, right) => (right.fault.operationMs ?? 0) - (left.fault.operationMs ?? 0));

it.concurrent.each(cells.map(({ call, fault }) => [call.name, fault.name, call, fault] as const))(
  "%s: %s",
  (callName, faultName, call, fault) =>
    rows.cell(callName, faultName, async () => {
      const saw = await runCell(lanes, call, fault, "the same again");
      // A failure leaves two ways to go on, and either has to lead to the same.
      if (fault.ends(call) !== "survives") await runCell(lanes, call, fault, "refresh first");
      return saw;
    }),
);
