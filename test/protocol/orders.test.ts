import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import type { Check, Emulator } from "../../emulator/src/index";
import { thereOf } from "../faults/matrix/cell";
import { StackOfOne } from "../faults/matrix/engine";
import { MatrixLanes } from "../faults/matrix/lanes";
import { callsOf, registeredKinds } from "../kinds/every";
import type { MutatingCall } from "../kinds/kind";
import type { Properties } from "../support/providerProcess";
import { project } from "../support/routeProvider";

/**
 * One of each class of orders. A check that comes after `requestId` cannot refuse a repeat, and no repeat is refused by
 * both existence and fingerprint. The repeat of an insert is refused by existence or by readiness while it runs: in the
 * last two orders the first of them decides.
 */
const orders: readonly (readonly Check[])[] = [
  ["requestId", "existence", "fingerprint", "readiness"],
  ["readiness", "requestId", "existence", "fingerprint"],
  ["existence", "fingerprint", "requestId", "readiness"],
  ["readiness", "existence", "fingerprint", "requestId"],
];

const theirMap = `//certificatemanager.googleapis.com/projects/${project}/locations/global/certificateMaps/theirs`;

/** Every call with a request id. A proxy has a map of somebody else's at first, so that there is something to restore. */
const calls = registeredKinds
  .flatMap(callsOf)
  .filter(({ operationType }) => operationType !== undefined && operationType !== "setLabels")
  .map((call) => ({ ...call, seed: call.kind === "TargetSslProxyCertificateMap" ? seedWithMap(call) : call.seed }));

function seedWithMap({ seed, path }: MutatingCall) {
  return (emulator: Emulator) => {
    seed(emulator);
    emulator.objects.patch(path, { certificateMap: theirMap });
  };
}

/** What has to be recorded as the values from before our first change, by kind. */
const previous: Readonly<Record<string, object>> = {
  RegionInstanceGroupManagerPatch: { previousValues: { description: "theirs" } },
  TargetSslProxyCertificateMap: { previousCertificateMap: theirMap },
};

/** When the repeat comes. */
const moments = ["while its operation runs", "after it landed"] as const;

const cells = calls.flatMap((call) =>
  moments.flatMap((moment) =>
    orders.map((order) => [call.name, moment, order.join(", "), { call, moment, order }] as const),
  ),
);

const lanes = new MatrixLanes();
afterAll(() => lanes.close());

describe.concurrent("a change whose answer is lost", () => {
  it.each(cells)("is made once, and recorded: %s, repeated %s, in the order %s", async (...[, , , cell]) => {
    const { call, moment, order } = cell;
    await lanes.run("1m", async ({ emulator, provider }) => {
      const life = await begin(emulator, new StackOfOne({ provider }, call.kind), call);
      loseAnswer(emulator, call, order);
      if (moment === "while its operation runs") emulator.latency({ defaultMs: 600_000 });
      expect(await endingAfterRepeat(emulator, life.step(call.program))).toBeUndefined();
      await expectEnd(emulator, life);
    });
  });

  it.each(calls.filter(({ step }) => step === "up").map((call) => [call.name, call] as const))(
    "stays recorded if it is refused as busy until the deadline, and the next run settles it: %s",
    async (_name, call) => {
      await withinAny(["1s", "4s", "16s"], (deadline) =>
        lanes.run("1m", async ({ emulator, provider }) => {
          const life = await begin(emulator, new StackOfOne({ provider }, call.kind), call);
          loseAnswer(emulator, call, ["readiness", "existence", "fingerprint", "requestId"]);
          emulator.latency({ defaultMs: 600_000 });
          const timeouts = { create: deadline, update: deadline, delete: deadline };
          const error = await life.step({ ...call.program, __timeouts: timeouts });
          if (!emulator.requests().some(({ status }) => status === 400)) return false;
          expect(error).not.toContain("Nothing was");
          emulator.finishOperations();
          emulator.latency({ defaultMs: 0 });
          expect(await life.step(call.program)).toBeUndefined();
          await expectEnd(emulator, life);
          return true;
        }),
      );
    },
  );
});

/** One resource before the step whose answer is lost. */
interface Life {
  readonly call: MutatingCall;
  readonly stack: StackOfOne;
  /** What the call changes, as it was before the resource. */
  readonly original: unknown;
  /** How many changes of its type the service has seen. */
  readonly changes: number;
  step(program: Properties): Promise<string | undefined>;
}

async function begin(emulator: Emulator, stack: StackOfOne, call: MutatingCall): Promise<Life> {
  call.seed(emulator);
  const original = thereOf(emulator, call);
  if (call.before !== undefined) expect(await stack.up(call.before)).toBeUndefined();
  if (call.step === "destroy") expect(await stack.up(call.program)).toBeUndefined();
  const step = (program: Properties) => (call.step === "up" ? stack.up(program) : stack.destroy());
  return { call, stack, original, changes: landed(emulator, call), step };
}

function loseAnswer(emulator: Emulator, call: MutatingCall, order: readonly Check[]): void {
  emulator.clearRequests();
  emulator.checks(order);
  emulator.fault({ match: call.request, fault: { kind: "resetAfter" } });
}

/** The change was made once, all that is recorded is true, and a destroy leaves what was there before. */
async function expectEnd(emulator: Emulator, { call, stack, original, changes }: Life): Promise<void> {
  emulator.latency({ defaultMs: 0 });
  expect(landed(emulator, call) - changes, "changes at the service").toBe(1);
  if (call.step === "up") {
    const { outputs = {} } = stack.recorded ?? {};
    expect(outputs).not.toHaveProperty("__pending");
    expect(outputs).toMatchObject(previous[call.kind] ?? {});
    expect(call.recorded(outputs), "what is recorded").toEqual(thereOf(emulator, call));
    expect((await stack.read())?.outputs, "what a refresh finds").toEqual(outputs);
    expect(await stack.isUpToDate(call.program), "nothing is left to do").toBe(true);
    expect(await stack.destroy()).toBeUndefined();
  }
  expect(stack.recorded).toBeUndefined();
  expect(thereOf(emulator, call), "as it was at first").toEqual(original);
}

/** Ends the operation when the service has answered something after the lost answer. */
async function endingAfterRepeat<T>(emulator: Emulator, step: Promise<T>): Promise<T> {
  let isOver = false;
  const over = step.finally(() => {
    isOver = true;
  });
  const isAnswered = () => {
    const lost = emulator.requests().findIndex(({ fault }) => fault === "resetAfter");
    const after = lost === -1 ? [] : emulator.requests().slice(lost + 1);
    return after.some(({ status }) => status !== undefined);
  };
  while (!isOver && !isAnswered()) await sleep(5);
  emulator.finishOperations();
  return over;
}

/** Tries longer deadlines while one is too short to meet the refusal on a busy machine. */
async function withinAny(deadlines: readonly string[], meets: (deadline: string) => Promise<boolean>): Promise<void> {
  for (const deadline of deadlines) if (await meets(deadline)) return;
  throw new Error("No deadline is long enough on this machine.");
}

/** How many changes of the type of this call were made at the service. */
function landed(emulator: Emulator, { operationType }: MutatingCall): number {
  return emulator.operations().filter((entry) => entry.landed && entry.operation.operationType === operationType)
    .length;
}
