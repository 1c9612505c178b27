import { describe, expect, it } from "vitest";
import { failureOf } from "../support/routeProvider";
import { id, plain, labelling, reading, startSnapshotProvider } from "../support/snapshotProvider";

describe("update of the labels", () => {
  it("sends all of them with the fingerprint, without a request id, and reads back", async () => {
    const snapshot = await startSnapshotProvider();
    const { outs } = await snapshot.made({ ...plain, labels: { a: "1", b: "2" } });
    const news = await snapshot.inputs({ ...plain, labels: { a: "3", c: "" } });
    expect(await snapshot.provider.diff(id, outs, news)).toMatchObject({ changes: true, replaces: [] });
    const updated = await snapshot.provider.update(id, outs, news);
    expect(snapshot.requests()).toEqual([...labelling, reading]);
    const { query, body } = snapshot.sent("/setLabels");
    expect(query).toEqual({});
    expect(body).toEqual({ labels: { a: "3", c: "" }, labelFingerprint: outs.labelFingerprint });
    const labels = { a: "3", c: "" };
    expect(updated.outs).toEqual({
      ...outs,
      labels,
      effectiveLabels: labels,
      labelFingerprint: snapshot.there()?.labelFingerprint,
    });
  });

  it("follows the configuration, and only removes what it set itself", async () => {
    const first = await startSnapshotProvider({ config: { "gcp:defaultLabels": '{"team":"net"}' } });
    const { outs } = await first.made({ ...plain, labels: { a: "1" } });
    first.emulator.objects.patch(id, { labels: { theirs: "1" } });
    const news = { ...(await first.inputs({ ...plain, labels: { a: "1" } })), labels: { a: "1" } };
    await first.provider.update(id, outs, news);
    expect(first.labels()).toEqual({ a: "1", theirs: "1" });
  });

  it("fails with the words of the service if it is refused although nobody has changed the labels", async () => {
    const { made, provider, emulator, inputs } = await startSnapshotProvider();
    const { outs } = await made();
    const message = "Constraint constraints/compute.x violated for project 12";
    const fault = { kind: "status", status: 412, reason: "conditionNotMet", message } as const;
    emulator.fault({ match: { path: "/setLabels$" }, times: "always", fault });
    const update = provider.update(id, outs, await inputs({ ...plain, labels: { a: "1" } }));
    const failed = await failureOf(update);
    expect(failed.message).toBe(`gce:Snapshot "s": setLabels failed: HTTP 412 conditionNotMet: ${message}`);
    expect(failed.partial).toBeUndefined();
    expect(emulator.requests().filter(({ path }) => path.endsWith("/setLabels"))).toHaveLength(1);
  });

  it("that may not be made says which permission it needs", async () => {
    const { made, provider, emulator, inputs } = await startSnapshotProvider();
    const { outs } = await made();
    emulator.fault({ match: { path: "/setLabels$" }, fault: { kind: "status", status: 403, reason: "forbidden" } });
    const { message } = await failureOf(provider.update(id, outs, await inputs({ ...plain, labels: { a: "1" } })));
    expect(message).toContain("The caller needs compute.snapshots.setLabels.");
  });

  it("makes no call if only input-only arguments, deadlines or the policy change", async () => {
    const { made, provider, inputs, requests } = await startSnapshotProvider();
    const { outs } = await made();
    const news = await inputs({ ...plain, guestFlush: true, locationHint: "x", deletionPolicy: "PREVENT" });
    const updated = await provider.update(id, outs, news);
    expect(updated.outs).toEqual({ ...outs, deletionPolicy: "PREVENT" });
    expect(requests()).toEqual([]);
  });
});
