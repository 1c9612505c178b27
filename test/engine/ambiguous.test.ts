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

/** A young operation may be unknown for a tenth of that; the default is a minute. */
const forgettingSoon = 'customTimeouts: { create: "20s" }';

type Step = "up" | "refresh" | "destroy";
const steps: Step[] = ["up", "refresh", "destroy"];
const moments = ["before", "after"] as const;

/** Every combination of the next step and the moment of it. */
const nextSteps = moments.flatMap((moment) => steps.map((step) => [step, moment] as const));

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

/** Whatever the step was: the next `up` ends with one route that the state knows, and `destroy` with none. */
async function converges({ stack, emulator, expectSame, routes }: RouteStack): Promise<void> {
  succeeded(await endsDuring(emulator, () => stack.up()));
  expectSame();
  expect(routes()).toEqual([routePath]);
  succeeded(await stack.destroy());
  expect(routes()).toEqual([]);
  expect(stack.managed()).toEqual([]);
}

describe("an insert that was accepted, and then", () => {
  it.each<{ then: string; faults: FaultRule[]; insertMs: number; options?: string }>([
    {
      then: "the wait answers early twenty times",
      faults: [{ match: { path: "/wait$" }, times: 20, fault: { kind: "earlyWait" } }],
      insertMs: 20_000,
    },
    {
      then: "the connection drops in the wait",
      faults: [
        { match: { path: "/wait$" }, fault: { kind: "resetBefore" } },
        { match: { path: "/wait$" }, fault: { kind: "resetAfter" } },
        { match: { path: "/wait$" }, fault: { kind: "truncate" } },
      ],
      insertMs: 1000,
    },
    {
      then: "the operation is forgotten when it has ended",
      faults: [{ fault: { kind: "operationVanishes", when: "whenDone" } }],
      insertMs: 300,
      options: forgettingSoon,
    },
  ])("$then, creates exactly one route", async ({ faults, insertMs, options = "" }) => {
    const route = await startRouteStack({ program: routeProgram(plain, options) });
    route.emulator.latency({ byType: { insert: insertMs } });
    faults.forEach((fault) => {
      route.emulator.fault(fault);
    });
    succeeded(await route.stack.up());
    route.expectSame();
    expect(mutations(route.emulator)).toEqual(["insert r"]);
    succeeded(await route.stack.up("--expect-no-changes"));
    succeeded(await route.stack.destroy());
    expect(route.routes()).toEqual([]);
  });

  it("its operation fails, leaves nothing behind, says everything, and is made by the next up", async () => {
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
    succeeded(await route.stack.refresh());
    await converges(route);
  });
});

describe("an insert whose deadline passes while the operation runs", () => {
  it.each(nextSteps)("is settled by %s %s the operation ends", async (step, moment) => {
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
    if (moment === "after") route.emulator.finishOperations();
    route.stack.program(routeProgram(plain, 'customTimeouts: { create: "1m" }'));
    const next = succeeded(await taken(route, step));
    if (step === "refresh" && moment === "before") {
      expect(next).toContain("its insert is still running at the service");
      expect(route.stack.managed()[0]?.outputs).toHaveProperty("__pending");
    } else if (step === "destroy") {
      expect(route.routes()).toEqual([]);
      expect(route.stack.managed()).toEqual([]);
    } else {
      route.expectSame();
    }
    const inserts = () => mutations(route.emulator).filter((mutation) => mutation === "insert r");
    expect(inserts()).toHaveLength(1);
    if (step !== "destroy") {
      await converges(route);
      expect(inserts()).toHaveLength(1);
    }
  });

  it.each(steps)("and which then fails is explained by %s, and converges", async (step) => {
    const route = await startRouteStack({ program: routeProgram(plain, 'customTimeouts: { create: "1s" }') });
    route.emulator.latency({ byType: { insert: untilTold } });
    route.emulator.fault(quotaExceeded);
    failed(await route.stack.up());
    route.emulator.finishOperations();
    route.emulator.latency({ byType: { insert: 0 } });
    expect(succeeded(await route.stack[step]())).toContain("its insert in an earlier run failed: QUOTA_EXCEEDED");
    if (step === "up") route.expectSame();
    else expect(route.stack.managed()).toEqual([]);
    await converges(route);
  });
});

describe("an insert whose operation is gone", () => {
  it.each(nextSteps)("is settled by %s %s the change lands", async (step, moment) => {
    const route = await startRouteStack({ program: routeProgram(plain, forgettingSoon) });
    route.emulator.latency({ byType: { insert: untilTold } });
    route.emulator.fault({ fault: { kind: "operationVanishes", when: "atOnce" } });
    expect(failed(await route.stack.up())).toContain("may still appear");
    route.stack.letTimePass();
    if (moment === "after") route.emulator.finishOperations();
    const next = succeeded(await taken(route, step));
    expect(emulatorLanded(route.emulator)).toBeLessThanOrEqual(1);
    if (step === "destroy") {
      expect(route.routes()).toEqual([]);
      expect(route.stack.managed()).toEqual([]);
      return;
    }
    if (step === "refresh" && moment === "before") expect(next).toContain("the state keeps its record");
    else route.expectSame();
    await converges(route);
    expect(emulatorLanded(route.emulator)).toBe(1);
  });
});

/** The next step. An operation outlasts a refresh, and ends while the others wait for it. */
function taken({ stack, emulator }: RouteStack, step: Step): Promise<Run> {
  return step === "refresh" ? stack.refresh() : endsDuring(emulator, () => stack[step]());
}

/** How many inserts made a route: more than one would be two routes, one after the other. */
function emulatorLanded(emulator: Emulator): number {
  return emulator.operations().filter(({ operation, landed }) => operation.operationType === "insert" && landed).length;
}

describe("a delete whose deadline passes while the operation runs", () => {
  it.each([
    ["destroy", "before"],
    ["destroy", "after"],
    ["refresh", "after"],
    ["up", "before"],
    ["up", "after"],
  ] as const)("is finished by %s %s the operation ends", async (step, moment) => {
    const route = await startRouteStack({ program: routeProgram(plain, 'customTimeouts: { delete: "1s" }') });
    succeeded(await route.stack.up());
    route.emulator.latency({ byType: { delete: untilTold } });
    // `up` deletes because the program no longer has the route; `destroy` deletes whatever there is.
    if (step === "up") route.stack.program("");
    const output = failed(await (step === "up" ? route.stack.up() : route.stack.destroy()));
    expect(output).toContain("delete failed: not finished within 1s");
    expect(output).toContain("It stays recorded");
    expect(route.stack.managed()).toHaveLength(1);
    if (moment === "after") route.emulator.finishOperations();
    await taken(route, step);
    expect(route.stack.managed()).toEqual([]);
    expect(route.routes()).toEqual([]);
  });
});
