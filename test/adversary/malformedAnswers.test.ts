import { beforeAll, describe, expect, it } from "vitest";
// Loaded with the test: to load it takes real time.
import "../../provider/src/compute/operation";
import { startEmulator } from "../../emulator/src/index";
import { isValues, type Values } from "../../provider/src/fields/values";
import type { ComputeClient } from "../../provider/src/http/client";
import { PooledTransport } from "../../provider/src/http/transport/pooledTransport";
import { check } from "../../provider/src/lifecycle/steps/check";
import { create } from "../../provider/src/lifecycle/steps/create";
import type { ResourceDefinition } from "../../provider/src/lifecycle/schema/definition";
import { makeForm } from "../../provider/src/lifecycle/schema/field";
import { describeUnexpected, PartialFailure, ResourceFailure } from "../../provider/src/lifecycle/job/failure";
import { read } from "../../provider/src/lifecycle/steps/read";
import { remove } from "../../provider/src/lifecycle/steps/remove";
import type { Resource } from "../../provider/src/lifecycle/resource/resource";
import { update } from "../../provider/src/lifecycle/steps/update";
import type { Form } from "../../provider/src/types/form";
import { emulatorOptions, everyKind, nameOf, restoring } from "../kinds/every";
import type { TestedKind } from "../kinds/kind";
import { makeSample } from "../support/formSamples";
import { altered, at, listPaths, pathText } from "../support/alteredValues";
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
import { hostileObject } from "../support/hostileValues";
import { offlineResource } from "../support/offlineResource";
import { expectInWords } from "../support/mistakeWords";

/*
 * Every member of every answer, in every wrong form, one at a time: each is an error that names the member, or nothing of
 * it is recorded. What waits does so in virtual time.
 */

function resourceWith(definition: ResourceDefinition, client: ComputeClient): Resource {
  return { ...offlineResource(definition), client: () => client };
}

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

/** A step that can be repeated, with other answers and another record. */
type RecordedStep = [
  name: string,
  recording: Recording,
  run: (client: ComputeClient, record?: Values) => Promise<unknown>,
];

/** The life of a plain resource at an emulator: what was answered in each step, and what was recorded. */
async function recorded(kind: TestedKind) {
  const { definition, plain } = kind;
  const emulator = await startEmulator(emulatorOptions());
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
  const resource = resourceWith(definition, client);
  // A delete of a part of an object has an answer only where it puts something back.
  const inputs = inputsOf({ ...plain.args(0), ...restoring(kind) });
  const { id, outs } = await create(resource, inputs);
  const steps: RecordedStep[] = [
    ["create", recording, (tampered) => create(resourceWith(definition, tampered), inputs)],
  ];
  recording = new Map();
  await read(resource, id, outs);
  steps.push(["read", recording, (tampered, record = outs) => read(resourceWith(definition, tampered), id, record)]);
  if (plain.change !== undefined) {
    recording = new Map();
    const changed = inputsOf({ ...plain.args(0), ...plain.change });
    await update(resource, id, outs, changed);
    steps.push([
      "update",
      recording,
      (tampered, record = outs) => update(resourceWith(definition, tampered), id, record, changed),
    ]);
  }
  recording = new Map();
  await remove(resource, id, outs);
  steps.push([
    "delete",
    recording,
    (tampered, record = outs) => remove(resourceWith(definition, tampered), id, record),
  ]);
  await client.close();
  await emulator.close();
  return { outs, steps };
}

/** Every lie about an answer: in the place of each member, and as each member of the form that it does not have. */
function liesAbout(request: string, bodies: readonly string[], form: Form): Lie[] {
  const members = typeof form === "object" && "members" in form ? form.members : {};
  return bodies.flatMap((body) => {
    const right = JSON.parse(body) as Values;
    const missing = Object.keys(members).filter((name) => right[name] === undefined);
    return [
      ...listPaths(right).flatMap((path) => wrongFor(at(right, path), path).map((value) => ({ request, path, value }))),
      ...missing.flatMap((name) =>
        wrongFor(makeSample(members[name]), [name]).map((value) => ({ request, path: [name], value })),
      ),
    ];
  });
}

describe.each(everyKind.map((kind) => [nameOf(kind), kind] as const))("a malformed answer to %s", (_name, kind) => {
  const { definition } = kind;
  let life: Awaited<ReturnType<typeof recorded>>;
  beforeAll(async () => {
    life = await recorded(kind);
  });

  const steps = kind.plain.change === undefined ? ["create", "read", "delete"] : ["create", "read", "update", "delete"];

  it.each(steps)("is an error that names the member, or changes nothing: %s", async (name) => {
    const [, recording, run] = life.steps.find(([step]) => step === name) ?? [];
    if (recording === undefined || run === undefined) throw new Error(`There is no step ${name}.`);
    const form = makeForm(definition.fields);
    const unlike: string[] = [];
    let errors = 0;
    for (const [request, bodies] of recording) {
      for (const lie of liesAbout(request, [bodies.at(-1) ?? "{}"], request.startsWith("GET") ? form : "any")) {
        const { error, result } = await findOutcome(() => run(replayed(recording, lie)));
        const told = `${request} ${pathText(lie.path)} = ${JSON.stringify(lie.value)}`;
        if (error !== undefined) {
          errors += 1;
          expect(error, told).toBeInstanceOf(ResourceFailure);
          expectInWords((error as Error).message);
        }
        const outs =
          error instanceof PartialFailure ? error.properties : ((result?.outs ?? result?.props) as Values | undefined);
        const found = misshapen(outs ?? {}, { ...rightOutputs(definition), ...life.outs });
        if (found !== undefined) unlike.push(`${told} recorded as ${found}`);
        // A recorded member of the object is named where it is wrong.
        const isRecorded =
          definition.list !== undefined &&
          request.startsWith("GET") &&
          Object.hasOwn(membersOf(form), lie.path[0] ?? "");
        if (isRecorded && !(error instanceof Error && error.message.includes(`its ${pathText(lie.path.slice(0, 1))}`)))
          unlike.push(`${told} is not told: ${error instanceof Error ? error.message : "recorded"}`);
      }
    }
    expect(unlike).toEqual([]);
    expect(errors).toBeGreaterThan(5);
  });
});

/** An entry of each state, with every member that one can have. */
const entriesOfEachState = [
  ...["sent", "notListed", "accepted", "expired", "effectPossible", "leftoverPossible", "createDue", "readBackDue"],
].map((state) => ({
  ...{
    state,
    action: "insert",
    sentAt: 1_700_000_000,
    firstSentAt: 1_699_999_000,
    theirs: ["17"],
    changedSince: ["x"],
  },
  ...(["sent", "notListed"].includes(state)
    ? { requestId: "6f1ed002-ab59-4c5d-8ea2-1fc5a8e6b1d1", project: "my-project" }
    : { operation: "projects/my-project/global/operations/operation-1", target: { path: "x", id: "17", begunMs: 1 } }),
}));

describe.each(everyKind.map((kind) => [nameOf(kind), kind] as const))("a malformed record of %s", (_name, kind) => {
  let life: Awaited<ReturnType<typeof recorded>>;
  beforeAll(async () => {
    life = await recorded(kind);
  });

  const steps = kind.plain.change === undefined ? ["read", "delete"] : ["read", "update", "delete"];

  it.each(steps)("ends each step in words: %s", async (name) => {
    const [, recording, run] = life.steps.find(([step]) => step === name) ?? [];
    if (recording === undefined || run === undefined) throw new Error(`There is no step ${name}.`);
    const own = { ...life.outs, selfLink: 7, creationTimestamp: "2024-01-01", numericId: "17" };
    const records = [own, ...entriesOfEachState.map((entry) => ({ __pending: [entry] }))];
    const others = [[hostileObject], 7.5, "lie", null];
    let tried = 0;
    for (const right of records) {
      for (const [index, path] of listPaths(right).entries()) {
        for (const value of right === own ? [hostileObject, others[index % others.length]] : [hostileObject]) {
          const record = JSON.parse(altered(JSON.stringify({ ...life.outs, ...right }), path, value)) as Values;
          const { error } = await findOutcome(() => run(replayed(recording), record));
          tried += 1;
          if (error === undefined) continue;
          const told = `${pathText(path)} = ${JSON.stringify(value)} in ${JSON.stringify(right)}`;
          // An error from before the step has begun gets its words where the engine asks.
          const { message } =
            error instanceof ResourceFailure ? error : { message: describeUnexpected("X", error, false) };
          expectInWords(message, told);
        }
      }
    }
    expect(tried).toBeGreaterThan(50);
  });
});

function membersOf(form: Form): Readonly<Record<string, Form>> {
  return typeof form === "object" && "members" in form ? form.members : {};
}

/** Outputs of the right form, whatever their values are. */
function rightOutputs({ fields }: ResourceDefinition): Values {
  return Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, makeSample(kind.form)]));
}
