import { describe, expect, it } from "vitest";
import {
  failureOf,
  loseForGood,
  minutesLater,
  partialFailureOf,
  plainRoute,
  routePath,
  startRouteProvider,
  type RouteProvider,
} from "../support/routeProvider";

const insertPath = { method: "POST", path: "/routes$" } as const;

/** Creates with a deadline of a second, while the insert never arrives. */
async function loseTheAnswer(route: RouteProvider) {
  loseForGood(route.emulator, insertPath, false);
  const inputs = await route.inputs(plainRoute, { create: "1s", delete: "1s" });
  const partial = await partialFailureOf(route.provider.create(inputs));
  route.emulator.clearFaults();
  route.emulator.clearRequests();
  return { inputs, ...partial };
}

/** Creates with a deadline of a second an object whose operation takes longer. */
async function abandon(route: RouteProvider) {
  route.emulator.latency({ byType: { insert: 60_000 } });
  const inputs = await route.inputs(plainRoute, { create: "1s" });
  const partial = await partialFailureOf(route.provider.create(inputs));
  route.emulator.clearRequests();
  return { inputs, ...partial };
}

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

it("records an insert whose answer is lost for good with the request id, the loader and what the program said", async () => {
  const route = await startRouteProvider();
  const { id, properties, message, inputs } = await loseTheAnswer(route);
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

it("keeps an insert that the service may not list yet, whatever the next step is", async () => {
  const route = await startRouteProvider();
  const { id, properties: justRecorded, inputs } = await loseTheAnswer(route);
  const read = await failureOf(route.provider.read(id, justRecorded));
  expect(read.message).toContain("the service does not list the operation of an earlier insert yet");
  expect(read.message).toContain("The recorded state is unchanged.");
  const { properties } = await partialFailureOf(route.provider.update(id, justRecorded, inputs));
  expect(properties.__pending).toEqual(justRecorded.__pending);
  const removed = await failureOf(route.provider.delete(id, justRecorded));
  expect(removed.message).toContain("It stays recorded");
  expect(route.requests()).not.toContain("POST routes");
});

describe("an insert that outlasts its deadline", () => {
  it("is recorded with its operation, and says so", async () => {
    const route = await startRouteProvider();
    const { properties, message, id, inputs } = await abandon(route);
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

  it("stays recorded if the deadline of read, update or delete passes too", async () => {
    const route = await startRouteProvider();
    const { id, properties, inputs } = await abandon(route);
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
});

it("says that the insert of an earlier run failed, and why", async () => {
  const route = await startRouteProvider();
  route.emulator.fault({ fault: { kind: "operationError", errors: [{ code: "QUOTA_EXCEEDED", message: "full" }] } });
  const { id, properties } = await abandon(route);
  route.emulator.finishOperations();
  expect((await route.provider.read(id, properties)).id).toBe("");
  expect(route.provider.logs.map(({ message }) => message).join("\n")).toContain(
    "its insert in an earlier run failed: QUOTA_EXCEEDED",
  );
});

it("keeps an insert whose operation the service has forgotten, says so, and so does a delete", async () => {
  const route = await startRouteProvider();
  const { id, ...recorded } = await abandon(route);
  const properties = { ...minutesLater(recorded.properties), __timeouts: { create: "15s", delete: "15s" } };
  await route.emulator.reset();
  expect((await route.provider.read(id, properties)).id).toBe(id);
  expect(route.provider.logs.at(-1)?.message).toContain(
    "the service does not know the operation of its create. That operation is recent, so the state keeps its record",
  );
  const { message } = await failureOf(route.provider.delete(id, properties));
  expect(message).toContain("the object may still appear, although the service no longer knows the operation");
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
