import { afterAll, expect, it } from "vitest";
import { startEmulator, type Emulator } from "../../emulator/src/index";
import { emulatorOptions, everyCall } from "../kinds/every";
import type { MutatingCall } from "../kinds/kind";
import { extendedFolder } from "../support/extendedPackage";
import { reachable } from "../support/lanes";
import { canaryToken, project } from "../support/routeProvider";
import { failed, succeeded } from "../support/routeStack";
import { Stack } from "../support/stack";
import { begin, faults, finishAfterEarlyAnswers, meets, saysAll, thereOf, type StepFault } from "./faults";

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

/** A stack and its emulator; each run leaves both empty for the next one. */
interface Bench {
  emulator: Emulator;
  stack: Stack;
}

/** More at a time only get into each other's way: the CLI, unlike the provider, is busy all the time. */
const benchCount = 2;
const started: Bench[] = [];
/** A bench each, when it is free. What a failed run has left would only make the next one fail as well. */
const benches: Promise<Bench>[] = [];

afterAll(async () => {
  await Promise.all(benches);
  for (const { emulator, stack } of started) {
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
  const bench = { emulator, stack };
  started.push(bench);
  return bench;
}

const lasting = faults.filter(({ name }) => !name.endsWith(", once"));

it.concurrent.each(lasting.map((fault, index) => [fault.name, fault, index % benchCount] as const))(
  "an up through the real CLI, the next up, and a destroy under %s",
  { timeout: 900_000 },
  async (_name, fault, at) => {
    const done = (benches[at] ?? startBench()).then((bench) => runCli(bench, fault));
    benches[at] = done.catch(startBench);
    await done;
  },
);

/** Gives the bench, on which nothing is left. */
async function runCli(bench: Bench, fault: StepFault): Promise<Bench> {
  const { emulator, stack } = bench;
  await emulator.reset();
  await reachable(emulator);
  for (const { seed } of applied) seed(emulator);
  const original = applied.map((call) => thereOf(emulator, call));
  const metBy = applied.filter((call) => meets(fault, call));
  stack.program(programWithin(fault.isLasting ? "3s" : "2m"));
  await begin(emulator, fault, metBy);
  // Without the flag, the first failure keeps the engine from calling the others.
  const up = stack.up("--continue-on-error");
  if (fault.earlyAnswers !== undefined) {
    await finishAfterEarlyAnswers(emulator, fault.earlyAnswers * metBy.length, up);
    emulator.latency({ defaultMs: 0 });
  }
  const run = await up;
  emulator.clearFaults();
  await reachable(emulator);
  const output = fault.end === "survives" ? succeeded(run) : failed(run);
  for (const call of metBy) expect(saysAll(output, fault, call), output).toBe(true);
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
  return bench;
}

function programWithin(timeout: string): string {
  const options = JSON.stringify({ customTimeouts: { create: timeout, update: timeout } });
  return applied
    .map((call, index) => `new gce.${call.kind}("c${String(index)}", ${JSON.stringify(call.program)}, ${options});\n`)
    .join("");
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

function expectRecorded(emulator: Emulator, stack: Stack, call: MutatingCall): void {
  const found = stack.managed().find(({ type }) => type.endsWith(`gce:${call.kind}`));
  const { outputs = {}, initErrors = [] } = found ?? {};
  expect(call.recorded(outputs), `what is recorded of ${call.name}`).toEqual(thereOf(emulator, call));
  expect(outputs).not.toHaveProperty("__pending");
  expect(initErrors).toEqual([]);
}
