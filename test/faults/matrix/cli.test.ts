import { afterAll, expect, it } from "vitest";
import { startEmulator, type Emulator } from "../../../emulator/src/index";
import { emulatorOptions, everyCall } from "../../kinds/every";
import type { MutatingCall } from "../../kinds/kind";
import { canaryToken, project } from "../../support/routeProvider";
import { failed, succeeded } from "../../support/routeStack";
import { extendedFolder } from "../../support/extendedPackage";
import { Stack } from "../../support/stack";
import { finishAfterEarlyAnswers, thereOf } from "./cell";
import { faults, knock, type MatrixFault, unbroken } from "./faults";
import { reachable } from "./lanes";
import { Rows } from "./results";

/** One call of each collection, in one program: what a user has is never one resource alone. */
const names = [
  "route insert",
  "snapshot insert",
  "group patch",
  "setIamPolicy (binding)",
  "addAssociation",
  "setCertificateMap (set)",
];
const applied = names.map((name) => {
  const found = everyCall.find((call) => call.name === name);
  if (found === undefined) throw new Error(`There is no call ${name}.`);
  return found;
});

/** The hardest fault of each kind: the one that lasts, where there is one. */
const kinds = [...new Set(faults.map(({ kind }) => kind))].map((kind) => {
  const all = faults.filter((fault) => fault.kind === kind);
  const [first] = all;
  const hardest = all.find(({ lasting }) => lasting) ?? first;
  if (hardest === undefined) throw new Error(`There is no fault of the kind ${kind}.`);
  return hardest;
});

/** A stack and its emulator; each run leaves both empty for the next one. */
interface Bench {
  emulator: Emulator;
  stack: Stack;
}

const benches = new Map<number, Promise<Bench>>();
const started: Promise<Bench>[] = [];
const rows = new Rows("real CLI");

afterAll(async () => {
  rows.write();
  for (const { emulator, stack } of await Promise.all(started)) {
    stack.remove();
    await emulator.close();
  }
});

async function startBench(): Promise<Bench> {
  const emulator = await startEmulator(emulatorOptions());
  const stack = await Stack.create({
    program: "",
    parent: extendedFolder,
    config: {
      "gcp:project": project,
      "gcp:region": "us-central1",
      "gcp:computeCustomEndpoint": emulator.endpoint,
      "gcp:requestTimeout": "1s",
    },
    environment: { GOOGLE_OAUTH_ACCESS_TOKEN: canaryToken },
  });
  return { emulator, stack };
}

/** More at a time only get into each other's way: the CLI, unlike the provider, is busy all the time. */
const benchCount = 2;
const queues: Promise<unknown>[] = [];

/** Runs it on a bench after what was queued for that one before. */
function onBench<T>(index: number, work: (bench: Bench) => Promise<T>): Promise<T> {
  const at = index % benchCount;
  const done = (queues[at] ?? Promise.resolve()).then(async () => work(await benchAt(at)));
  queues[at] = done.catch(() => {
    // What a failed run has left would only make the next one fail as well.
    benches.delete(at);
  });
  return done;
}

function benchAt(at: number): Promise<Bench> {
  const bench = benches.get(at) ?? startBench();
  if (!benches.has(at)) started.push(bench);
  benches.set(at, bench);
  return bench;
}

function programWithin(timeout: string): string {
  const options = JSON.stringify({ customTimeouts: { create: timeout, update: timeout } });
  return applied
    .map((call, index) => `new gce.${call.kind}("c${String(index)}", ${JSON.stringify(call.program)}, ${options});\n`)
    .join("");
}

/** The calls that the fault can meet. */
const metBy = (fault: MatrixFault) => applied.filter((call) => fault.impossible?.(call) === undefined);

async function arrange(emulator: Emulator, fault: MatrixFault): Promise<void> {
  if (fault.operationMs !== undefined) emulator.latency({ defaultMs: fault.operationMs });
  const rules = metBy(fault).flatMap((call) => fault.rules?.(call) ?? []);
  if (!rules.some((rule) => rule.fault.kind === "outage")) {
    rules.forEach((rule) => {
      emulator.fault(rule);
    });
    return;
  }
  // The whole run meets it.
  emulator.fault({ match: knock, fault: { kind: "outage", ms: 600_000 } });
  await fetch(emulator.endpoint + knock.path.replace(/\$$/, "")).then((answer) => answer.text());
}

it.concurrent.each(kinds.map((fault, index) => [fault.name, fault, index] as const))(
  "the real CLI survives: %s",
  { timeout: 900_000 },
  (name, fault, index) => rows.cell("up, up, destroy", name, () => onBench(index, (bench) => runCli(bench, fault))),
);

async function runCli({ emulator, stack }: Bench, fault: MatrixFault): Promise<string> {
  await emulator.reset();
  await reachable(emulator);
  for (const { seed } of applied) seed(emulator);
  const original = applied.map((call) => thereOf(emulator, call));
  stack.program(programWithin(fault.lasting ? "3s" : "2m"));
  await arrange(emulator, fault);
  // Without the flag, the first failure keeps the engine from calling the others.
  const up = stack.up("--continue-on-error");
  if (fault.earlyAnswers !== undefined) {
    await finishAfterEarlyAnswers(emulator, fault.earlyAnswers * metBy(fault).length, up);
    emulator.latency({ defaultMs: 0 });
  }
  const run = await up;
  emulator.clearFaults();
  await reachable(emulator);
  const output = expectRun(run, fault);
  emulator.latency({ defaultMs: 0 });
  stack.program(programWithin("2m"));
  if (run.code !== 0) succeeded(await stack.up());
  for (const call of applied) expectRecorded(emulator, stack, call);
  expect(changesAt(emulator)).toEqual(applied.map(({ operationType, name }) => operationType ?? name).sort());
  succeeded(await stack.destroy());
  expect(stack.managed()).toEqual([]);
  expect(applied.map((call) => thereOf(emulator, call))).toEqual(original);
  expect(stack.printed.join("\n") + stack.stateText()).not.toContain(canaryToken);
  for (const { secret } of applied) if (secret !== undefined) expect(stack.printed.join("\n")).not.toContain(secret);
  return output;
}

/** Everything that was changed at the service: each call is there once. */
function changesAt(emulator: Emulator): string[] {
  const landed = emulator.operations().filter((operation) => operation.landed);
  const immediate = applied.flatMap(({ operationType, path, name }) =>
    // The first version is what was there before.
    operationType === undefined
      ? emulator
          .history(path)
          .slice(1)
          .map(() => name)
      : [],
  );
  return [...landed.map(({ operation }) => String(operation.operationType)), ...immediate].sort();
}

/** What the first failure says, when there has to be one; each call that fails says its cause. */
function expectRun(run: { code: number; output: string }, fault: MatrixFault): string {
  const failing = metBy(fault).filter((call) => fault.ends(call) !== "survives");
  if (failing.length === 0) {
    succeeded(run);
    return "nothing: retried";
  }
  const output = failed(run);
  for (const call of failing) {
    for (const phrase of fault.says?.(call) ?? []) expect(unbroken(output)).toMatch(phrase);
  }
  return /gce:.* failed: .*/.exec(output)?.[0] ?? "";
}

function expectRecorded(emulator: Emulator, stack: Stack, call: MutatingCall): void {
  const found = stack.managed().find(({ type }) => type.endsWith(`gce:${call.kind}`));
  const { outputs = {}, initErrors = [] } = found ?? {};
  expect(call.recorded(outputs), `what is recorded of ${call.name}`).toEqual(thereOf(emulator, call));
  expect(outputs).not.toHaveProperty("__pending");
  expect(initErrors).toEqual([]);
}
