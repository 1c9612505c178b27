import { describe, expect, it } from "vitest";
import { loader } from "../../provider/src/program/loader";
import { partialFailureOf } from "../support/routeProvider";
import { kind, root, disk, id, plain, deleting, failed, startSnapshotProvider } from "../support/snapshotProvider";

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
});

describe("a snapshot that is not finished", () => {
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
});
