import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import { isUnknown } from "../../../provider/src/fields/unknown";
import { nameOf, registeredKinds } from "../../kinds/every";
import type { FurtherProgram, TestedKind } from "../../kinds/kind";
import { putObjects } from "../../kinds/parts/calls";
import { revealed, secret, startPlugin, toUrn } from "../../support/pluginProcess";
import type { Properties } from "../../support/providerProcess";
import { captureFailure, project } from "../../support/routeProvider";

const rows = registeredKinds.map((kind) => [nameOf(kind), kind] as const);

/** Programs of a kind, with the plugin that is asked about each; what was there before is there again for the next one. */
async function eachProgram(name: string, kind: TestedKind) {
  const { emulator, provider, inputs, nextRun } = await startPlugin();
  provider.urn = toUrn(name);
  const programs: readonly FurtherProgram[] = [
    ...[kind.fullProgram, kind.plain.args(0), ...kind.calls.map((call) => call.program)].map((program) => ({
      program,
    })),
    // An import cannot tell an encrypted key by the hash that the service shows.
    ...(kind.furtherPrograms ?? []).filter(({ program }) => !JSON.stringify(program).includes("rsaEncryptedKey")),
  ];
  let wasUsed = false;
  const reset = async ({ others }: FurtherProgram) => {
    await emulator.reset();
    // A process that has changed the object would wait for a newer version of it.
    if (wasUsed) await nextRun();
    wasUsed = true;
    kind.plain.arrange?.(emulator, project, 1);
    for (const { seed } of kind.calls) seed(emulator);
    putObjects(emulator, others);
  };
  return { emulator, provider, inputs, programs, reset };
}

it.each(rows)(
  "a %s is imported by its id alone, and a program that says what was found changes nothing",
  async (name, kind) => {
    const { provider, inputs, programs, reset } = await eachProgram(name, kind);
    for (const one of programs) {
      const { program } = one;
      await reset(one);
      const { id } = await provider.create(await inputs(program));
      if (kind.definition.unreadable !== undefined) {
        expect((await captureFailure(provider.read(id, {}))).message).toMatch(
          /read failed: .*\n +Declare the fields to manage/,
        );
        continue;
      }
      const { inputs: found = {}, props } = await provider.read(id, {});
      const { inputs: checked, failures } = await provider.check({}, found);
      const hasOwnKey = JSON.stringify(program).includes("rawKey");
      expect(failures.map(({ reason }) => reason)).toEqual(
        hasOwnKey ? [expect.stringMatching("Give the key itself")] : [],
      );
      if (!hasOwnKey) expect(await provider.details(id, props, checked, found)).toMatchObject({ shown: {}, paths: [] });
      // Whoever imports what the program already declares has at most settings of our own to record.
      expect(await provider.diff(id, props, await inputs(program))).toMatchObject({ replaces: [] });
    }
  },
);

/** A value that is said before is what comes, or is left open. */
function expectHonest(previewed: Properties, came: Properties) {
  const [shown, real] = [revealed(previewed), revealed(came)];
  const outputs = Object.keys(real).filter((key) => !key.startsWith("__"));
  expect(outputs.filter((key) => !(key in shown))).toEqual([]);
  for (const [key, value] of Object.entries(shown))
    if (!isUnknown(value)) expect(parts(real[key]), key).toEqual(parts(value));
}

/** The texts of a value. The service has no order in sets. */
const parts = (value: unknown) =>
  JSON.stringify(value)
    .match(/"(?:[^"\\]|\\.)*"|[\w.]+/g)
    ?.sort();

it.each(rows)("a preview of a %s tells what is known before, and sends nothing", async (name, kind) => {
  const { emulator, provider, inputs, programs, reset } = await eachProgram(name, kind);
  const preview = async <Answer>(answer: Promise<Answer>) => {
    emulator.clearRequests();
    await answer;
    expect(emulator.requests()).toEqual([]);
    return answer;
  };
  for (const one of programs) {
    const { program } = one;
    await reset(one);
    const news = await inputs(program);
    const before = await preview(provider.create(news, (request) => request.setPreview(true)));
    const made = await provider.create(news);
    expect(before.id).toBe("");
    expectHonest(before.outs, made.outs);
    const open = Object.keys(news).filter((key) => isUnknown(revealed(before.outs)[key]));
    expect(open.filter((key) => !key.endsWith("EncryptionKey"))).toEqual([]);
    for (const output of kind.definition.secretOutputs ?? [])
      if (output in made.outs) expect(made.outs[output], output).toEqual(secret(expect.anything()));
    const changed = await inputs({ ...program, ...kind.plain.change });
    const update = (outs: Properties, to: Properties, isPreview: boolean) =>
      provider.update(made.id, outs, to, (request) => request.setPreview(isPreview));
    let { outs } = made;
    // There, where nothing changes and so nothing is left open, and back.
    for (const to of [changed, changed, news]) {
      const previewed = await preview(update(outs, to, true));
      const isSame = kind.plain.change === undefined || (to === changed && outs !== made.outs);
      ({ outs } = isSame ? { outs } : await update(outs, to, false));
      expectHonest(previewed.outs, outs);
      if (isSame) expect(Object.keys(revealed(outs)).filter((key) => isUnknown(previewed.outs[key]))).toEqual([]);
    }
  }
});

it.each(rows)("a refresh of a %s makes nothing secret, and mends a state in which too much is", async (name, kind) => {
  const { provider, inputs, programs, reset } = await eachProgram(name, kind);
  for (const one of programs) {
    await reset(one);
    const news = await inputs(one.program);
    const { id, outs } = await provider.create(news);
    const tooMuch = Object.entries(revealed(outs)).map(([key, value]) => [key, secret(value)]);
    for (const state of [outs, Object.fromEntries(tooMuch) as Properties]) {
      const { props } = await provider.read(id, state, news);
      expect(listSecrets(props)).toEqual(listSecrets(outs));
    }
  }
});

/** The outputs of a program that have something secret. */
function listSecrets(outputs: Properties): string[] {
  const plain = revealed(outputs);
  return Object.keys(outputs).filter((key) => !key.startsWith("__") && !isDeepStrictEqual(outputs[key], plain[key]));
}
