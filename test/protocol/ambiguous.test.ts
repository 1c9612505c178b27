import { describe, expect, it } from "vitest";
import type { Fault } from "../../emulator/src/index";
import type { Properties } from "../support/providerProcess";
import {
  failureOf,
  forgettingSoon,
  loseForGood,
  minutesLater,
  partialFailureOf,
  plainRoute,
  routePath,
  startRouteProvider,
  type RouteProvider,
} from "../support/routeProvider";

const insertPath = { method: "POST", path: "/routes$" } as const;

/** Creates with a deadline of a second, while every answer to the insert is lost; the service acts, or does not. */
async function loseTheAnswer(route: RouteProvider, acted: boolean) {
  loseForGood(route.emulator, insertPath, acted);
  const inputs = await route.inputs(plainRoute, { create: "1s", delete: "1s" });
  const partial = await partialFailureOf(route.provider.create(inputs));
  route.emulator.clearFaults();
  route.emulator.clearRequests();
  return { inputs, ...partial, justRecorded: partial.properties, properties: minutesLater(partial.properties) };
}

/** Creates with a deadline of a second an object whose operation takes longer. */
async function abandon(route: RouteProvider, operationMs: number) {
  route.emulator.latency({ byType: { insert: operationMs } });
  const inputs = await route.inputs(plainRoute, { create: "1s" });
  const partial = await partialFailureOf(route.provider.create(inputs));
  route.emulator.clearRequests();
  return { inputs, patient: await route.inputs(plainRoute, { create: "30s" }), ...partial };
}

const pendingIn = (properties: Properties) => properties.__pending as { operation?: string; requestId?: string }[];
const operationOf = (properties: Properties) => pendingIn(properties)[0]?.operation;

it("sends the same request again when the answer is lost, and takes what the service made of the first", async () => {
  const { emulator, provider, inputs, requests, routes } = await startRouteProvider({ latency: { defaultMs: 2500 } });
  emulator.fault({ match: insertPath, fault: { kind: "resetAfter" } });
  emulator.fault({ match: insertPath, fault: { kind: "truncate" } });
  await provider.create(await inputs());
  expect(requests()).toEqual(["POST routes", "POST routes", "POST routes", "POST wait", "GET routes/r"]);
  const sent = emulator.requests().filter(({ query }) => query.requestId !== undefined);
  expect(new Set(sent.map(({ query }) => query.requestId)).size).toBe(1);
  expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(routes()).toEqual([routePath]);
  expect(emulator.operations()).toHaveLength(1);
});

describe.each([{ acted: true }, { acted: false }])(
  "an insert whose answer is lost for good (acted: $acted)",
  ({ acted }) => {
    it("is recorded with the request id, the loader and what the program said", async () => {
      const route = await startRouteProvider();
      const { id, properties, message, inputs } = await loseTheAnswer(route, acted);
      expect(id).toBe(routePath);
      expect(properties).toEqual({
        ...inputs,
        __pending: [
          {
            action: "insert",
            requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
            sentAt: expect.any(Number) as number,
          },
        ],
      });
      expect(message).toContain('gce:Route "r": insert failed: ');
      expect(message).toContain("It is not known whether the service received the request");
      expect(await route.provider.diff(id, properties, inputs)).toMatchObject({ changes: true, replaces: [] });
    });

    it("is settled by update, which never creates a second object", async () => {
      const route = await startRouteProvider();
      const { id, properties, inputs } = await loseTheAnswer(route, acted);
      const { outs } = await route.provider.update(id, properties, inputs);
      expect(route.routes()).toEqual([routePath]);
      expect(route.emulator.operations()).toHaveLength(1);
      expect(outs.numericId).toBe(route.emulator.objects.get(routePath)?.id);
      expect(outs).not.toHaveProperty("__pending");
      expect(await route.provider.diff(id, outs, inputs)).toMatchObject({ changes: false });
    });

    it("is settled by read", async () => {
      const route = await startRouteProvider();
      const { id, properties } = await loseTheAnswer(route, acted);
      const read = await route.provider.read(id, properties);
      expect(read.id).toBe(acted ? routePath : "");
      expect(read.props).not.toHaveProperty("__pending");
      expect(route.requests()[0]).toBe("GET operations");
      expect(route.routes()).toEqual(acted ? [routePath] : []);
    });

    it("is settled by delete", async () => {
      const route = await startRouteProvider();
      const { id, properties } = await loseTheAnswer(route, acted);
      await route.provider.delete(id, properties);
      expect(route.routes()).toEqual([]);
    });

    it("is looked for among the operations an hour later", async () => {
      const route = await startRouteProvider();
      const { id, properties, inputs } = await loseTheAnswer(route, acted);
      route.emulator.expireRequestIds();
      const old = {
        ...properties,
        __pending: pendingIn(properties).map((one) => ({ ...one, sentAt: Date.now() / 1000 - 3600 })),
      };
      const { outs } = await route.provider.update(id, old, inputs);
      expect(outs).not.toHaveProperty("__pending");
      expect(route.routes()).toEqual([routePath]);
      expect(route.emulator.operations()).toHaveLength(1);
    });
  },
);

it("keeps an insert that the service may not list yet, whatever the next step is", async () => {
  const route = await startRouteProvider();
  const { id, justRecorded, inputs } = await loseTheAnswer(route, false);
  const read = await failureOf(route.provider.read(id, justRecorded));
  expect(read.message).toContain("the service does not list the operation of an earlier insert yet");
  expect(read.message).toContain("The recorded state is unchanged.");
  const { properties } = await partialFailureOf(route.provider.update(id, justRecorded, inputs));
  expect(properties.__pending).toEqual(justRecorded.__pending);
  const removed = await failureOf(route.provider.delete(id, justRecorded));
  expect(removed.message).toContain("It stays recorded");
  expect(route.requests()).not.toContain("POST routes");
});

it("leaves alone a route that somebody else made while the own request never arrived", async () => {
  for (const step of ["read", "delete", "update"] as const) {
    const route = await startRouteProvider();
    const { id, properties, inputs } = await loseTheAnswer(route, false);
    route.emulator.objects.put(routePath, { ...plainRoute, network: "theirs", description: "theirs" });
    if (step === "read") expect((await route.provider.read(id, properties)).id).toBe("");
    if (step === "delete") await route.provider.delete(id, properties);
    if (step === "update") {
      const { message } = await partialFailureOf(route.provider.update(id, properties, inputs));
      expect(message).toContain("an object of that name exists already");
    }
    expect(route.emulator.objects.get(routePath)).toMatchObject({ description: "theirs" });
  }
});

it("leaves alone a route that somebody else made if the own insert failed after its answer was lost", async () => {
  for (const step of ["read", "delete", "update"] as const) {
    const route = await startRouteProvider();
    route.emulator.fault({
      fault: { kind: "operationError", errors: [{ code: "RESOURCE_ALREADY_EXISTS", message: "it is there" }] },
    });
    const { id, properties, patient } = await abandon(route, 2500);
    route.emulator.objects.put(routePath, { ...plainRoute, network: patient.network as string, description: "theirs" });
    const lasting = { ...properties, __timeouts: { create: "30s", delete: "30s" } };
    if (step === "read") expect((await route.provider.read(id, lasting)).id).toBe("");
    if (step === "delete") await route.provider.delete(id, lasting);
    if (step === "update") {
      const { message } = await partialFailureOf(route.provider.update(id, properties, patient));
      expect(message).toContain("an object of that name exists already");
    }
    expect(route.emulator.objects.get(routePath)).toMatchObject({ description: "theirs" });
    const notices = route.provider.logs.map(({ message }) => message).join("\n");
    expect(notices).toContain("its insert in an earlier run failed: RESOURCE_ALREADY_EXISTS");
  }
});

describe("an insert that outlasts its deadline", () => {
  it("is recorded with its operation, and says so", async () => {
    const route = await startRouteProvider();
    const { properties, message, id, inputs } = await abandon(route, 60_000);
    const { path } = route.emulator.operations()[0] ?? { path: "" };
    expect(id).toBe(routePath);
    expect(properties).toEqual({
      ...inputs,
      __pending: [{ action: "insert", operation: path, sentAt: expect.any(Number) as number }],
    });
    expect(message).toBe(
      [
        'gce:Route "r": insert failed: not finished within 1s',
        `  operation ${path.slice(path.lastIndexOf("/") + 1)} may still be running`,
        "  The state records the operation. To continue to wait, run `pulumi up` again, or raise `customTimeouts`.",
      ].join("\n"),
    );
  });

  it("is waited for by update, read and delete, and never sent again", async () => {
    for (const step of ["update", "read", "delete"] as const) {
      const route = await startRouteProvider();
      const { id, properties, patient } = await abandon(route, 2500);
      const long = { ...properties, __timeouts: { create: "30s" } };
      if (step === "update") expect((await route.provider.update(id, long, patient)).outs.numericId).toBeDefined();
      if (step === "read") expect((await route.provider.read(id, long)).props.numericId).toBeDefined();
      if (step === "delete") await route.provider.delete(id, long);
      expect(route.requests()[0]).toBe("POST wait");
      expect(route.requests()).not.toContain("POST routes");
      expect(route.routes()).toEqual(step === "delete" ? [] : [routePath]);
    }
  });

  it("stays recorded if the deadline of read, update or delete passes too", async () => {
    const route = await startRouteProvider();
    const { id, properties, inputs } = await abandon(route, 60_000);
    const read = await route.provider.read(id, properties);
    expect(read).toMatchObject({ id, props: { __pending: properties.__pending } });
    expect(route.provider.logs.at(-1)?.message).toContain("its insert is still running at the service");

    const updated = await partialFailureOf(route.provider.update(id, properties, inputs));
    expect(updated.properties).toEqual(properties);
    expect(updated.message).toContain("an earlier insert is still running at the service");

    const deleted = await failureOf(route.provider.delete(id, { ...properties, __timeouts: { delete: "1s" } }));
    expect(deleted.message).toContain("an earlier insert is still running at the service");
    expect(deleted.message).toContain("It stays recorded");
    expect(route.requests()).toEqual(["POST wait", "POST wait", "POST wait"]);
  });

  it("is created again by update after its operation failed, and a second failure keeps the record", async () => {
    const route = await startRouteProvider();
    route.emulator.fault({ fault: { kind: "operationError", errors: [{ code: "QUOTA_EXCEEDED", message: "full" }] } });
    const { id, properties, patient } = await abandon(route, 2500);
    route.emulator.latency({ byType: { insert: 0 } });
    route.emulator.quota({ routes: 0 });
    const again = await partialFailureOf(route.provider.update(id, properties, patient));
    expect(again.message).toContain("insert failed: QUOTA_EXCEEDED");
    expect(again.message).toContain("Nothing was created. The next `pulumi up` tries again.");
    route.emulator.quota({ routes: null });
    const { outs } = await route.provider.update(id, again.properties, patient);
    expect(outs).not.toHaveProperty("__pending");
    expect(route.routes()).toEqual([routePath]);
    expect(route.provider.logs.map(({ message }) => message).join("\n")).toContain(
      "its insert in an earlier run failed: QUOTA_EXCEEDED",
    );
  });
});

describe("an operation that the service forgets", () => {
  it("is not a failure if the object exists", async () => {
    const route = await startRouteProvider({ latency: { defaultMs: 100 } });
    route.emulator.fault({ fault: { kind: "operationVanishes", when: "atOnce" } });
    const { outs } = await route.provider.create(await route.inputs(plainRoute, forgettingSoon));
    expect(outs.numericId).toBeDefined();
    expect(route.requests().filter((request) => request === "POST routes")).toHaveLength(1);
  });

  it("is not forgotten if it is unknown only for a moment", async () => {
    const route = await startRouteProvider();
    route.emulator.fault({ fault: { kind: "operationNotFoundAtFirst", times: 2 } });
    await route.provider.create(await route.inputs());
    expect(route.requests()).toEqual(["POST routes", "POST wait", "POST wait", "POST wait", "GET routes/r"]);
  });

  it("is recorded while its object does not exist, and update takes the object over when it appears", async () => {
    const route = await startRouteProvider({ latency: { byType: { insert: 4500 } } });
    route.emulator.fault({ fault: { kind: "operationVanishes", when: "atOnce" } });
    const inputs = await route.inputs(plainRoute, forgettingSoon);
    const { id, message, ...failed } = await partialFailureOf(route.provider.create(inputs));
    const properties = minutesLater(failed.properties);
    expect(operationOf(properties)).toBeDefined();
    expect(message).toContain("no longer knows operation");
    expect(message).toContain("may still appear");

    const read = await route.provider.read(id, properties);
    expect(read).toMatchObject({ id, props: { __pending: properties.__pending } });
    const { outs } = await route.provider.update(id, properties, inputs);
    expect(outs).not.toHaveProperty("__pending");
    expect(route.routes()).toEqual([routePath]);
    expect(route.emulator.operations().filter(({ landed }) => landed)).toHaveLength(1);
  });

  it("is created again by update if no object appeared, and read and delete forget it only when it is old", async () => {
    const route = await startRouteProvider();
    route.emulator.latency({ byType: { insert: 60_000 } });
    route.emulator.fault({ fault: { kind: "operationVanishes", when: "atOnce" } });
    const inputs = await route.inputs(plainRoute, forgettingSoon);
    const { id, ...failed } = await partialFailureOf(route.provider.create(inputs));
    const properties = minutesLater(failed.properties);
    await route.emulator.reset();
    expect((await route.provider.read(id, properties)).id).toBe(id);
    expect((await failureOf(route.provider.delete(id, properties))).message).toContain("may still appear");
    const operation = operationOf(properties);
    const old = { ...properties, __pending: [{ action: "insert", operation, sentAt: Date.now() / 1000 - 1260 }] };
    expect((await route.provider.read(id, old)).id).toBe("");
    await route.provider.delete(id, old);
    const { outs } = await route.provider.update(id, properties, inputs);
    expect(outs).not.toHaveProperty("__pending");
    expect(route.routes()).toEqual([routePath]);
  });
});

it("says that nothing was created if the service has no operation for the insert of an earlier run", async () => {
  const route = await startRouteProvider();
  const { id, properties, inputs } = await loseTheAnswer(route, false);
  route.emulator.fault({ match: insertPath, fault: { kind: "status", status: 400, reason: "invalid" } });
  const failed = await partialFailureOf(route.provider.update(id, properties, inputs));
  expect(failed.message).toContain("HTTP 400 invalid");
  expect(failed.message).toContain("Nothing was created. The next `pulumi up` tries again.");
  // Without it, nothing would know that the object is still to be made.
  expect(failed.properties.__pending).toEqual([{ action: "make", sentAt: 0 }]);
  await route.provider.update(id, failed.properties, inputs);
  expect(route.routes()).toEqual([routePath]);
});

describe("an insert whose answer was lost, and whose repeat is refused", () => {
  const refusals: Fault[] = [
    { kind: "status", status: 400, reason: "invalid" },
    { kind: "status", status: 400, reason: "resourceNotReady" },
    { kind: "status", status: 403, reason: "forbidden" },
    { kind: "status", status: 404, reason: "notFound" },
    { kind: "status", status: 409, reason: "alreadyExists" },
    { kind: "status", status: 412, reason: "conditionNotMet" },
  ];

  it.each(refusals)("is found among the operations, and waited for: %j", async (refusal) => {
    const route = await startRouteProvider({ latency: { byType: { insert: 500 } } });
    route.emulator.fault({ match: insertPath, fault: { kind: "resetAfter" } });
    route.emulator.fault({ match: insertPath, skip: 1, times: "always", fault: refusal });
    const { outs } = await route.provider.create(await route.inputs());
    expect(route.requests()).toEqual(["POST routes", "POST routes", "GET operations", "POST wait", "GET routes/r"]);
    expect(outs.numericId).toBe(route.emulator.objects.get(routePath)?.id);
  });

  it("stays recorded beside the next one if nobody can say what became of the first", async () => {
    const route = await startRouteProvider({ latency: { byType: { insert: 60_000 } } });
    const taken: Fault = { kind: "status", status: 409, reason: "alreadyExists" };
    route.emulator.fault({ match: insertPath, fault: { kind: "resetAfter" } });
    route.emulator.fault({ match: insertPath, skip: 1, fault: taken });
    route.emulator.fault({ match: insertPath, skip: 2, times: "always", fault: { kind: "resetBefore" } });
    route.emulator.fault({
      match: { path: "/operations$" },
      times: "always",
      fault: { kind: "status", status: 403, reason: "forbidden" },
    });
    const inputs = await route.inputs(plainRoute, { create: "3s" });
    const { id, properties, message } = await partialFailureOf(route.provider.create(inputs));
    const [operation] = route.emulator.operations();
    const ids = pendingIn(properties).map(({ requestId }) => requestId);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(operation?.operation.clientOperationId);
    expect(message).toContain("It is not known whether the service received the request");
    route.emulator.clearFaults();
    route.emulator.finishOperations();
    const { outs } = await route.provider.update(id, minutesLater(properties), inputs);
    expect(outs).not.toHaveProperty("__pending");
    expect(route.emulator.operations()).toHaveLength(1);
    expect(route.routes()).toEqual([routePath]);
  });
});

it("records an object that was made but cannot be read back, and reads it with the next update", async () => {
  const { emulator, provider, inputs, routes } = await startRouteProvider();
  emulator.fault({ match: { method: "GET" }, fault: { kind: "status", status: 403, reason: "forbidden" } });
  const checked = await inputs();
  const { id, properties, message } = await partialFailureOf(provider.create(checked));
  expect(message).toContain("compute.routes.get");
  expect(message).toContain("The change is done, but the provider could not read it back");
  emulator.clearRequests();
  const { outs } = await provider.update(id, properties, checked);
  expect(outs).not.toHaveProperty("__pending");
  expect(emulator.requests().map(({ method }) => method)).toEqual(["GET"]);
  expect(routes()).toEqual([routePath]);
});

it("does not forget an unfinished insert if the caller cannot list operations", async () => {
  const route = await startRouteProvider({ latency: { byType: { insert: 3000 } } });
  const { id, properties } = await loseTheAnswer(route, true);
  route.emulator.fault({
    match: { path: "/operations$" },
    times: "always",
    fault: { kind: "status", status: 403, reason: "forbidden" },
  });
  expect(await route.provider.read(id, properties)).toMatchObject({ id, props: { __pending: properties.__pending } });
});
