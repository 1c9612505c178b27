import { describe, expect, it } from "vitest";
import { failureOf, partialFailureOf } from "../support/routeProvider";
import { path, template, group, changing, startGroupPatch, sleep } from "../support/groupPatchProvider";

describe("waitForInstances", () => {
  const proactive = { instanceTemplate: "two", updatePolicy: { type: "PROACTIVE" } };

  it.each(["UPDATED", "STABLE", true])("%s waits until the instances have that state", async (waitForInstances) => {
    const { provider, inputs, live, requests } = await startGroupPatch(group, { latency: { instancesMs: 1_500 } });
    await provider.create(await inputs({ ...proactive, waitForInstances }));
    expect(live().status).toMatchObject({ isStable: true, versionTarget: { isReached: true } });
    expect(requests().filter((request) => request === "GET web").length).toBeGreaterThan(3);
  });

  it.each([false, "NONE"])("%s does not wait", async (waitForInstances) => {
    const { provider, inputs, live } = await startGroupPatch(group, { latency: { instancesMs: 60_000 } });
    const { outs } = await provider.create(await inputs({ ...proactive, waitForInstances }));
    expect(live().status).toMatchObject({ isStable: false });
    expect(outs.status).toMatchObject({ isStable: false });
  });

  it("reports current actions and errors at the deadline, and the next step continues to wait", async () => {
    const { provider, inputs, emulator, patches } = await startGroupPatch(group, { latency: { instancesMs: 4000 } });
    const args = { ...proactive, waitForInstances: "UPDATED" };
    const failing = partialFailureOf(provider.create(await inputs(args, { create: "1500ms" })));
    await expect.poll(() => emulator.operations()[0]?.doneAt).toBeDefined();
    emulator.objects.put(`${path}/managedInstances/web-bad`, {
      currentAction: "CREATING",
      lastAttempt: { errors: { errors: [{ code: "QUOTA_EXCEEDED", message: "no more CPUs" }] } },
    });
    const { message, properties } = await failing;
    expect(message).toContain("waitForInstances failed: the instances are not UPDATED after");
    expect(message).toMatch(/current actions: .*creating \d+/);
    expect(message).toContain("web-bad (CREATING): QUOTA_EXCEEDED: no more CPUs");
    expect(message).toContain(
      "The change is done, and the state records it. To continue to wait, run `pulumi up` again",
    );
    emulator.objects.delete(`${path}/managedInstances/web-bad`);
    const { outs } = await provider.update(path, properties, await inputs(args));
    expect(patches()).toHaveLength(1);
    expect(outs.status).toMatchObject({ isStable: true });
    expect(outs).not.toHaveProperty("__pending");
  });

  it("reports what went wrong on the last page of the instances too", async () => {
    const { provider, inputs, emulator, requests } = await startGroupPatch(
      { ...group, listManagedInstancesResults: "PAGINATED" },
      { latency: { instancesMs: 60_000 } },
    );
    for (let index = 0; index < 501; index += 1) {
      emulator.objects.put(`${path}/managedInstances/more-${String(index).padStart(4, "0")}`, {});
    }
    emulator.objects.put(`${path}/managedInstances/zz-last`, {
      currentAction: "CREATING",
      lastAttempt: { errors: { errors: [{ code: "QUOTA_EXCEEDED", message: "no more CPUs" }] } },
    });
    const creating = provider.create(await inputs({ ...proactive, waitForInstances: true }, { create: "1500ms" }));
    const { message } = await partialFailureOf(creating);
    expect(message).toMatch(/zz-last \([A-Z]+\): QUOTA_EXCEEDED: no more CPUs/);
    const pages = requests().filter((request) => request === "POST web/listManagedInstances");
    expect(pages).toHaveLength(2);
  });

  const restoring = { ...proactive, deletionPolicy: "RESTORE" };

  it.each(["STABLE", "UPDATED", true])("%s waits after a restore too", async (waitForInstances) => {
    const { provider, inputs, live, requests, emulator } = await startGroupPatch(
      { ...group, updatePolicy: { ...group.updatePolicy, type: "PROACTIVE" } },
      { latency: { instancesMs: 1_500 } },
    );
    const { outs } = await provider.create(await inputs({ ...restoring, waitForInstances }));
    emulator.clearRequests();
    await provider.delete(path, outs);
    expect(live()).toMatchObject({ instanceTemplate: template("one"), status: { isStable: true } });
    expect(live().status).toMatchObject({ versionTarget: { isReached: true } });
    expect(requests().slice(0, 3)).toEqual(changing);
    expect(requests().filter((request) => request === "GET web").length).toBeGreaterThan(3);
  });

  it("UPDATED waits only until the group is stable if the restored policy updates nothing by itself", async () => {
    const { provider, inputs, live } = await startGroupPatch();
    const { outs } = await provider.create(await inputs({ ...restoring, waitForInstances: "UPDATED" }));
    await provider.delete(path, outs);
    expect(live()).toMatchObject({
      updatePolicy: { type: "OPPORTUNISTIC" },
      status: { isStable: true, versionTarget: { isReached: false } },
    });
  });

  it("reports a restore that is not finished at the deadline, and the next destroy continues to wait without another patch", async () => {
    const { provider, inputs, patches, requests, emulator } = await startGroupPatch({
      ...group,
      updatePolicy: { ...group.updatePolicy, type: "PROACTIVE" },
    });
    const args = { ...restoring, waitForInstances: true };
    const { outs } = await provider.create(await inputs(args, { delete: "3s" }));
    emulator.clearRequests();
    emulator.latency({ instancesMs: 5_000 });
    const { message } = await failureOf(provider.delete(path, outs));
    expect(message).toContain(
      "delete failed: the earlier settings are restored, and the instances are not STABLE after",
    );
    expect(message).toContain("It stays recorded: run the same command again to continue");
    await sleep(1_000);
    await provider.delete(path, outs);
    expect(patches()).toHaveLength(1);
    expect(requests().at(-1)).toBe("GET web");
  });
});
