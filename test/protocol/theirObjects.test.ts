import { expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { startKindProvider } from "../support/kindProvider";
import { captureFailure, plainRoute, routePath } from "../support/routeProvider";
import { disk, disks, global, network, policies, root } from "./others";
import { answers } from "./userMessages/rows";

/*
 * Objects of somebody else under the name of an own insert whose end nobody knows: none is ever changed or deleted.
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

it("neither changes nor deletes a snapshot that was there before its lost insert", async () => {
  const { emulator, provider, inputs } = await startKindProvider("Snapshot", { others: disks });
  const theirs = { sourceDisk: root + disk, labels: { team: "theirs" }, ...created(3 * 3600) };
  emulator.objects.put(snapshot, theirs);
  noOperations(emulator);
  emulator.fault({ match: { method: "POST", path: "/snapshots$" }, fault: { kind: "resetBefore" } });
  const program = await inputs({ name: "s", sourceDisk: disk, labels: { team: "ours" } }, shortTimeouts);
  const { message, partial } = await captureFailure(provider.create(program));
  expect(message).toContain("nobody can tell whether a request of this stack has made it");
  const { id = "", properties = {} } = partial ?? {};

  emulator.clearRequests();
  const again = await captureFailure(provider.update(id, properties, program));
  expect(again.message).toContain("nobody can tell whether a request of this stack has made it");
  expect(changes(emulator).map(({ path }) => path.split("/").at(-1))).toEqual(["snapshots"]);
  expect(await provider.read(id, properties, program)).toMatchObject({ id });
  await provider.delete(id, again.partial?.properties ?? properties);
  expect(emulator.objects.get(snapshot)).toMatchObject(theirs);
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
    expect(emulator.requests().filter(({ method }) => method === "GET")).toEqual([]);
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

it("settles a lost insert where the service takes no filter of operations", async () => {
  const { emulator, provider, inputs } = await startKindProvider("Route");
  const program = await inputs(plainRoute, { ...shortTimeouts, create: "3s" });
  emulator.fault({ match: { method: "POST", path: "/routes$" }, times: "always", fault: { kind: "resetAfter" } });
  noOperations(emulator);
  const { partial } = await captureFailure(provider.create(program));
  const { id = "", properties = {} } = partial ?? {};
  expect(properties.__pending).toMatchObject([{ action: "insert", requestId: expect.any(String) as string }]);
  emulator.clearFaults();
  emulator.fault({
    match: { method: "GET", path: "/operations$", query: "filter=" },
    times: "always",
    fault: { kind: "status", status: 400, reason: "invalid", message: "Invalid value for field 'filter'." },
  });
  const { outs } = await provider.update(id, properties, program);
  expect(outs).toMatchObject({ numericId: emulator.objects.get(routePath)?.id });
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
