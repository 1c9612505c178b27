import { afterAll, expect, it } from "vitest";
import { calls } from "./calls";
import { runCell } from "./cell";
import { faults } from "./faults";
import { Lanes } from "./lanes";

const lanes = new Lanes();
afterAll(() => lanes.close());

const cells = calls.flatMap((call) =>
  faults.filter((fault) => fault.impossible?.(call) === undefined).map((fault) => ({ call, fault })),
);

// The longest go first, so that they do not go last.
cells.sort((left, right) => (right.fault.operationMs ?? 0) - (left.fault.operationMs ?? 0));

it.concurrent.each(cells.map(({ call, fault }) => [call.name, fault.name, call, fault] as const))(
  "%s: %s",
  async (_call, _fault, call, fault) => {
    const saw = await lanes.run((lane) => runCell(lane, call, fault, "the same again"));
    if (fault.ends(call) === "survives") return;
    const sawThen = await lanes.run((lane) => runCell(lane, call, fault, "refresh first"));
    expect(sawThen).not.toBe("");
    expect(saw).not.toBe("");
  },
);
