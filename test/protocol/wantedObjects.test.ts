import { describe, expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { kindNamed, nameOf, registeredKinds } from "../kinds/every";
import { root } from "../kinds/parts/calls";
import { faces, startFace } from "../support/faces";
import { revealed } from "../support/pluginProcess";
import type { Properties } from "../support/providerProcess";
import { makeOther } from "../support/whatPeopleWrite/drift";

/*
 * Somebody changes an argument of an object in place, and the program then says the same. A run without a refresh replaces the
 * object by one that is equal, and loses what is in it.
 */

/** Programs of a kind that may have an argument, those with most of the others first. */
function listPrograms(kind: string, argument: string): Properties[] {
  const { fullProgram, sample = {}, plain } = kindNamed(kind);
  const value = fullProgram[argument] ?? sample[argument];
  const few = { ...plain.args(1), [argument]: value };
  const fewer = Object.keys(few).map((left) =>
    Object.fromEntries(Object.entries(few).filter(([name]) => name !== left)),
  );
  return [{ ...fullProgram, [argument]: value }, few, ...fewer].filter((args) => args[argument] !== undefined);
}

/** Makes whatever a program names. */
function putLinked(emulator: Emulator, inputs: Properties): void {
  for (const [, path = ""] of JSON.stringify(inputs).matchAll(/compute\/v1\/(projects\/[^"?]+)/g)) {
    if (emulator.objects.get(path) === undefined && !`${root}${path}`.endsWith(String(inputs.selfLink)))
      emulator.objects.put(path, {});
  }
}

/** Every argument of an owned object that no request changes in place. */
const rows = registeredKinds.flatMap((one) => {
  const { fields, ownsObject, identity } = one.definition;
  const replacing = Object.keys(fields).filter((argument) => fields[argument]?.change === "replace");
  const own = replacing.filter((argument) => ownsObject && !identity.members.includes(argument));
  return own.map((argument) => ({ kind: nameOf(one), argument }));
});

const unchangeable = registeredKinds.flatMap((one) =>
  (one.unchangeable ?? []).map((argument) => `${nameOf(one)}.${argument}`),
);

/** The end of a replacement of an object that is by now as the program says; `undefined` where the argument cannot be changed so. */
async function replace(started: Awaited<ReturnType<typeof startFace>>, kind: string, argument: string) {
  const { emulator, provider, nextRun, turnTo, write } = started;
  turnTo(kind);
  const { definition, calls } = kindNamed(kind);
  for (const program of listPrograms(kind, argument)) {
    await emulator.reset();
    calls[0]?.seed(emulator);
    await nextRun();
    const { inputs, failures } = await provider.check({}, write(program));
    const other = { ...program, [argument]: makeOther(program[argument]) };
    if (failures.length > 0 || (await provider.check(inputs, write(other))).failures.length > 0) continue;
    putLinked(emulator, inputs);
    await nextRun();
    const first = (await provider.check({}, write(program))).inputs;
    const made = await provider.create(first).catch(() => undefined);
    if (made === undefined) continue;
    await nextRun();
    const next = (await provider.check(first, write(other))).inputs;
    const { replaces, deleteBeforeReplace } = await provider.diff(made.id, made.outs, next);
    if (!replaces.includes(argument) || !deleteBeforeReplace) continue;
    emulator.objects.patch(made.id, { [definition.fields[argument]?.apiName ?? argument]: revealed(next[argument]) });
    await provider.check({}, write(other));
    const end = await provider.delete(made.id, made.outs).then(
      () => "",
      (error: unknown) => String(error),
    );
    const isExplained = end.includes("pulumi refresh") && end.includes("It stays recorded.");
    return isExplained && emulator.objects.get(made.id) !== undefined ? "left" : "lost";
  }
  return undefined;
}

describe.each(faces)("a replacement of a %s", (face) => {
  it("deletes no object that is by now as the program says, and names `pulumi refresh`", async () => {
    const started = await startFace(face, "Route");
    const [lost, untried]: [string[], string[]] = [[], []];
    for (const { kind, argument } of rows) {
      const replaced = await replace(started, kind, argument);
      if (replaced === undefined) untried.push(`${kind}.${argument}`);
      if (replaced === "lost") lost.push(`${kind}.${argument}`);
    }
    expect([lost, untried]).toEqual([[], unchangeable]);
  });
});
