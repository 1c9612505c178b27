import { describe, expect, it } from "vitest";
import { canaryToken } from "../support/routeProvider";
import { global, group, template, theirGroup } from "./others";
import { bad, good, isBack, proactive, startGroup, startRolledOut, theirs } from "./rolloutGroup";

/*
 * A rollout with somebody else's hands in it: what a run says about the group is what the group is.
 */

const notUpdated = "waitForInstances failed: the instances are not UPDATED after";
const overtaken =
  "waitForInstances failed: somebody else has changed what this resource has set, before its instances were there";
const groupRead = { method: "GET", path: "instanceGroupManagers/web$" };

/** Resolves once the group has these versions. */
async function untilSent({ actual }: Pick<Awaited<ReturnType<typeof startGroup>>, "actual">, sent: object = bad) {
  await expect.poll(actual, { interval: 20, timeout: 10_000 }).toMatchObject(sent);
}

describe("a way back by hand, while the step waits for the instances", () => {
  it("fails the step, says from what to what, and records what is there", async () => {
    const started = await startRolledOut();
    const { first, fail, actual, patch } = started;
    const failing = fail(first, { ...bad, description: "ours", onFailure: "KEEP", progressDeadlineSec: 60 });
    await untilSent(started);
    await patch(good);
    const failure = await failing;
    expect(failure.message).toContain(overtaken);
    expect(failure.message).toMatch(/versions was set to .*"v2".*, and is .*"v1".* now/);
    expect(actual()).toMatchObject(good);
    // So the next preview shows what the program asks for.
    const outs = failure.partial?.properties ?? {};
    expect(outs).toMatchObject({ ...good, description: "ours" });
    // The next run that fails goes back to it.
    const again = await fail({ id: first.id, outs }, { ...bad, description: "ours" });
    expect(again.message).toContain(notUpdated);
    expect(again.message).toContain(isBack);
    expect(actual()).toMatchObject(good);
  });

  it("leaves it, and puts back the rest, where a change that fails goes back", async () => {
    const started = await startRolledOut();
    const { first, fail, actual, patch } = started;
    const failing = fail(first, { ...bad, description: "ours too", progressDeadlineSec: 60 });
    await untilSent(started);
    await patch({ versions: [{ ...good.versions[0], name: "by hand" }] });
    const failure = await failing;
    expect(failure.message).toContain(overtaken);
    expect(failure.message).toMatch(/Not all of it is put back: versions is .*"by hand".*, and was .*"v1"/);
    const left = { versions: [{ instanceTemplate: template("one"), name: "by hand" }], description: "ours" };
    expect(actual()).toMatchObject(left);
    expect(failure.partial?.properties).toMatchObject(left);
  });

  it("is found by the next run, too, which sends nothing over it", async () => {
    const { first, fail, actual, patch } = await startRolledOut();
    const stays = await fail(first, { ...bad, description: "ours", onFailure: "KEEP" });
    await patch(good);
    const stuck = { id: first.id, outs: stays.partial?.properties ?? {} };
    const again = await fail(stuck, { ...bad, description: "ours", onFailure: "KEEP" });
    expect(again.message).toMatch(/versions was set to .*"v2".*, and is .*"v1".* now/);
    expect(actual()).toMatchObject(good);
  });
});

describe("a change that goes back", () => {
  it("returns to what a refresh has shown, also where the last good run has set what it sends", async () => {
    const { emulator, make, fail, actual, patch, refresh } = await startGroup();
    emulator.rollouts([]);
    const half = {
      versions: [...bad.versions, ...good.versions].map((one, at) =>
        at ? one : { ...one, targetSize: { percent: 50 } },
      ),
    };
    const first = await make({ ...half, description: "ours" });
    await patch(good);
    const shown = await refresh(first);
    emulator.rollouts([{ instanceTemplate: "instanceTemplates/two$" }]);
    emulator.objects.patch(group, { autoHealingPolicies: [{ healthCheck: `${global}/healthChecks/check` }] });
    const failure = await fail(shown, { ...half, description: "ours" });
    expect(failure.message).toContain(isBack);
    expect(actual()).toMatchObject(good);
    expect(failure.partial?.properties).toMatchObject(good);
  });

  it("puts nothing into a group that was made anew meanwhile", async () => {
    const started = await startRolledOut();
    const { first, emulator, fail, actual } = started;
    const failing = fail(first, { ...bad, description: "ours" });
    await untilSent(started);
    emulator.objects.delete(group);
    emulator.objects.put(group, { ...theirs, ...bad });
    const failure = await failing;
    expect(failure.message).toContain("Somebody has made the group anew meanwhile, and nothing is put back in it.");
    expect(failure.message).not.toContain(isBack);
    expect(actual()).toMatchObject({ description: "theirs" });
  });

  it("says what it knows where its token ends once the values are back", async () => {
    const started = await startRolledOut();
    const { first, emulator, fail, actual } = started;
    emulator.latency({ defaultMs: 500 });
    const failing = fail(first, { ...bad, description: "ours" });
    const patches = () => emulator.requests().filter(({ method, path }) => method === "PATCH" && path.endsWith("/web"));
    await expect.poll(patches, { interval: 20, timeout: 20_000 }).toHaveLength(3);
    emulator.fault({ match: groupRead, fault: { kind: "status", status: 401 }, times: "always" });
    const failure = await failing;
    expect(failure.message).toContain("To wait for that failed: ");
    expect(failure.message).toContain(
      "The service has taken the earlier values back. Whether the instances are back is not known, because the group could not be read: HTTP 401",
    );
    expect(failure.message).not.toContain(isBack);
    expect(actual()).toMatchObject(good);
  });

  it("does not wait for what somebody else has changed before it puts back the rest", async () => {
    const started = await startRolledOut();
    const { first, actual, inputs, patch, provider } = started;
    const news = await inputs({ ...bad, description: "ours too", progressDeadlineSec: 1 }, { update: "60s" });
    const failing = provider.update(first.id, first.outs, news).catch((error: unknown) => error as Error);
    await untilSent(started);
    await patch({ description: "theirs again" });
    const failure = await failing;
    expect(actual()).toMatchObject({ ...good, description: "theirs again" });
    expect((failure as Error).message).toContain(
      'Not all of it is put back: description is "theirs again", and was "ours"',
    );
  });
});

describe("a read that is refused while the step waits", () => {
  const refusals = [
    { status: 403, reason: "forbidden" },
    { status: 404, reason: "notFound" },
  ];

  it.for(refusals)("ends nothing where a later look does not repeat it ($status)", async (refusal) => {
    const started = await startRolledOut();
    const { first, emulator, inputs, provider, actual } = started;
    emulator.rollouts([]);
    emulator.fault({ match: groupRead, skip: 1, fault: { kind: "status", ...refusal }, times: 2 });
    const { outs } = await provider.update(first.id, first.outs, await inputs({ ...bad, description: "ours" }));
    expect(outs).toMatchObject(bad);
    expect(actual()).toMatchObject({ ...bad, status: { isStable: true } });
  });

  it.for(refusals)("ends the wait where it stays, and the step goes back ($status)", async (refusal) => {
    const started = await startRolledOut();
    const { first, emulator, fail, actual } = started;
    emulator.fault({ match: groupRead, skip: 1, fault: { kind: "status", ...refusal }, times: 3 });
    const failure = await fail(first, { ...bad, description: "ours", progressDeadlineSec: 60 });
    expect(failure.message).toContain(
      `waitForInstances failed: the group cannot be read, so nobody sees how far its instances are: HTTP ${String(refusal.status)}`,
    );
    expect(failure.message).toContain(isBack);
    expect(actual()).toMatchObject(good);
  });

  it("says that nothing is known where nothing can be read any more", async () => {
    const started = await startRolledOut();
    const { first, emulator, fail } = started;
    const failing = fail(first, { ...bad, description: "ours", progressDeadlineSec: 60 });
    await untilSent(started);
    emulator.tokens({ [canaryToken]: { deniedPermissions: ["compute.instanceGroupManagers.get"] } });
    const failure = await failing;
    expect(failure.message).toContain("the group cannot be read, so nobody sees how far its instances are: HTTP 403");
    expect(failure.message).toContain(
      "What the group is now is not known, because the group could not be read: HTTP 403",
    );
    expect(failure.message).toContain("The state keeps the earlier values");
    expect(failure.partial?.properties).toMatchObject(bad);
  });
});

describe("an earlier value that names something that is gone", () => {
  /** Nothing here waits for instances. */
  const patient = { waitForInstances: false, updatePolicy: { type: "OPPORTUNISTIC" } };
  const templates = { path: `${global}/instanceTemplates/one` };

  it("is left, with a warning that names it, and the others go back", async () => {
    const started = await startGroup({ ...theirGroup, targetSize: 2 });
    const { emulator, make, provider, actual, shownMessages } = started;
    emulator.rollouts([]);
    const made = await make({ ...bad, description: "ours", deletionPolicy: "RESTORE", ...patient });
    emulator.objects.delete(templates.path);
    await provider.delete(made.id, made.outs);
    expect(actual()).toMatchObject({ ...bad, description: "theirs" });
    expect(shownMessages().join("\n")).toContain(
      `the earlier value of versions (${templates.path}) is gone, so that whoever owns the object has to set one that exists`,
    );
  });

  it.for(["RETAIN", "RESTORE"])("stops no update that no longer speaks of it (%s)", async (deletionPolicy) => {
    const { emulator, make, provider, inputs, actual, shownMessages } = await startGroup({
      ...theirGroup,
      targetSize: 2,
    });
    emulator.rollouts([]);
    const settings = { deletionPolicy, ...patient };
    const made = await make({ instanceTemplate: template("two"), description: "ours", ...settings });
    emulator.objects.delete(templates.path);
    const news = await inputs({ description: "ours too", ...settings });
    const { outs } = await provider.update(made.id, made.outs, news);
    expect(actual()).toMatchObject({ description: "ours too", versions: [{ instanceTemplate: template("two") }] });
    expect(outs.managedFields).not.toContain("instanceTemplate");
    expect(shownMessages().join("\n")).toContain(`the earlier value of versions (${templates.path}) is gone`);
  });
});

describe("a destroy that restores", () => {
  it.for([false, "UPDATED"])("puts the update policy back after the instances (waitForInstances %s)", async (wait) => {
    const { emulator, make, provider, actual, templates } = await startGroup({ ...theirGroup, targetSize: 2 });
    emulator.rollouts([]);
    const settings = { waitForInstances: wait };
    const made = await make({ ...bad, updatePolicy: proactive, deletionPolicy: "RESTORE", ...settings });
    await expect.poll(templates).toEqual([template("two")]);
    await provider.delete(made.id, made.outs);
    expect(actual()).toMatchObject({
      updatePolicy: theirGroup.updatePolicy,
      versions: [{ instanceTemplate: template("one") }],
    });
    expect(templates()).toEqual([template("one")]);
  });

  it("does the same where the program no longer speaks of them", async () => {
    const { emulator, make, provider, inputs, actual, templates } = await startGroup({ ...theirGroup, targetSize: 2 });
    emulator.rollouts([]);
    const made = await make({ ...bad, updatePolicy: proactive, description: "ours", waitForInstances: false });
    await expect.poll(templates).toEqual([template("two")]);
    const { outs } = await provider.update(
      made.id,
      made.outs,
      await inputs({ description: "ours", updatePolicy: { maxSurge: { fixed: 5 } }, waitForInstances: false }),
    );
    expect(actual()).toMatchObject({
      updatePolicy: { ...theirGroup.updatePolicy, maxSurge: { fixed: 5 } },
      versions: [{ instanceTemplate: template("one") }],
    });
    expect(templates()).toEqual([template("one")]);
    expect(outs.managedFields).toEqual(["description", "updatePolicy.maxSurge"]);
  });
});
