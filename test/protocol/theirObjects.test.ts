import { expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { startKindProvider } from "../support/kindProvider";
import { captureFailure, plainRoute, routePath } from "../support/routeProvider";
import type { Properties } from "../support/providerProcess";
import { disk, disks, global, network, policies, root } from "./others";
import { answers } from "./userMessages/rows";

/*
 * Objects of somebody else under the name of an own insert whose end nobody knows. What was there before that was sent, and what came
 * long after it, is never the stack's own.
 */

const snapshot = `${global}/snapshots/s`;
const shortTimeouts = { create: "20s", update: "20s", delete: "20s" };
const noOperations = answers(403, "forbidden", "no", { method: "GET", path: "/operations$" });
const failedInsert = (emulator: Emulator, code: string) => {
  emulator.fault({ match: { method: "POST" }, fault: { kind: "operationError", errors: [{ code }], landsAs: {} } });
};
const created = (secondsAgo: number) => ({
  creationTimestamp: new Date(Date.now() - secondsAgo * 1000).toISOString(),
});
const changes = (emulator: Emulator) => emulator.requests().filter(({ method }) => method !== "GET");

/** The recorded state, as if its step had ended that much earlier. */
function aged(properties: Properties, seconds: number): Properties {
  const entries = properties.__pending as Record<string, unknown>[];
  const older = (value: unknown) => (typeof value === "number" ? value - seconds : value);
  const __pending = entries.map(({ sentAt, firstSentAt, ...entry }) => ({
    ...entry,
    sentAt: older(sentAt),
    ...(firstSentAt === undefined ? {} : { firstSentAt: older(firstSentAt) }),
  }));
  return { ...properties, __pending };
}

it("neither changes nor deletes a snapshot that was there before its lost insert", async () => {
  const { emulator, provider, inputs } = await startKindProvider("Snapshot", { others: disks });
  const theirs = { sourceDisk: root + disk, labels: { team: "theirs" }, ...created(3 * 3600) };
  emulator.objects.put(snapshot, theirs);
  noOperations(emulator);
  emulator.fault({ match: { method: "POST", path: "/snapshots$" }, fault: { kind: "resetBefore" } });
  const program = await inputs({ name: "s", sourceDisk: disk, labels: { team: "ours" } }, shortTimeouts);
  const { message, partial } = await captureFailure(provider.create(program));
  expect(message).toContain("an object of that name exists already");
  const { id = "", properties = {} } = partial ?? {};

  emulator.clearRequests();
  const again = await captureFailure(provider.update(id, properties, program));
  expect(again.message).toContain("an object of that name exists already");
  expect(changes(emulator).map(({ path }) => path.split("/").at(-1))).toEqual(["snapshots"]);
  expect(await provider.read(id, properties, program)).toMatchObject({ id: "" });
  await provider.delete(id, again.partial?.properties ?? properties);
  expect(emulator.objects.get(snapshot)).toMatchObject(theirs);
});

it("takes no equal route that somebody makes long after its insert was lost", async () => {
  const { emulator, provider, inputs } = await startKindProvider("Route");
  noOperations(emulator);
  emulator.fault({ match: { method: "POST", path: "/routes$" }, times: "always", fault: { kind: "resetBefore" } });
  const program = await inputs(plainRoute, { create: "3s", update: "20s" });
  const { partial } = await captureFailure(provider.create(program));
  const { id = "", properties = {} } = partial ?? {};
  emulator.clearFaults();
  noOperations(emulator);
  const { destRange, nextHopIp } = plainRoute;
  emulator.objects.put(routePath, { network, destRange, nextHopIp, priority: 1000 });

  const older = aged(properties, 70 * 60);
  const { message } = await captureFailure(provider.update(id, older, program));
  expect(message).toContain("an object of that name exists already");
  await provider.delete(id, older);
  expect(emulator.objects.get(routePath)).toBeDefined();
  // A request of a minute ago can have made it.
  const { outs } = await provider.update(id, aged(properties, 60), program);
  expect(outs).toMatchObject({ numericId: emulator.objects.get(routePath)?.id });
});

it("records which object was there before its insert", async () => {
  const { emulator, provider, inputs } = await startKindProvider("Route");
  noOperations(emulator);
  emulator.objects.put(routePath, { network, destRange: "10.9.0.0/16", nextHopIp: "10.0.0.9", priority: 1000 });
  const number = emulator.objects.get(routePath)?.id;
  emulator.fault({ match: { method: "POST", path: "/routes$" }, times: "always", fault: { kind: "resetBefore" } });
  const program = await inputs({ ...plainRoute, adoptExisting: true }, { create: "3s" });
  const { partial } = await captureFailure(provider.create(program));
  expect(partial?.properties.__pending).toMatchObject([{ state: "sent", theirs: [number] }]);
});

it("finds with the next step what a failed insert has left and no read showed for seconds", async () => {
  const { emulator, provider, inputs } = await startKindProvider("Route");
  failedInsert(emulator, "INTERNAL_ERROR");
  answers(404, "notFound", "not found", { method: "GET", path: "/routes/r$" })(emulator);
  const program = await inputs(plainRoute);
  const { message, partial } = await captureFailure(provider.create(program));
  expect(message).toContain("The service may have kept an object. The next `pulumi up` looks for it.");
  const { id = "", properties = {} } = partial ?? {};
  // It shows while the next step looks.
  emulator.clearFaults();
  emulator.fault({
    match: { method: "GET", path: "/routes/r$" },
    times: 3,
    fault: { kind: "status", status: 404, reason: "notFound" },
  });
  emulator.clearRequests();
  const { outs } = await provider.update(id, properties, program);
  expect(outs).toMatchObject({ numericId: emulator.objects.get(routePath)?.id });
  expect(changes(emulator).filter(({ path }) => path.endsWith("/routes"))).toEqual([]);
});

it.each(["QUOTA_EXCEEDED", "RESOURCE_NOT_FOUND", "RESOURCE_OPERATION_RATE_EXCEEDED"])(
  "neither waits for nor records what an insert has left that ended in %s",
  async (code) => {
    const { emulator, provider, inputs } = await startKindProvider("Route");
    failedInsert(emulator, code);
    answers(404, "notFound", "not found", { method: "GET", path: "/routes/r$" })(emulator);
    const { partial } = await captureFailure(provider.create(await inputs(plainRoute)));
    expect(partial).toBeUndefined();
    expect(emulator.requests().filter(({ method }) => method === "GET")).toHaveLength(1);
  },
);

it("looks for no object of its own after a failed attachment, which leaves none", async () => {
  const { emulator, provider, inputs } = await startKindProvider("NetworkFirewallPolicyAssociation", {
    others: { ...policies, [network.slice(root.length)]: {} },
  });
  failedInsert(emulator, "INTERNAL_ERROR");
  const program = await inputs({ name: "n", attachmentTarget: network, firewallPolicy: "a" }, shortTimeouts);
  const { message } = await captureFailure(provider.create(program));
  expect(message).not.toContain("The service may have kept an object.");
});

it("says of a snapshot in its place what is known: that the stack made one of that name", async () => {
  const { emulator, provider, inputs } = await startKindProvider("Snapshot", { others: disks });
  const program = await inputs({ name: "s", sourceDisk: disk }, shortTimeouts);
  await provider.create(program);
  const madeAnew = (more: object) => {
    emulator.objects.delete(snapshot);
    emulator.objects.put(snapshot, { sourceDisk: root + disk, ...more });
  };
  madeAnew({});
  const { message } = await captureFailure(provider.create(program));
  expect(message).toContain("An operation of this stack made an object of that name at about that time");
  expect(message).not.toContain("An operation of this stack made it.");
  madeAnew(created(-180));
  expect((await captureFailure(provider.create(program))).message).not.toContain("of this stack");
});

it("settles a lost insert where the service takes no filter of operations", async () => {
  const { emulator, provider, inputs } = await startKindProvider("Route");
  const program = await inputs(plainRoute, { ...shortTimeouts, create: "3s" });
  emulator.fault({ match: { method: "POST", path: "/routes$" }, times: "always", fault: { kind: "resetAfter" } });
  noOperations(emulator);
  const { partial } = await captureFailure(provider.create(program));
  const { id = "", properties = {} } = partial ?? {};
  expect(properties.__pending).toMatchObject([{ state: "sent" }]);
  emulator.clearFaults();
  emulator.fault({
    match: { method: "GET", path: "/operations$", query: "filter=" },
    times: "always",
    fault: { kind: "status", status: 400, reason: "invalid", message: "Invalid value for field 'filter'." },
  });
  const { outs } = await provider.update(id, properties, program);
  expect(outs).toMatchObject({ numericId: emulator.objects.get(routePath)?.id });
});

it("keeps the record of its own insert, which can still arrive, when it adopts the object of somebody else", async () => {
  const { emulator, provider, inputs } = await startKindProvider("Route");
  const { destRange, nextHopIp } = plainRoute;
  emulator.objects.put(routePath, { network, destRange, nextHopIp, priority: 1000, ...created(3600) });
  emulator.fault({
    match: { method: "GET", path: "/routes/r$" },
    fault: { kind: "status", status: 404, reason: "notFound" },
  });
  emulator.fault({ match: { method: "POST", path: "/routes$" }, fault: { kind: "resetBefore" } });
  const program = await inputs({ ...plainRoute, adoptExisting: true }, { create: "5s" });
  const { outs } = await provider.create(program);
  expect(outs).toMatchObject({
    numericId: emulator.objects.get(routePath)?.id,
    __pending: [{ state: "notListed", action: "insert" }],
  });
});

it("looks again which object it deletes before it repeats a delete for long", async () => {
  const { emulator, provider, inputs, shownMessages } = await startKindProvider("Route");
  const { id, outs } = await provider.create(await inputs(plainRoute, { delete: "1m" }));
  answers(503, "backendError", "no", { method: "DELETE" })(emulator);
  noOperations(emulator);
  const isDeleted = provider.delete(id, outs);
  const isSent = ({ method }: { readonly method: string }) => method === "DELETE";
  await expect.poll(() => emulator.requests().filter(isSent).length).toBeGreaterThan(1);
  const { destRange, nextHopIp } = plainRoute;
  emulator.objects.delete(id);
  emulator.objects.put(id, { network, destRange, nextHopIp, priority: 1000, ...created(-1) });
  await isDeleted;
  expect(shownMessages().join("\n")).toMatch(/is not the one that is recorded .* it is left alone\./);
  expect(emulator.objects.get(id)).toBeDefined();
});
