import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import type { MutatingCall } from "../../kinds/kind";
import { ProviderError, type Properties } from "../../support/providerProcess";
import { canaryToken, lookUp } from "../../support/routeProvider";
import { firstLine } from "../../support/rowFiles";
import { StackOfOne } from "./engine";
import { knock, unbroken, type End, type MatrixFault } from "./faults";
import { reachable, type Lane, type MatrixLanes } from "./lanes";
import { SecretSeen } from "./results";

/** The next thing that a user does after a failure. */
export type NextStep = "the same again" | "refresh first";

/**
 * What a step may take that meets a fault which lasts: all of it is waited for. On a busy machine the first may be over
 * before the fault is met, or its answer read, and shows nothing then; the last one is long enough for any.
 */
const lastingDeadlinesMs = [1_000, 4_000, 16_000, 60_000];

/** Runs one call under one fault, and everything that comes after it; gives what the user saw. */
export async function runCell(
  lanes: MatrixLanes,
  call: MutatingCall,
  fault: MatrixFault,
  next: NextStep,
): Promise<string> {
  const stalls = fault.rules?.(call).some((rule) => rule.fault.kind === "stall") === true;
  const requestTimeout = stalls ? "1s" : "1m";
  let tooShort: DeadlineTooShortError | undefined;
  for (const deadlineMs of lastingDeadlinesMs) {
    const timeout = fault.lasting ? `${String(stalls ? 2 * deadlineMs : deadlineMs)}ms` : "2m";
    try {
      return await lanes.run(requestTimeout, (lane) => runOnce(lane, call, fault, next, timeout));
    } catch (error) {
      tooShort = tooShortOf(error, fault);
    }
  }
  throw new Error("No deadline is long enough on this machine.", { cause: tooShort });
}

/** The deadline was over before the step could meet what it is about. */
class DeadlineTooShortError extends Error {}

/** The step met no fault, and shows nothing. One that never meets it fails when the deadlines are used up. */
class FaultNotMetError extends DeadlineTooShortError {}

/** Any other error is that of the cell. */
function tooShortOf(error: unknown, { lasting }: MatrixFault): DeadlineTooShortError {
  if (error instanceof DeadlineTooShortError) return error;
  if (lasting && error instanceof ProviderError && ofDeadline.test(error.message))
    return new DeadlineTooShortError(error.message);
  throw error;
}

/** What an error says when its cause is the deadline alone. */
const ofDeadline =
  /deadline of \S+ passed before the request was sent|no (complete answer|access token came) within|not finished within|still creating the object after|To continue to wait, run `pulumi up` again/;

async function runOnce(
  lane: Lane,
  call: MutatingCall,
  fault: MatrixFault,
  next: NextStep,
  timeout: string,
): Promise<string> {
  const { emulator } = lane;
  const [heard, saidBefore] = [lane.provider.logs.length, lane.said.length];
  const stack = new StackOfOne(lane, call.kind);
  // Only the step itself is short of time, not what surrounds it.
  const program = withTimeouts(call.program, call.step === "up" ? [timeout, "1m"] : ["1m", timeout]);
  call.seed(emulator);
  const original = thereOf(emulator, call);
  if (call.before !== undefined) succeeded(await stack.up(withTimeouts(call.before, ["1m", "1m"])));
  if (call.step === "destroy") succeeded(await stack.up(program));
  const before = thereOf(emulator, call);
  const recordedBefore = structuredClone(stack.recorded);
  const step = () => (call.step === "up" ? stack.up(program) : stack.destroy());
  const check = () => stack.checked(program);
  const count = effectsOf(emulator, call);

  const error = await underFault(emulator, call, fault, { step, check });
  const end = error === undefined && fault.acts && isFoundByReading(call) ? "survives" : fault.ends(call);
  if (fault.lasting && isOfDeadlineAlone(error, call, fault)) throw new DeadlineTooShortError(error);
  const told = lane.provider.logs.slice(heard).map((logged) => logged.message);
  expectNoSecret([error ?? "", ...told], call);
  if (fault.slowsDown) await lane.renew();
  expectEnd({ call, fault, end, error, stack, recordedBefore });
  const acted = fault.elsewhere === undefined && (end === "survives" || fault.acts === true);
  expect(count(), "changes at the service after the step").toBe(acted ? 1 : 0);
  if (fault.elsewhere === undefined && !acted) expect(thereOf(emulator, call)).toEqual(before);

  stack.letTimePass();
  await expectAgreement(emulator, call, stack, fault);
  if (fault.elsewhere === "obstacle") call.obstacle?.leave(emulator);
  if (error !== undefined) {
    if (next === "refresh first") stack.recorded = await stack.read();
    const again = await step();
    if (fault.lasting && again !== undefined && ofDeadline.test(again)) throw new DeadlineTooShortError(again);
    succeeded(again);
  }
  expect(count(), "changes at the service at the end").toBe(fault.elsewhere === "vanishes" ? 0 : 1);
  if (call.step === "up") {
    expect(await stack.isUpToDate(program), "nothing is left to do").toBe(true);
    expectSame(emulator, call, stack);
    succeeded(await stack.destroy());
  }
  expect(stack.recorded).toBeUndefined();
  if (fault.elsewhere !== "vanishes") expect(thereOf(emulator, call), "as it was at first").toEqual(original);
  if (lane.said.slice(saidBefore).join("\n").includes(canaryToken)) throw new SecretSeen("the token");
  return error === undefined ? "nothing: retried" : firstLine(unbroken(error));
}

/** Whether a last look at the object finds a change whose answer is lost, if the deadline leaves time for it. */
function isFoundByReading({ operationType }: MutatingCall): boolean {
  return operationType === undefined || operationType === "setLabels" || operationType === "patch";
}

/** Does the step while the fault lasts; the fault is gone when it returns. */
async function underFault(
  emulator: Emulator,
  call: MutatingCall,
  fault: MatrixFault,
  { step, check }: { step: () => Promise<string | undefined>; check: () => Promise<unknown> },
): Promise<string | undefined> {
  emulator.clearRequests();
  if (fault.operationMs !== undefined) emulator.latency({ defaultMs: fault.operationMs });
  if (fault.elsewhere === "obstacle") call.obstacle?.arrive(emulator);
  if (fault.elsewhere === "vanishes") emulator.fault({ match: call.request, fault: { kind: "delay", ms: 150 } });
  const rules = fault.rules?.(call) ?? [];
  rules.forEach((rule) => {
    emulator.fault(rule);
  });
  if (rules.some(({ fault: { kind } }) => kind === "outage") && call.readBefore === undefined) {
    await fetch(emulator.endpoint + knock.path.replace(/\$$/, "")).then((answer) => answer.text());
    // What it answers from now on it answers after it has noticed that its idle connections were closed.
    for (let round = 0; round < 2; round += 1) await check();
  }
  const done = step();
  if (fault.elsewhere === "vanishes") {
    while (!emulator.requests().some((sent) => isOf(call, sent))) await sleep(5);
    call.vanish(emulator);
  }
  if (fault.earlyAnswers !== undefined) await finishAfterEarlyAnswers(emulator, fault.earlyAnswers, done);
  const error = await done;
  // Either the deadline was over, or a request that an earlier cell had given up came late and met the fault in its place.
  if (rules.length > 0 && !wasMet(emulator)) throw new FaultNotMetError(error);
  expectFault(emulator, fault, call);
  emulator.clearFaults();
  await reachable(emulator);
  while (emulator.operations().some(({ doneAt }) => doneAt === undefined)) await sleep(5);
  emulator.latency({ defaultMs: 0 });
  return error;
}

function isOf({ request }: MutatingCall, { method, path }: { method: string; path: string }): boolean {
  return method === request.method && new RegExp(request.path).test(path);
}

/** Ends the operations when so many answers came early, unless the step is over before. */
export async function finishAfterEarlyAnswers(
  emulator: Emulator,
  count: number,
  step: Promise<unknown>,
): Promise<void> {
  let over = false;
  const end = () => {
    over = true;
  };
  void step.then(end, end);
  while (!over && earlyAnswersOf(emulator) < count) await sleep(20);
  emulator.finishOperations();
}

function earlyAnswersOf(emulator: Emulator): number {
  return emulator.requests().filter(({ fault }) => fault === "earlyWait").length;
}

function wasMet(emulator: Emulator): boolean {
  return emulator.requests().some(({ fault }) => fault !== undefined);
}

/** Whether the deadline came before the answer that has to be reported, or cut the last of several requests short. */
function isOfDeadlineAlone(error: string | undefined, call: MutatingCall, fault: MatrixFault): boolean {
  if (error === undefined) return false;
  if (fault.ends(call) === "refused" && error.includes("It is not known whether the service received the request"))
    return true;
  if (!ofDeadline.test(error)) return false;
  const isSaid = (phrase: string | RegExp) =>
    typeof phrase === "string" ? unbroken(error).includes(phrase) : phrase.test(unbroken(error));
  return !(fault.says?.(call) ?? []).every(isSaid);
}

/** A fault that was never met proves nothing. */
function expectFault(emulator: Emulator, fault: MatrixFault, call: MutatingCall): void {
  // A step that ends with its deadline asks nothing more.
  const rules = fault.rules?.(call).filter(({ match }) => match !== lookUp) ?? [];
  const kinds = rules.map((rule) => rule.fault.kind);
  const met = emulator.requests().flatMap(({ fault: names = "" }) => names.split("+"));
  for (const kind of kinds) expect(met, "the fault was met").toContain(kind);
  expect(earlyAnswersOf(emulator), "early answers").toBe(fault.earlyAnswers ?? 0);
}

interface Ended {
  call: MutatingCall;
  fault: MatrixFault;
  end: End;
  error: string | undefined;
  stack: StackOfOne;
  recordedBefore: StackOfOne["recorded"];
}

/** The step ended as it has to, with the right words, and the right things are recorded. */
function expectEnd({ call, fault, end, error, stack, recordedBefore }: Ended): void {
  if (end === "survives") {
    expect(error).toBeUndefined();
    if (call.step === "destroy") expect(stack.recorded).toBeUndefined();
    else expect(stack.recorded?.outputs).not.toHaveProperty("__pending");
    return;
  }
  expect(error, "an error").toBeDefined();
  expect(error?.startsWith(call.failure), `${String(error)} begins with ${call.failure}`).toBe(true);
  for (const phrase of fault.says?.(call) ?? []) expect(unbroken(error ?? "")).toMatch(phrase);
  if (call.step === "destroy") {
    expect(error).toContain("It stays recorded: run the same command again");
    expect(stack.recorded).toEqual(recordedBefore);
  } else if (end === "refused") {
    if (recordedBefore === undefined) expect(error).toMatch(/Nothing was (created|changed)\./);
    expect(stack.recorded, "what is recorded").toEqual(recordedBefore);
  } else {
    expect(error).toMatch(/next `pulumi up`|run `pulumi up` again/);
    expect(stack.recorded?.outputs, "what is recorded").toHaveProperty("__pending");
  }
}

/** What is recorded agrees with the service, or says that it does not know and finds out when asked. */
async function expectAgreement(
  emulator: Emulator,
  call: MutatingCall,
  stack: StackOfOne,
  fault: MatrixFault,
): Promise<void> {
  if (stack.recorded === undefined) return;
  if (!Object.hasOwn(stack.recorded.outputs, "__pending") && call.step === "up") expectSame(emulator, call, stack);
  if (fault.elsewhere !== undefined) return;
  const read = await stack.read();
  const there = thereOf(emulator, call);
  if (read !== undefined) expect(read.outputs).not.toHaveProperty("__pending");
  expect(read === undefined ? undefined : call.recorded(read.outputs), "what refresh finds").toEqual(there);
}

function expectSame(emulator: Emulator, call: MutatingCall, { recorded }: StackOfOne): void {
  expect(recorded && call.recorded(recorded.outputs), "what is recorded").toEqual(thereOf(emulator, call));
}

function expectNoSecret(texts: readonly string[], { secret }: MutatingCall): void {
  for (const text of texts) {
    if (text.includes(canaryToken) || (secret !== undefined && text.includes(secret))) throw new SecretSeen(text);
    expect(text).not.toContain("undefined");
  }
}

/** What of the object this call changes, as it is at the service. */
export function thereOf(emulator: Emulator, { path, shown }: MutatingCall): unknown {
  const object = emulator.objects.get(path);
  return object === undefined ? undefined : shown(object);
}

/** Counts the changes that this call makes at the service from now on. */
function effectsOf(emulator: Emulator, { operationType, path }: MutatingCall): () => number {
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
