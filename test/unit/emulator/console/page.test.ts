import { describe, expect, it } from "vitest";
import { FAULT_CHOICES } from "../../../../emulator/src/console/page/faultKinds";
import { readValue, writeValue } from "../../../../emulator/src/console/page/fieldValue";
import { duration, isProblem, operationState, statusText } from "../../../../emulator/src/console/page/format";
import type { RequestLine, Update } from "../../../../emulator/src/console/page/messages";
import { Model, OPERATIONS_LIMIT, REQUESTS_LIMIT } from "../../../../emulator/src/console/page/model";
import { FAULT_STAGES } from "../../../../emulator/src/faults";
import { admin, emulatorForTest } from "../helpers";

const line = (sequence: number, more: Partial<RequestLine> = {}): RequestLine => ({
  sequence,
  startedAt: 0,
  method: "GET",
  url: `/r${String(sequence)}`,
  ...more,
});

const update = (more: Partial<Update>): Update => ({
  fresh: false,
  now: 0,
  firstRequest: 1,
  requests: [],
  operations: [],
  objects: [],
  faults: [],
  latency: { operationMs: 0, requestMs: 0, instancesMs: 0 },
  ...more,
});

describe("the page's model", () => {
  it("takes new requests, and the answers of those that it has", () => {
    const model = new Model();
    model.apply(update({ requests: [line(1), line(2)] }));
    model.apply(update({ requests: [line(1, { status: 200 }), line(3)] }));
    expect(model.requests.map(({ sequence, status }) => [sequence, status])).toEqual([
      [1, 200],
      [2, undefined],
      [3, undefined],
    ]);
    expect([1, 3, 4].map((sequence) => model.indexOf(sequence))).toEqual([0, 2, -1]);
  });

  it("drops what the log has dropped, and does not take it back when it is answered later", () => {
    const model = new Model();
    model.apply(update({ requests: [line(1), line(2), line(3)] }));
    model.apply(update({ firstRequest: 3 }));
    model.apply(update({ firstRequest: 3, requests: [line(2, { status: 200 })] }));
    expect(model.requests.map(({ sequence }) => sequence)).toEqual([3]);
    model.apply(update({ firstRequest: 4 }));
    expect(model.requests).toEqual([]);
  });

  it("keeps the newest of what grows without end", () => {
    const model = new Model();
    const operation = { type: "insert", target: "t", acceptedAt: 0, durationMs: 0, vanished: false };
    model.apply(
      update({
        requests: Array.from({ length: REQUESTS_LIMIT + 5 }, (_, index) => line(index + 1)),
        operations: Array.from({ length: OPERATIONS_LIMIT + 5 }, (_, index) => ({
          ...operation,
          path: `o${String(index)}`,
        })),
      }),
    );
    expect(model.requests).toHaveLength(REQUESTS_LIMIT);
    expect(model.requests[0]?.sequence).toBe(6);
    expect([...model.operations.keys()][0]).toBe("o5");
  });

  it("starts over when everything is fresh", () => {
    const model = new Model();
    model.apply(update({ requests: [line(1)], objects: [{ path: "a", kind: "routes" }] }));
    model.apply(update({ objects: [{ path: "a", kind: "routes", gone: true }] }));
    expect([...model.objects]).toEqual([]);
    model.apply(update({ objects: [{ path: "b", kind: "routes" }] }));
    model.apply(update({ fresh: true, firstRequest: 2 }));
    expect(model.requests).toEqual([]);
    expect([...model.objects]).toEqual([]);
  });
});

describe("the faults of the form", () => {
  it("are all that the emulator knows, each at its stage", () => {
    expect(Object.fromEntries(FAULT_CHOICES.map(({ kind, stage }) => [kind, stage]))).toEqual(FAULT_STAGES);
  });

  it.each(FAULT_CHOICES.map((choice) => [choice.kind, choice] as const))(
    "are accepted as they stand: %s",
    async (kind, { settings, build }) => {
      const emulator = await emulatorForTest();
      for (const choices of [undefined, ...settings.flatMap((setting) => setting.choices ?? [])]) {
        const values = settings.map(({ name, initial, choices: own }) => [
          name,
          choices !== undefined && own?.includes(choices) === true ? choices : initial,
        ]);
        const fault = { kind, ...build(Object.fromEntries(values) as Record<string, string>) };
        expect(await admin(emulator, "POST", "/faults", { fault })).toMatchObject({ status: 200, json: { fault } });
      }
    },
  );
});

describe("a field's value", () => {
  it.each([
    ["10.0.0.0/8", "10.0.0.0/8"],
    ["123", "123"],
    [900, "900"],
    [["a"], '[\n "a"\n]'],
    [undefined, ""],
  ])("%j is written %j", (value, text) => {
    expect(writeValue(value)).toBe(text);
  });

  it("keeps its kind", () => {
    expect(readValue("123", "a text")).toBe("123");
    expect(readValue("123", 900)).toBe(123);
    expect(readValue('{"a":1}', {})).toEqual({ a: 1 });
    expect(() => readValue("high", 900)).toThrow("has to be JSON, like 900");
  });
});

describe("the words", () => {
  it.each([
    [0.44, "0.4 ms"],
    [27.2, "27 ms"],
    [999.6, "1.00 s"],
    [1254, "1.25 s"],
    [125_000, "2 min 5 s"],
  ])("for %d ms are %s", (ms, text) => {
    expect(duration(ms)).toBe(text);
  });

  it.each([
    [{}, "held", false],
    [{ tookMs: 3 }, "cut", true],
    [{ status: 200, tookMs: 3 }, "200", false],
    [{ status: 404, tookMs: 3 }, "404", true],
    [{ status: 200, tookMs: 3, fault: "earlyWait" }, "200", true],
  ])("for the request %j are %s", (request, text, problem) => {
    expect(statusText(line(1, request))).toBe(text);
    expect(isProblem(line(1, request))).toBe(problem);
  });

  it.each([
    [{}, "running"],
    [{ doneAt: 1 }, "done"],
    [{ doneAt: 1, failure: "NO" }, "failed"],
    [{ doneAt: 1, vanished: true }, "vanished"],
  ])("for the operation %j are %s", (operation, state) => {
    const common = { path: "o", type: "insert", target: "t", acceptedAt: 0, durationMs: 0, vanished: false };
    expect(operationState({ ...common, ...operation })).toBe(state);
  });
});
