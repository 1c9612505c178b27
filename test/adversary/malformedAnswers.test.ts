import { beforeAll, describe, expect, it } from "vitest";
// Loaded with the test: to load it takes real time.
import "../../provider/src/compute/operation";
import { startEmulator } from "../../emulator/src/index";
import { retryRules } from "../../provider/src/compute/retryRules";
import { isValues, type Values } from "../../provider/src/fields/values";
import { functionNames, invoke } from "../../provider/src/functions/invoke";
import { ComputeClient } from "../../provider/src/http/client";
import { Endpoint } from "../../provider/src/http/endpoint";
import { PooledTransport } from "../../provider/src/http/transport/pooledTransport";
import type { Transport, WireRequest } from "../../provider/src/http/transport/transport";
import { check } from "../../provider/src/lifecycle/check";
import { create } from "../../provider/src/lifecycle/create";
import type { ResourceDefinition } from "../../provider/src/lifecycle/definition";
import { makeForm } from "../../provider/src/lifecycle/field";
import { describeUnexpected, PartialFailure, ResourceFailure } from "../../provider/src/lifecycle/failure";
import { read } from "../../provider/src/lifecycle/read";
import { remove } from "../../provider/src/lifecycle/remove";
import type { Resource } from "../../provider/src/lifecycle/resource";
import { update } from "../../provider/src/lifecycle/update";
import { Settings } from "../../provider/src/settings/settings";
import type { Form } from "../../provider/src/types/form";
import {
  firewallPolicyRuleForm,
  interconnectRemoteLocationForm,
  managedInstanceForm,
  networkProfileForm,
  operationForm,
} from "../../provider/src/types/forms";
import { emulatorOptions, everyKind, nameOf } from "../kinds/every";
import type { TestedKind } from "../kinds/kind";
import { VirtualClock } from "../simulation/clock";
import { fixedToken } from "../support/computeCalls";
import { makeSample } from "../support/formSamples";
import { altered, at, listPaths, pathText, type Path } from "../support/alteredValues";
import { hostileObject } from "../support/hostileValues";
import { offlineResource, testConfiguration } from "../support/offlineResource";
import { expectInWords } from "../support/mistakeWords";

/*
 * Every member of every answer, in every wrong form, one at a time: each is an error that names the member, or nothing of
 * it is recorded. What waits does so in virtual time.
 */

/** Something in the place of something else. */
interface Lie {
  /** `GET projects/p/global/routes/r`. */
  readonly request: string;
  readonly path: Path;
  readonly value: unknown;
}

/** Answers by request, in the order in which they came; the last one again for every further request. */
type Recording = Map<string, string[]>;

const keyOf = ({ method, target }: Pick<WireRequest, "method" | "target">) =>
  `${method} ${target.split("?", 1)[0] ?? ""}`;
const answer = (body: string) => ({ status: 200, headers: { "content-type": "application/json" }, body, values: 0 });

function clientWith(transport: Transport, endpoint = "http://127.0.0.1:1/compute/v1"): ComputeClient {
  return new ComputeClient({
    endpoint: new Endpoint(endpoint),
    tokens: fixedToken,
    requestTimeoutMs: 60_000,
    userAgent: "pulumi-gce/test",
    rules: retryRules,
    open: () => transport,
  });
}

/** A service that gives what was recorded, with a lie in it. */
function replayed(recording: Recording, lie?: Lie): ComputeClient {
  const asked = new Map<string, number>();
  return clientWith({
    close: () => Promise.resolve(),
    send(request) {
      const key = keyOf(request);
      const bodies = recording.get(key) ?? ["{}"];
      const number = asked.get(key) ?? 0;
      asked.set(key, number + 1);
      const body = bodies[Math.min(number, bodies.length - 1)] ?? "{}";
      return Promise.resolve(answer(lie?.request === key ? altered(body, lie.path, lie.value) : body));
    },
  });
}

/** Wrong values for one that is right, none that an `int64` may be: deep in an answer only one, which is another one for each. */
function wrongFor(right: unknown, path: Path): unknown[] {
  const all: unknown[] = [{}, ["lie"], 7.5, "lie", true, hostileObject, [hostileObject]];
  const wrong = all.filter((value) => formOfValue(value) !== formOfValue(right));
  return path.length < 3 ? wrong : wrong.slice(pathText(path).length % wrong.length).slice(0, 1);
}

function formOfValue(value: unknown): string {
  return Array.isArray(value) ? "list" : typeof value;
}

function resourceWith(definition: ResourceDefinition, client: ComputeClient): Resource {
  return { ...offlineResource(definition), client: () => client };
}

/** Where a recorded value has another form than in the right outputs. */
function misshapen(value: unknown, right: unknown, place = ""): string | undefined {
  if (right === undefined) return undefined;
  if (formOfValue(value) !== formOfValue(right)) return `${place}: ${JSON.stringify(value)}`;
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
async function recorded({ definition, plain }: TestedKind) {
  const emulator = await startEmulator(emulatorOptions());
  plain.arrange?.(emulator, "my-project", 1);
  const real = new PooledTransport({ origin: new URL(emulator.endpoint).origin, trusted: undefined, proxy: undefined });
  let recording: Recording = new Map();
  const client = clientWith(
    {
      close: () => real.close(),
      async send(request) {
        const given = await real.send(request);
        const key = keyOf(request);
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
  const restored =
    (definition.deletionPolicies || undefined)?.default === "RETAIN" ? { deletionPolicy: "RESTORE" } : {};
  const inputs = inputsOf({ ...plain.args(0), ...restored });
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

/** How a step ends; what waits in it does so in no time. */
async function outcomeOf(step: () => Promise<unknown>): Promise<{ result?: Values; error?: unknown }> {
  const clock = VirtualClock.install();
  try {
    return { result: (await clock.until(step())) as Values };
  } catch (error) {
    return { error };
  } finally {
    clock.uninstall();
  }
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
    for (const [request, bodies] of recording)
      for (const lie of liesAbout(request, [bodies.at(-1) ?? "{}"], request.startsWith("GET") ? form : "any")) {
        const { error, result } = await outcomeOf(() => run(replayed(recording, lie)));
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
    for (const right of records)
      for (const [index, path] of listPaths(right).entries())
        for (const value of right === own ? [hostileObject, others[index % others.length]] : [hostileObject]) {
          const record = JSON.parse(altered(JSON.stringify({ ...life.outs, ...right }), path, value)) as Values;
          const { error } = await outcomeOf(() => run(replayed(recording), record));
          tried += 1;
          if (error === undefined) continue;
          const told = `${pathText(path)} = ${JSON.stringify(value)} in ${JSON.stringify(right)}`;
          // An error from before the step has begun gets its words where the engine asks.
          const { message } =
            error instanceof ResourceFailure ? error : { message: describeUnexpected("X", error, false) };
          expectInWords(message, told);
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

const operationPath = "projects/my-project/regions/us-central1/operations/operation-1";
const groupPath = "projects/my-project/regions/us-central1/instanceGroupManagers/g";

/** Each function with arguments, and the request that it makes: its right answer has every member that there is. */
const calls: Readonly<Record<string, { args: Values; request: string; right: Values }>> = {
  getInterconnectRemoteLocations: {
    args: {},
    request: "GET /compute/v1/projects/my-project/global/interconnectRemoteLocations",
    right: listOf(interconnectRemoteLocationForm),
  },
  getNetworkProfiles: {
    args: {},
    request: "GET /compute/v1/projects/my-project/global/networkProfiles",
    right: listOf(networkProfileForm),
  },
  getOrganizationOperations: {
    args: { parentId: "organizations/1" },
    request: "GET /compute/v1/locations/global/operations",
    right: listOf(operationForm),
  },
  getManagedInstances: {
    args: { instanceGroupManager: groupPath },
    request: `POST /compute/v1/${groupPath}/listManagedInstances`,
    right: listOf(managedInstanceForm, "managedInstances"),
  },
  getNetworkFirewallPolicyPacketMirroringRule: {
    args: { firewallPolicy: "p", priority: 7 },
    request: "GET /compute/v1/projects/my-project/global/firewallPolicies/p/getPacketMirroringRule",
    right: makeSample(firewallPolicyRuleForm) as Values,
  },
  waitForRegionOperation: {
    args: { operation: operationPath },
    request: `POST /compute/v1/${operationPath}/wait`,
    right: {
      ...(makeSample(operationForm) as Values),
      name: "operation-1",
      region: "us-central1",
      status: "DONE",
      selfLink: operationPath,
      error: null,
    },
  },
};

function listOf(item: Form, member = "items"): Values {
  const warning = { code: "W", message: "m", data: [{ key: "k", value: "v" }] };
  const envelope = { kind: "k", selfLink: "s", etag: "e", nextPageToken: "", warning, unreachables: ["u"] };
  return { ...envelope, [member]: [makeSample(item)] };
}

async function called(name: string, body: unknown): Promise<{ result?: Values; error?: unknown; lines: string[] }> {
  const { args, request } = calls[name] ?? { args: {}, request: "" };
  const lines: string[] = [];
  const outcome = await outcomeOf(() =>
    invoke(name, args, {
      settings: new Settings((key) => testConfiguration[key], {}),
      client: () => replayed(new Map([[request, [JSON.stringify(body)]]])),
      log: { message: (_severity, line) => void lines.push(line), status: () => undefined },
      isPreview: false,
      hasSecretArguments: false,
    }),
  );
  return { ...outcome, lines };
}

describe("a malformed answer to a function", () => {
  it.each(functionNames)("is an error that names the member: %s", async (name) => {
    const { right } = calls[name] ?? {};
    const whole = await called(name, right);
    expect(whole.error).toBeUndefined();
    const refused: string[] = [];
    for (const path of listPaths(right))
      for (const value of wrongFor(at(right, path), path)) {
        // The fate of an operation is said even where its errors are malformed; details of a status may be anything.
        if ((name === "waitForRegionOperation" && path[0] === "error") || path.at(-3) === "details") continue;
        const { error, lines } = await called(name, JSON.parse(altered(JSON.stringify(right), path, value)));
        const told = `${pathText(path)} = ${JSON.stringify(value)}`;
        expect(error, told).toBeInstanceOf(Error);
        const { message } = error as Error;
        expect(message).toMatch(/^gce\./);
        for (const text of [message, ...lines]) expectInWords(text);
        // An item of a list that is wrong itself is named with its number.
        expect(message, told).toContain(`its ${pathText(path)}`);
        refused.push(told);
      }
    expect(refused.length).toBeGreaterThan(30);
  });

  it.each(functionNames)(
    "is none where the service has new members, new words, or leaves members out: %s",
    async (name) => {
      const { right = {} } = calls[name] ?? {};
      const needed = ["name", "region", "status", "priority"];
      for (const path of listPaths(right).filter(
        (one) => !needed.includes(String(one.at(-1))) && typeof one.at(-1) === "string",
      )) {
        const parent = at(right, path.slice(0, -1));
        if (!isValues(parent)) continue;
        const isText = typeof at(right, path) === "string" && path.at(-1) !== "nextPageToken";
        for (const value of [null, undefined, ...(isText && path.at(-1) !== "selfLink" ? ["A_NEW_WORD"] : [])]) {
          const body = JSON.parse(altered(JSON.stringify(right), path, value)) as Values;
          const { error, result } = await called(name, { ...body, aNewMember: { of: ["any", 1] } });
          expect(error, `${pathText(path)} = ${String(value)}`).toBeUndefined();
          expect(JSON.stringify(result)).not.toContain("null");
        }
      }
    },
  );
});
