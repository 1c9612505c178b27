import { describe, expect, it } from "vitest";
import { loader } from "../../provider/src/program/loader";
import { everyKind, nameOf } from "../kinds/every";
import type { FurtherProgram } from "../kinds/kind";
import { putObjects } from "../kinds/parts/calls";
import { startKindProvider } from "../support/kindProvider";
import { declared, project } from "../support/routeProvider";

describe("an output with the name of an argument", () => {
  it.each(everyKind.map((kind) => [nameOf(kind), kind] as const))(
    "of %s can be given back, or the message names the member that cannot",
    async (kind, { definition, fullProgram, plain, calls, furtherPrograms = [] }) => {
      const { emulator, provider, nextRun, inputs } = await startKindProvider(kind);
      const isWhole = definition.partial === undefined;
      const programs = [fullProgram, plain.args(0), ...calls.map(({ program }) => program)];
      const all: FurtherProgram[] = [...programs.map((program) => ({ program })), ...furtherPrograms];
      for (const { program, others } of all) {
        await emulator.reset();
        // A process waits for the versions that it has replaced to go.
        if (!isWhole) await nextRun();
        plain.arrange?.(emulator, project, 1);
        for (const { seed } of calls) seed(emulator);
        putObjects(emulator, others);
        const { id, outs } = await provider.create(await inputs(program));
        const got = isWhole ? await provider.read(id, { __provider: loader(kind) }) : undefined;
        for (const outputs of [outs, got?.props ?? {}]) {
          for (const name of definition.schema.arguments.filter((argument) => outputs[argument] !== undefined)) {
            const again = await provider.check({}, declared(kind, { ...program, [name]: outputs[name] }));
            const named = typeof outputs[name] === "object" ? new RegExp(`^${name}[.[]`) : name;
            for (const { reason } of again.failures) expect(reason).toMatch(named);
            // Of what the program itself gave, nothing is only known to the service.
            if (outputs === outs && program[name] !== undefined) expect(again.failures).toEqual([]);
            const differs = again.failures.length === 0 && (await provider.diff(id, outs, again.inputs)).changes;
            expect([name, outputs[name], differs]).toEqual([name, outputs[name], false]);
          }
        }
      }
    },
  );
});
