import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { everyDistinctCall } from "../kinds/every";
import type { MutatingCall } from "../kinds/kind";
import { Lane, Lanes, reachable } from "./lanes";
import { launchClasses } from "../support/innerProcess";
import type { Properties } from "../support/providerProcess";
import { canaryToken, lookUp } from "../support/routeProvider";
import { StackOfOne } from "./stackOfOne";
import { begin, faults, finishAfterEarlyAnswers, meets, saysAll, thereOf, type StepFault } from "./faults";

/** `gcp:requestTimeout` is long where no answer is held back, so that a busy machine decides nothing. */
const lanes = {
  stalled: new Lanes(() => Lane.start("1s")),
  others: new Lanes(() => Lane.start("1m")),
  inside: new Lanes(async () => Lane.start("1m", await launchClasses())),
};
afterAll(() => Promise.all(Object.values(lanes).map((pool) => pool.close())));

/** A denial meets every call. Each other fault meets one that few have met before it, so that every call meets some. */
const timesMet = new Map(everyDistinctCall.map((call) => [call, 0]));
const cells = faults.flatMap((fault) => {
  const possible = everyDistinctCall.filter((call) => meets(fault, call));
  const fewest = Math.min(...possible.map((call) => timesMet.get(call) ?? 0));
  const met = fault.isDenial ? possible : possible.filter((call) => timesMet.get(call) === fewest).slice(0, 1);
  if (!fault.isDenial) for (const call of met) timesMet.set(call, fewest + 1);
  return met.map((call) => [fault.name, call.name, fault, call] as const);
});

it("every call meets a fault that is no denial", () => {
  expect([...timesMet].flatMap(([{ name }, times]) => (times === 0 ? [name] : []))).toEqual([]);
});

/** On a busy machine, a short deadline is over before the step meets the fault, or reads its answer. */
const deadlinesMs = [2_000, 8_000, 32_000, 60_000];

describe.concurrent("a step of a real provider process, its next run, and a destroy", () => {
  it.each(cells.filter(([, , { isDenial }]) => isDenial !== true))(
    "under %s: %s",
    async (_fault, _call, fault, call) => {
      await tryDeadlines(fault.name.startsWith("stalled") ? lanes.stalled : lanes.others, fault, call);
    },
  );
});

// One pool serves one at a time: such processes share the secrets to remove.
describe("a step of a provider process that is an object, its next run, and a destroy", () => {
  it.each(cells.filter(([, , { isDenial }]) => isDenial))("under %s: %s", async (_fault, _call, fault, call) => {
    await tryDeadlines(lanes.inside, fault, call);
  });
});

async function tryDeadlines(pool: Lanes, fault: StepFault, call: MutatingCall): Promise<void> {
  let error: string | undefined;
  for (const ms of deadlinesMs) {
    const { isMet, ...tried } = await pool.run((lane) => live(lane, call, fault, fault.isLasting ? ms : 120_000));
    if (isMet) return;
    ({ error } = tried);
  }
  throw new Error(`No deadline is long enough on this machine, or the fault is not met: ${String(error)}`);
}

interface Tried {
  /** The step met the fault, and what it said was not only that time was over. */
  readonly isMet: boolean;
  readonly error?: string | undefined;
}

async function live(lane: Lane, call: MutatingCall, fault: StepFault, deadlineMs: number): Promise<Tried> {
  const { emulator } = lane;
  const saidBefore = lane.said.length;
  const stack = new StackOfOne(lane, call.kind);
  const deadline = `${String(deadlineMs)}ms`;
  // Only the step itself is short of time, not what surrounds it.
  const hurried = withTimeouts(call.program, call.step === "up" ? [deadline, "1m"] : ["1m", deadline]);
  const patient = withTimeouts(call.program, ["1m", "1m"]);
  call.seed(emulator);
  const original = thereOf(emulator, call);
  if (call.before !== undefined) succeeded(await stack.up(withTimeouts(call.before, ["1m", "1m"])));
  if (call.step === "destroy") succeeded(await stack.up(hurried));
  const before = thereOf(emulator, call);
  const recordedBefore = structuredClone(stack.recorded);
  const count = changesOf(emulator, call);

  emulator.clearRequests();
  await begin(emulator, fault, [call]);
  // A process that is asked notices that its idle connections were closed.
  for (let round = 0; round < 2; round += 1) await stack.checked(call.program);
  const done = call.step === "up" ? stack.up(hurried) : stack.destroy();
  if (fault.earlyAnswers !== undefined) await finishAfterEarlyAnswers(emulator, fault.earlyAnswers, done);
  const error = await done;
  const isMet = isFaultMet(emulator, fault, call);
  emulator.clearFaults();
  await reachable(emulator);
  while (emulator.operations().some(({ doneAt }) => doneAt === undefined)) await sleep(5);
  emulator.latency({ defaultMs: 0 });
  await lane.renew();
  const endOfFailure = fault.isNoProof && call.operationType !== "insert" ? "recorded" : fault.end;
  const end = error === undefined && fault.acts && isFoundByReading(call) ? "survives" : endOfFailure;
  if (!isMet || isOfDeadlineAlone(error, fault, call)) return { isMet: false, error };

  if (end === "survives") expect(error).toBeUndefined();
  else {
    expect(error?.startsWith(call.failure), `${String(error)} begins with ${call.failure}`).toBe(true);
    if (call.step === "destroy") expect(error).toContain("It stays recorded: run the same command again");
    else if (end === "recorded") expect(error).toMatch(/next `pulumi up`|run `pulumi up` again/);
    if (end === "recorded" && call.step === "up") expect(stack.recorded?.outputs).toHaveProperty("__pending");
    else expect(stack.recorded, "what is recorded").toEqual(recordedBefore);
  }
  const hasActed = end === "survives" || fault.acts === true;
  expect(count(), "changes at the service after the step").toBe(hasActed ? 1 : 0);
  if (!hasActed) expect(thereOf(emulator, call)).toEqual(before);

  stack.letTimePass();
  if (error !== undefined)
    succeeded(await (call.step === "up" ? stack.up(patient) : stack.destroy({ __timeouts: patient.__timeouts })));
  expect(count(), "changes at the service at the end").toBe(1);
  if (call.step === "up") {
    expect(await stack.isUpToDate(error === undefined ? hurried : patient), "nothing is left to do").toBe(true);
    expect(stack.recorded && call.recorded(stack.recorded.outputs)).toEqual(thereOf(emulator, call));
    succeeded(await stack.destroy());
  }
  expect(stack.recorded).toBeUndefined();
  expect(thereOf(emulator, call), "as it was at first").toEqual(original);
  const said = [error ?? "", ...lane.said.slice(saidBefore)].join("\n");
  expect(said).not.toContain(canaryToken);
  if (call.secret !== undefined) expect(error ?? "").not.toContain(call.secret);
  return { isMet: true };
}

/** True if a last look at the object finds a change whose answer is lost, if the deadline leaves time for it. */
function isFoundByReading({ operationType }: MutatingCall): boolean {
  return operationType === undefined || operationType === "setLabels" || operationType === "patch";
}

/** A fault that was never met proves nothing. A step that ends with its deadline does not ask for the operation. */
function isFaultMet(emulator: Emulator, fault: StepFault, call: MutatingCall): boolean {
  const names = emulator.requests().flatMap(({ fault: name = "" }) => name.split("+"));
  return fault.rules(call).every((rule) => rule.match === lookUp || names.includes(rule.fault.kind));
}

/** True if the deadline came before the answer that has to be reported, or cut the last of several requests short. */
function isOfDeadlineAlone(error: string | undefined, fault: StepFault, call: MutatingCall): boolean {
  if (error === undefined || fault.end === "survives") return false;
  const isCut = fault.end === "refused" && error.includes("It is not known whether the service received the request");
  return isCut || !saysAll(error, fault, call);
}

/** Counts the changes that this call makes at the service from now on. */
function changesOf(emulator: Emulator, { operationType, path }: MutatingCall): () => number {
  const count = () =>
    operationType === undefined
      ? emulator.history(path).filter(({ object }) => object !== undefined).length
      : emulator.operations().filter(({ operation, landed }) => landed && operation.operationType === operationType)
          .length;
  const before = count();
  return () => count() - before;
}

function withTimeouts(program: Properties, [change, remove]: readonly [string, string]): Properties {
  return { ...program, __timeouts: { create: change, update: change, delete: remove } };
}

function succeeded(error: string | undefined): void {
  if (error !== undefined) throw new Error(`This step had to succeed:\n${error}`);
}
