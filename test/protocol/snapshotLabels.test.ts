import { describe, expect, it } from "vitest";
import { rivalDuring } from "../support/rival";
import { failureOf, partialFailureOf } from "../support/routeProvider";
import { id, plain, labelling, reading, failed, startSnapshotProvider } from "../support/snapshotProvider";

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

  it("keeps labels that others added in the meantime, after a refresh or a 412", async () => {
    const { made, provider, emulator, inputs, labels, requests, sent } = await startSnapshotProvider();
    const first = await made({ ...plain, labels: { a: "1", b: "2" } });
    emulator.objects.patch(id, { labels: { theirs: "1" } });
    const { props, inputs: drift } = await provider.read(id, first.outs);
    expect(drift).toBeUndefined();
    expect(props).toMatchObject({ labels: { a: "1", b: "2" }, effectiveLabels: { a: "1", b: "2", theirs: "1" } });
    emulator.objects.patch(id, { labels: { later: "1" } });
    emulator.clearRequests();
    const { outs } = await provider.update(id, props, await inputs({ ...plain, labels: { a: "3" } }));
    expect(requests()).toEqual(["POST snapshots/s/setLabels", reading, ...labelling, reading]);
    expect(sent("/setLabels").body).toMatchObject({ labels: { a: "3", theirs: "1", later: "1" } });
    expect(labels()).toEqual({ a: "3", theirs: "1", later: "1" });
    expect(outs).toMatchObject({ labels: { a: "3" } });

    await provider.update(id, outs, await inputs(plain));
    expect(labels()).toEqual({ theirs: "1", later: "1" });
  });

  it("restores its own labels that others changed or removed", async () => {
    const { made, provider, emulator, inputs, labels } = await startSnapshotProvider();
    const { outs } = await made({ ...plain, labels: { a: "1", b: "2" } });
    emulator.objects.patch(id, { labels: { a: "theirs", b: null } });
    const { props, inputs: drift } = await provider.read(id, outs);
    expect(drift).toMatchObject({ labels: { a: "theirs" } });
    await provider.update(id, props, await inputs({ ...plain, labels: { a: "1", b: "2" } }));
    expect(labels()).toEqual({ a: "1", b: "2" });
  });

  it("follows the configuration, and only removes what it set itself", async () => {
    const first = await startSnapshotProvider({ config: { "gcp:defaultLabels": '{"team":"net"}' } });
    const { outs } = await first.made({ ...plain, labels: { a: "1" } });
    first.emulator.objects.patch(id, { labels: { theirs: "1" } });
    const news = { ...(await first.inputs({ ...plain, labels: { a: "1" } })), labels: { a: "1" } };
    await first.provider.update(id, outs, news);
    expect(first.labels()).toEqual({ a: "1", theirs: "1" });
  });

  it("is repeated until the deadline while others change the labels first, and then keeps the record", async () => {
    const { made, provider, emulator, inputs, labels } = await startSnapshotProvider();
    const { outs } = await made();
    const change = (number: number) => {
      emulator.objects.patch(id, { labels: { ...(labels() as object), theirs: String(number) } });
    };
    rivalDuring(emulator, { path: "/setLabels$" }, 3, change);
    await provider.update(id, outs, await inputs({ ...plain, labels: { a: "1" } }));
    expect(labels()).toMatchObject({ a: "1" });
    rivalDuring(emulator, { path: "/setLabels$" }, "always", change);
    const { message, partial } = await failureOf(
      provider.update(id, outs, await inputs({ ...plain, labels: { a: "2" } }, { update: "1500ms" })),
    );
    expect(message).toContain("setLabels failed: somebody else changed the object before each attempt");
    expect(message).toContain("conditionNotMet");
    expect(partial).toBeUndefined();
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

  it("whose answer is lost is found to be done", async () => {
    const { made, provider, emulator, inputs, labels } = await startSnapshotProvider();
    const { outs } = await made();
    emulator.fault({ match: { path: "/setLabels$" }, fault: { kind: "resetAfter" } });
    const updated = await provider.update(id, outs, await inputs({ ...plain, labels: { a: "1" } }));
    expect(labels()).toEqual({ a: "1" });
    expect(updated.outs).toMatchObject({ labels: { a: "1" } });
    expect(updated.outs).not.toHaveProperty("__own");
    expect(emulator.operations().filter(({ landed }) => landed)).toHaveLength(2);
  });

  it.each(["landed", "failed"])(
    "that was abandoned and then %s still removes labels that the program no longer has",
    async (end) => {
      const { made, provider, emulator, inputs, labels } = await startSnapshotProvider();
      const { outs } = await made({ ...plain, labels: { a: "1", b: "2" } });
      emulator.latency({ defaultMs: 2500 });
      if (end === "failed") emulator.fault({ fault: failed });
      const news = await inputs({ ...plain, labels: { a: "1" } }, { update: "1s" });
      const { properties } = await partialFailureOf(provider.update(id, outs, news));
      expect(properties).toMatchObject({ __pending: [{ action: "setLabels" }], __own: ["a", "b"] });
      emulator.latency({ defaultMs: 0 });
      const { props } = await provider.read(id, { ...properties, __timeouts: { update: "20s" } });
      expect(props).toMatchObject({ labels: end === "landed" ? { a: "1" } : { a: "1", b: "2" } });
      const again = await inputs({ ...plain, labels: { a: "1" } });
      const { outs: last } = await provider.update(id, properties, again);
      expect(labels()).toEqual({ a: "1" });
      expect(await provider.diff(id, last, again)).toMatchObject({ changes: false });
    },
  );

  it("does not change a snapshot without labels that somebody else has made under the same name", async () => {
    const { made, provider, emulator, inputs, labels, requests } = await startSnapshotProvider();
    const { outs } = await made();
    const { sourceDisk, labelFingerprint } = emulator.objects.get(id) ?? {};
    emulator.objects.delete(id);
    expect(emulator.objects.put(id, { sourceDisk }).labelFingerprint).toBe(labelFingerprint);
    const failure = await failureOf(provider.update(id, outs, await inputs({ ...plain, labels: { a: "1" } })));
    expect(failure.message).toContain("somebody has deleted that one and made another");
    expect(requests()).toEqual([reading]);
    expect(labels()).toBeUndefined();
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
