import { describe, expect, it } from "vitest";
import { everyKind, nameOf } from "../kinds/every";
import { startKindProvider } from "../support/kindProvider";
import { declared, captureFailure, project } from "../support/routeProvider";
import { disk, disks } from "./others";
import { answers } from "./userMessages/rows";

const words = (constraint: string) => `Constraint constraints/${constraint} violated for projects/${project}.`;

describe("what a policy of the organization forbids", () => {
  it("is asked for once, and the message says what mends it, of every kind", async () => {
    const { emulator, provider, turnTo, inputs } = await startKindProvider("Route");
    for (const each of everyKind) {
      const kind = nameOf(each);
      const { arrange, args, change } = each.plain;
      // The remedy is the argument that the constraint is about, where the kind has one.
      const [constraint, argument] = Object.entries(each.definition.constraints ?? {})[0] ?? ["custom.tidy", undefined];
      const remedy = argument ? `Give \`${argument}\` a value that it allows` : "Ask its administrator";
      const advice = `The constraint ${constraint} of the organization forbids the request, whatever permissions the caller has. ${remedy}`;
      await turnTo(kind);
      arrange?.(emulator, project, 1);
      const expectOneRefusal = async (step: () => Promise<unknown>) => {
        emulator.clearRequests();
        for (const method of ["POST", "PATCH", "DELETE"])
          answers(412, "conditionNotMet", words(constraint), { method })(emulator);
        expect((await captureFailure(step())).message.replace(/\s+/g, " "), kind).toContain(advice);
        expect(emulator.requests().filter(({ method }) => method !== "GET")).toHaveLength(1);
        emulator.clearFaults();
      };
      const program = await inputs(args(0));
      await expectOneRefusal(() => provider.create(program));
      if (change === undefined) continue;
      const { id, outs } = await provider.create(program);
      const { inputs: changed } = await provider.check(program, declared(kind, { ...args(0), ...change }));
      await expectOneRefusal(() => provider.update(id, outs, changed));
    }
  });

  it("is told of the end of an operation alike", async () => {
    const { emulator, provider, inputs } = await startKindProvider("Snapshot", { others: disks });
    emulator.fault({
      fault: {
        kind: "operationError",
        errors: [
          { code: "CONDITION_NOT_MET", message: "Location EU violates constraint constraints/gcp.resourceLocations" },
        ],
      },
    });
    const { message } = await captureFailure(provider.create(await inputs({ name: "s", sourceDisk: disk })));
    expect(message).toContain("Give `storageLocations` a value that it allows");
  });
});
