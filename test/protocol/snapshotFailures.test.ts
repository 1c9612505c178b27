import { describe, expect, it } from "vitest";
import { loader } from "../../provider/src/program/loader";
import { failureOf, forgettingSoon, partialFailureOf } from "../support/routeProvider";
import {
  kind,
  root,
  disk,
  id,
  plain,
  deleting,
  reading,
  failed,
  startSnapshotProvider,
} from "../support/snapshotProvider";

describe("a snapshot that fails", () => {
  it("in its operation is an error and recorded as FAILED, and the next step deletes the snapshot first", async () => {
    const { provider, inputs, emulator, requests, there } = await startSnapshotProvider();
    emulator.fault({ fault: { ...failed, landsAs: { status: "FAILED" } } });
    const checked = await inputs({ ...plain, labels: { a: "1" } });
    const { message, properties } = await partialFailureOf(provider.create(checked));
    expect(message).toContain('gce:Snapshot "s": insert failed: INTERNAL_ERROR');
    expect(message).toContain("the disk went away");
    expect(message).toContain("The state records it, and the next `pulumi up` replaces it.");
    expect(properties).toMatchObject({ status: "FAILED", numericId: there()?.id, __pending: [{ action: "read" }] });
    expect(properties).toMatchObject({ __provider: loader(kind), sourceDisk: root + disk, labels: { a: "1" } });
    expect(await provider.diff(id, properties, checked)).toEqual({
      changes: true,
      replaces: ["status"],
      deleteBeforeReplace: true,
    });
    emulator.clearRequests();
    await provider.delete(id, properties);
    expect(requests()).toEqual(deleting);
    expect((await provider.create(checked)).outs).toMatchObject({ status: "READY" });
  });

  it("after a successful operation is the same error", async () => {
    const { provider, inputs, emulator, there } = await startSnapshotProvider();
    const checked = await inputs(plain);
    emulator.fault({
      match: { method: "GET", path: "/snapshots/s$" },
      times: "always",
      fault: { kind: "status", status: 200, body: JSON.stringify({ name: "s", id: "7", status: "FAILED" }) },
    });
    const { message, properties } = await partialFailureOf(provider.create(checked));
    expect(message).toContain('gce:Snapshot "s": insert failed: its status is FAILED');
    expect(message).toContain("the next `pulumi up` replaces it");
    expect(properties).toMatchObject({ status: "FAILED", numericId: "7" });
    emulator.clearFaults();
    expect(await provider.diff(id, properties, checked)).toMatchObject({ replaces: ["status"] });
    expect(there()?.status).toBe("READY");
  });

  it("is replaced by the next run if the failure came after the deadline", async () => {
    const { provider, inputs, emulator } = await startSnapshotProvider({ latency: { defaultMs: 2500 } });
    emulator.fault({ fault: { ...failed, landsAs: { status: "FAILED" } } });
    const checked = await inputs(plain, { create: "1s" });
    const first = await partialFailureOf(provider.create(checked));
    expect(first.message).toContain("not finished within 1s");
    expect(await provider.diff(id, first.properties, checked)).toMatchObject({ changes: true, replaces: [] });
    const again = await inputs(plain);
    const second = await partialFailureOf(provider.update(id, first.properties, again));
    expect(second.message).toContain("its status is FAILED");
    expect(second.properties).toMatchObject({ status: "FAILED" });
    expect(await provider.diff(id, second.properties, again)).toMatchObject({ replaces: ["status"] });
    const read = await provider.read(id, first.properties);
    expect(read.props).toMatchObject({ status: "FAILED" });
    expect(read.props).not.toHaveProperty("__pending");
  });

  it("is recorded as FAILED if it is visible only a moment later", async () => {
    const { provider, inputs, emulator, there } = await startSnapshotProvider();
    emulator.fault({ fault: { ...failed, landsAs: { status: "FAILED" } } });
    const invisible = { kind: "status", status: 404, reason: "notFound" } as const;
    emulator.fault({ match: { method: "GET", path: "/snapshots/s$" }, times: 3, fault: invisible });
    const { message, properties } = await partialFailureOf(provider.create(await inputs(plain)));
    expect(message).toContain("The state records it, and the next `pulumi up` replaces it.");
    expect(properties).toMatchObject({ status: "FAILED", numericId: there()?.id });
  });

  it("stays recorded with its operation if nobody can look for what it left, and the next run finds that", async () => {
    const { provider, inputs, emulator } = await startSnapshotProvider();
    emulator.fault({ fault: { ...failed, landsAs: { status: "FAILED" } } });
    const denied = { kind: "status", status: 403, reason: "forbidden" } as const;
    emulator.fault({ match: { method: "GET", path: "/snapshots/s$" }, times: "always", fault: denied });
    const checked = await inputs(plain);
    const { message, properties } = await partialFailureOf(provider.create(checked));
    expect(message).toContain("The service may have kept an object. The next `pulumi up` looks for it.");
    const { path } = emulator.operations()[0] ?? { path: "" };
    expect(properties.__pending).toMatchObject([{ action: "insert", operation: path }]);
    emulator.clearFaults();
    const second = await partialFailureOf(provider.update(id, properties, checked));
    expect(second.message).toContain("its status is FAILED");
    expect(emulator.operations()).toHaveLength(1);
  });

  it("and leaves nothing is an error that records nothing", async () => {
    const { provider, inputs, emulator } = await startSnapshotProvider();
    emulator.fault({ fault: failed });
    const { message, partial } = await failureOf(provider.create(await inputs(plain, { create: "10s" })));
    expect(message).toContain("Nothing was created.");
    expect(partial).toBeUndefined();
  });
});

it("reads a new snapshot again if the first look shows the one that was deleted before", async () => {
  const { provider, inputs, emulator, there } = await startSnapshotProvider();
  const checked = await inputs(plain);
  const first = await provider.create(checked);
  const old = { ...there(), creationTimestamp: new Date(Date.now() - 60_000).toISOString() };
  await provider.delete(id, first.outs);
  const fault = { kind: "status", status: 200, body: JSON.stringify(old) } as const;
  emulator.fault({ match: { method: "GET", path: "/snapshots/s$" }, fault });
  const { outs } = await provider.create(checked);
  expect(outs.numericId).toBe(there()?.id);
  expect(outs.numericId).not.toBe(first.outs.numericId);
});

describe("a snapshot that is not finished", () => {
  it("stays awaited if the service forgets its operation", async () => {
    const { provider, inputs, emulator } = await startSnapshotProvider({ latency: { defaultMs: 2500 } });
    emulator.fault({ fault: { kind: "operationVanishes", when: "atOnce" } });
    expect((await provider.create(await inputs(plain, forgettingSoon))).outs).toMatchObject({ status: "READY" });
    expect(emulator.operations()).toHaveLength(1);
  });

  it("at the deadline is recorded as it is, and the next run waits for it", async () => {
    const { provider, inputs, emulator } = await startSnapshotProvider({ latency: { defaultMs: 6000 } });
    emulator.fault({ fault: { kind: "operationVanishes", when: "atOnce" } });
    const checked = await inputs(plain, { create: "3s" });
    const { message, properties } = await partialFailureOf(provider.create(checked));
    expect(message).toContain("the service is still creating the object after 3s");
    expect(properties).toMatchObject({ status: expect.stringMatching(/CREATING|UPLOADING/) as string });
    const { outs } = await provider.update(id, properties, await inputs(plain));
    expect(outs).toMatchObject({ status: "READY" });
    expect(outs).not.toHaveProperty("__pending");
    expect(emulator.operations()).toHaveLength(1);
  });

  it("at the deadline of its operation is recorded with the operation, and never created twice", async () => {
    const { provider, inputs, emulator, requests } = await startSnapshotProvider({ latency: { defaultMs: 2500 } });
    const checked = await inputs(plain, { create: "1s" });
    const { properties } = await partialFailureOf(provider.create(checked));
    expect(properties).toMatchObject({ __pending: [{ action: "insert" }] });
    emulator.clearRequests();
    const { outs } = await provider.update(id, properties, await inputs(plain));
    expect(requests()).toEqual(["POST wait", reading]);
    expect(outs).toMatchObject({ status: "READY", storageBytes: "1048576" });
  });

  it("is deleted as soon as it is finished", async () => {
    const { provider, inputs, emulator, there } = await startSnapshotProvider({ latency: { defaultMs: 2000 } });
    const { properties } = await partialFailureOf(provider.create(await inputs(plain, { create: "1s" })));
    await provider.delete(id, { ...properties, __timeouts: { delete: "20s" } });
    expect(there()).toBeUndefined();
    expect(emulator.operations().map(({ operation }) => operation.operationType)).toEqual(["insert", "delete"]);
  });

  it("whose answers are lost is sent again under its request id, and made once", async () => {
    const { provider, inputs, emulator } = await startSnapshotProvider();
    emulator.fault({ match: { method: "POST" }, times: 2, fault: { kind: "resetAfter" } });
    expect((await provider.create(await inputs(plain, forgettingSoon))).outs).toMatchObject({ status: "READY" });
    expect(emulator.operations()).toHaveLength(1);
  });
});
