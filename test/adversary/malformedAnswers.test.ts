import { expect, it } from "vitest";
// Loaded with the test: to load it takes real time.
import "../../provider/src/compute/operation";
import { isValues, type Values } from "../../provider/src/fields/values";
import type { ComputeClient } from "../../provider/src/http/client";
import { PooledTransport } from "../../provider/src/http/transport/pooledTransport";
import { check } from "../../provider/src/lifecycle/steps/check";
import { create } from "../../provider/src/lifecycle/steps/create";
import type { ResourceDefinition } from "../../provider/src/lifecycle/schema/definition";
import { makeForm } from "../../provider/src/lifecycle/schema/field";
import { PartialFailure, ResourceFailure } from "../../provider/src/lifecycle/job/failure";
import { read } from "../../provider/src/lifecycle/steps/read";
import { remove } from "../../provider/src/lifecycle/steps/remove";
import type { Resource } from "../../provider/src/lifecycle/resource/resource";
import { update } from "../../provider/src/lifecycle/steps/update";
import type { Form } from "../../provider/src/types/form";
import { emulatorOptions, everyKind, nameOf, restoring } from "../kinds/every";
import type { TestedKind } from "../kinds/kind";
import { makeSample } from "../support/formSamples";
import { at, listPaths, pathText } from "../support/alteredValues";
import {
  clientWith,
  readForm,
  requestKey,
  findOutcome,
  replayed,
  wrongFor,
  type Lie,
  type Recording,
} from "../support/lies";
import { offlineResource } from "../support/offlineResource";
import { expectInWords } from "../support/mistakeWords";
import { emulatorForTest } from "../support/untilTestEnds";

/*
 * Every member of every answer, in every wrong form, one at a time: each is an error that names the member, or nothing of
 * it is recorded. What waits does so in virtual time.
 */

/** Where a recorded value has another form than in the right outputs. */
function misshapen(value: unknown, right: unknown, place = ""): string | undefined {
  if (right === undefined) return undefined;
  if (readForm(value) !== readForm(right)) return `${place}: ${JSON.stringify(value)}`;
  const members = Array.isArray(value) ? value.entries() : isValues(value) ? Object.entries(value) : [];
  for (const [key, member] of members) {
    const found = misshapen(
      member,
      Array.isArray(right) ? right[0] : (right as Values)[key],
      `${place}.${String(key)}`,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A step that can be repeated, with other answers. */
type RecordedStep = [name: string, recording: Recording, run: (client: ComputeClient) => Promise<unknown>];

/** The life of a plain resource at an emulator: what was answered in each step, and what was recorded. */
async function recorded({ definition, plain, ...kind }: TestedKind) {
  const emulator = await emulatorForTest(emulatorOptions());
  plain.arrange?.(emulator, "my-project", 1);
  const real = new PooledTransport({ origin: new URL(emulator.endpoint).origin, trusted: undefined, proxy: undefined });
  let recording: Recording = new Map();
  const client = clientWith(
    {
      close: () => real.close(),
      async send(request) {
        const given = await real.send(request);
        const key = requestKey(request);
        if (given.status === 200) recording.set(key, [...(recording.get(key) ?? []), given.body]);
        return given;
      },
    },
    emulator.endpoint,
  );
  const inputsOf = (args: Values) => {
    const { inputs, failures } = check(offlineResource(definition), {}, args);
    expect(failures).toEqual([]);
    return inputs;
  };
  const steps: RecordedStep[] = [];
  const record = async <T>(name: string, step: (resource: Resource) => Promise<T>) => {
    recording = new Map();
    const run = (given: ComputeClient) => step({ ...offlineResource(definition), client: () => given });
    steps.push([name, recording, run]);
    return run(client);
  };
  // A delete of a part of an object has an answer only where it puts something back.
  const inputs = inputsOf({ ...plain.args(0), ...restoring({ definition, plain, ...kind }) });
  const { id, outs } = await record("create", (resource) => create(resource, inputs));
  await record("read", (resource) => read(resource, id, outs));
  if (plain.change !== undefined) {
    const changed = inputsOf({ ...plain.args(0), ...plain.change });
    await record("update", (resource) => update(resource, id, outs, changed));
  }
  await record("delete", (resource) => remove(resource, id, outs));
  await client.close();
  return { outs, steps };
}

/** Every lie about an answer: in the place of each member, and as each member of the form that it does not have. */
function liesAbout(request: string, body: string, form: Form): Lie[] {
  const right = JSON.parse(body) as Values;
  const missing = Object.entries(membersOf(form)).filter(([name]) => right[name] === undefined);
  return [
    ...listPaths(right).map((path) => [path, at(right, path)] as const),
    ...missing.map(([name, member]) => [[name], makeSample(member)] as const),
  ].flatMap(([path, value]) => wrongFor(value, path).map((wrong) => ({ request, path, value: wrong })));
}

it.each(everyKind.map((kind) => [nameOf(kind), kind] as const))(
  "a malformed answer to a step of %s is an error that names the member, or changes nothing",
  async (_name, kind) => {
    const { outs: recordedOuts, steps } = await recorded(kind);
    const { definition } = kind;
    const form = makeForm(definition.fields);
    const right = { ...rightOutputs(definition), ...recordedOuts };
    const unlike: string[] = [];
    const lies = steps.flatMap(([name, recording, run]) =>
      [...recording].flatMap(([request, bodies]) =>
        liesAbout(request, bodies.at(-1) ?? "{}", request.startsWith("GET") ? form : "any").map((lie) => ({
          ...{ lie, step: name, run: () => run(replayed(recording, lie)) },
        })),
      ),
    );
    const failed = new Map(steps.map(([name]) => [name, 0]));
    for (const { lie, step, run } of lies) {
      const { error, result } = await findOutcome(run);
      const told = `${step}: ${lie.request} ${pathText(lie.path)} = ${JSON.stringify(lie.value)}`;
      if (error !== undefined) {
        failed.set(step, (failed.get(step) ?? 0) + 1);
        expect(error, told).toBeInstanceOf(ResourceFailure);
        expectInWords((error as Error).message);
      }
      const outs =
        error instanceof PartialFailure ? error.properties : ((result?.outs ?? result?.props) as Values | undefined);
      const found = misshapen(outs ?? {}, right);
      if (found !== undefined) unlike.push(`${told} recorded as ${found}`);
      // A recorded member of the object is named where it is wrong.
      const isRecorded =
        definition.list !== undefined &&
        lie.request.startsWith("GET") &&
        Object.hasOwn(membersOf(form), lie.path[0] ?? "");
      if (isRecorded && !(error instanceof Error && error.message.includes(`its ${pathText(lie.path.slice(0, 1))}`)))
        unlike.push(`${told} is not told: ${error instanceof Error ? error.message : "recorded"}`);
    }
    expect(unlike).toEqual([]);
    for (const count of failed.values()) expect(count).toBeGreaterThan(2);
  },
);

function membersOf(form: Form): Readonly<Record<string, Form>> {
  return typeof form === "object" && "members" in form ? form.members : {};
}

/** Outputs of the right form, whatever their values are. */
function rightOutputs({ fields }: ResourceDefinition): Values {
  return Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, makeSample(kind.form)]));
}
