import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Emulator, FaultRule } from "../../emulator/src/index";
import { routePath } from "../support/routeProvider";
import { failed, mutations, routeProgram, startRouteStack, succeeded, type RouteStack } from "../support/routeStack";
import type { Run } from "../support/stack";

const plain = 'name: "r", destRange: "10.1.0.0/16"';
const quotaExceeded: FaultRule = {
  match: { operationType: "insert" },
  fault: {
    kind: "operationError",
    httpErrorStatusCode: 403,
    httpErrorMessage: "FORBIDDEN",
    errors: [
      {
        code: "QUOTA_EXCEEDED",
        message: "Quota 'ROUTES' exceeded.",
        errorDetails: [{ quotaInfo: { limitName: "ROUTES-per-project", limit: 250, futureLimit: 500 } }],
      },
    ],
  },
};

type Step = "up" | "refresh" | "destroy";
const steps: Step[] = ["up", "refresh", "destroy"];
/** Longer than any test: such an operation ends when the test says so. */
const untilTold = 600_000;

/** Runs the step; whatever operation runs ends when the step has looked at the service. */
async function endsDuring(emulator: Emulator, step: () => Promise<Run>): Promise<Run> {
  const requestsBefore = emulator.requests().length;
  let over = false;
  const run = step().finally(() => {
    over = true;
  });
  while (!over) {
    if (emulator.requests().length > requestsBefore) emulator.finishOperations();
    await sleep(50);
  }
  return run;
}

it("an insert whose operation fails leaves nothing behind, and says everything", async () => {
  const route = await startRouteStack({ program: routeProgram(plain) });
  route.emulator.fault(quotaExceeded);
  const output = failed(await route.stack.up());
  for (const part of [
    'gce:Route "r": insert failed: QUOTA_EXCEEDED',
    "Quota 'ROUTES' exceeded.",
    "ROUTES-per-project: limit 250 (future limit 500)",
    "HTTP 403 FORBIDDEN",
    `operation ${String(route.emulator.operations()[0]?.operation.name)}`,
    "Nothing was created. Ask for more quota",
  ]) {
    expect(output).toContain(part);
  }
  expect(route.stack.managed()).toEqual([]);
});

describe("an insert whose deadline passes while the operation runs", () => {
  it.each(steps)("is settled by %s", async (step) => {
    const route = await startRouteStack({ program: routeProgram(plain, 'customTimeouts: { create: "1s" }') });
    route.emulator.latency({ byType: { insert: untilTold } });
    const output = failed(await route.stack.up());
    const operation = route.emulator.operations()[0]?.operation.name;
    expect(output).toContain('gce:Route "r": insert failed: not finished within 1s');
    expect(output).toContain(`operation ${String(operation)} may still be running`);
    expect(route.stack.managed()[0]).toMatchObject({
      id: routePath,
      outputs: { __pending: [{ action: "insert" }] },
      initErrors: [expect.stringContaining("not finished within 1s")],
    });
    route.stack.program(routeProgram(plain, 'customTimeouts: { create: "1m" }'));
    const next = succeeded(await taken(route, step));
    if (step === "refresh") {
      expect(next).toContain("its insert is still running at the service");
      expect(route.stack.managed()[0]?.outputs).toHaveProperty("__pending");
    } else if (step === "up") route.expectSame();
    else expect(route.stack.managed()).toEqual([]);
    expect(mutations(route.emulator).filter((mutation) => mutation === "insert r")).toHaveLength(1);
  });
});

describe("a delete whose deadline passes while the operation runs", () => {
  it.each(["destroy", "up"] as const)("is finished by %s", async (step) => {
    const route = await startRouteStack({ program: routeProgram(plain, 'customTimeouts: { delete: "1s" }') });
    succeeded(await route.stack.up());
    route.emulator.latency({ byType: { delete: untilTold } });
    // `up` deletes because the program no longer has the route; `destroy` deletes whatever there is.
    if (step === "up") route.stack.program("");
    const output = failed(await route.stack[step]());
    expect(output).toContain("delete failed: not finished within 1s");
    expect(output).toContain("It stays recorded");
    expect(route.stack.managed()).toHaveLength(1);
    await taken(route, step);
    expect(route.stack.managed()).toEqual([]);
    expect(route.routes()).toEqual([]);
  });
});

/** The next step. An operation outlasts a refresh, and ends while the others wait for it. */
function taken({ stack, emulator }: RouteStack, step: Step): Promise<Run> {
  return step === "refresh" ? stack.refresh() : endsDuring(emulator, () => stack[step]());
}
