import { describe, expect, it } from "vitest";
import type { Properties } from "../support/providerProcess";
import { anotherProcess, canaryToken, captureFailure } from "../support/routeProvider";
import { template, theirGroup } from "./others";
import { bad, good, isBack, proactive, record, startGroup, startRolledOut } from "./rolloutGroup";

/*
 * A rollout that fails goes back by itself: what this stack has set returns, and nothing else.
 */

/** The parts that are not as the last step that ended well has left them. */
const goBack = ({ __parts }: Properties) =>
  Object.entries(__parts as Record<string, object>).flatMap(([path, part]) => ("good" in part ? [path] : []));

describe("an update whose instances do not get there", () => {
  it("puts back the values of the last step that ended well, and records them", async () => {
    const { first, provider, inputs, fail, actual, templates } = await startRolledOut();
    const failure = await fail(first, bad);
    expect(failure.message).toContain("waitForInstances failed: the instances are not UPDATED after");
    expect(failure.message).toMatch(/web-\w+ \([A-Z]+\): INTERNAL: no luck/);
    expect(failure.message).toContain(`${isBack} The state records that. The next \`pulumi up\` tries again.`);
    // The description, too, of which the program no longer speaks.
    expect(actual()).toMatchObject({ ...good, description: "ours", status: { isStable: true } });
    expect(templates()).toEqual([template("one")]);
    const outs = failure.partial?.properties ?? {};
    expect(outs).toMatchObject({ ...good, description: "ours" });
    expect(record(outs)).toEqual(record(first.outs));
    expect(goBack(outs)).toEqual([]);
    // The next preview shows what the program asks for.
    const { paths } = await provider.details(first.id, outs, await inputs(bad));
    expect(paths).toEqual(expect.arrayContaining(["versions", "description"]));
  });

  it("shows what the instances do first, and what it waits for last", async () => {
    const { provider, make, fail } = await startGroup();
    await fail(await make(good), bad);
    const status = provider.logs.filter(({ ephemeral }) => ephemeral).map(({ message }) => message);
    expect(status.join("\n")).toMatch(/"us-central1\/web": \d+ [a-z]+, .*; waiting for UPDATED, \S+ left$/m);
  });

  it("leaves a template that somebody else has rolled out before", async () => {
    const { first, patch, fail, actual } = await startRolledOut();
    await patch(bad);
    const failure = await fail(first, { ...bad, description: "ours" });
    expect(failure.message).toContain(
      "This run has changed nothing that could go back, and its instances are not there",
    );
    expect(actual()).toMatchObject({ ...bad, description: "ours" });
  });

  it("goes back no further than to what a killed run has left, and says so", async () => {
    const { first, emulator, fail, actual } = await startRolledOut();
    // The state never gets its answer.
    await fail(first, { ...bad, description: "ours too", onFailure: "KEEP" });
    const next = await anotherProcess(emulator);
    const failure = await fail(first, { ...bad, description: "ours again" }, next);
    expect(failure.message).toContain("This run has put back what it changed, and its instances are not there yet: ");
    expect(actual()).toMatchObject({ ...bad, description: "ours" });
    const messages = next.logs.map(({ message }) => message).join("\n");
    expect(messages).toContain(
      "versions was as the program says before this step, by somebody else or by a run that was killed; that stays.",
    );
  });

  describe("where going back fails as well", () => {
    async function startStuck() {
      const started = await startRolledOut();
      const { first, emulator, fail, actual } = started;
      const failing = fail(first, bad);
      await expect.poll(() => actual()?.versions).toMatchObject(bad.versions);
      emulator.tokens({ [canaryToken]: { deniedPermissions: ["compute.instanceGroupManagers.update"] } });
      const failure = await failing;
      emulator.tokens(undefined);
      const outs = failure.partial?.properties ?? {};
      return { ...started, failure, first, stuck: { id: first.id, outs } };
    }

    it("says what is where, and the next run goes back to the same values", async () => {
      const { failure, first, stuck, fail, actual } = await startStuck();
      expect(failure.message).toContain("the instances are not UPDATED after");
      expect(failure.message).toContain("To go back failed as well: patch");
      expect(failure.message).toMatch(
        /Not all of it is put back: description is "theirs", and was "ours"; versions is .*two.*, and was .*one.*\. The state keeps the earlier values/,
      );
      expect(stuck.outs).toMatchObject(bad);
      expect(goBack(stuck.outs)).toEqual(["versions"]);
      const again = await fail(stuck, bad);
      expect(again.message).toContain(isBack);
      expect(actual()).toMatchObject({ ...good, description: "ours" });
      expect(record(again.partial?.properties ?? {})).toEqual(record(first.outs));
    });
  });
});

describe("a create whose instances do not get there", () => {
  it("puts back the values from before, and records nothing", async () => {
    const { inputs, make, emulator, actual, templates } = await startGroup();
    const failure = await captureFailure(make({ ...bad, description: "ours" }));
    expect(failure.message).toContain(`${isBack} The state records nothing.`);
    expect(failure.partial).toBeUndefined();
    expect(actual()).toMatchObject({ description: "theirs", versions: [{ instanceTemplate: template("one") }] });
    expect(templates()).toEqual([template("one")]);
    // The second create still knows the values from before the first one.
    emulator.rollouts([]);
    const next = await anotherProcess(emulator);
    const second = await next.create(await inputs({ ...bad, description: "ours" }));
    expect(second.outs.previousValues).toMatchObject({ description: "theirs" });
    expect(JSON.stringify(second.outs.__parts)).not.toContain('"before":false');
  });

  it("puts an update policy back that leaves instances alone once they are back", async () => {
    const { make, actual, templates } = await startGroup(theirGroup);
    const failure = await captureFailure(make({ ...bad, updatePolicy: proactive }));
    expect(failure.message).toContain(isBack);
    expect(actual()).toMatchObject({
      updatePolicy: theirGroup.updatePolicy,
      versions: [{ instanceTemplate: template("one") }],
    });
    expect(templates()).toEqual([template("one")]);
  });
});

it("continues to wait after an update that stays, and the next preview says so", async () => {
  const { provider, make, fail, inputs } = await startGroup();
  const first = await make(good);
  const keeping = { ...bad, onFailure: "KEEP" };
  const { partial } = await fail(first, keeping);
  /** The notices of a preview of this program. */
  const preview = async (args: Properties) => {
    provider.logs.length = 0;
    const { changes } = await provider.diff(first.id, partial?.properties ?? {}, await inputs(args));
    return { changes, notices: provider.logs.map(({ message }) => message).join("\n") };
  };
  expect(await preview(keeping)).toEqual({
    changes: true,
    notices:
      'gce:RegionInstanceGroupManagerPatch "us-central1/web": its change is sent already, and the update continues to wait for the instances to be UPDATED',
  });
  // A program that waits no longer, or has something to send, does not continue.
  const impatient = { ...keeping, waitForInstances: "NONE", progressDeadlineSec: null };
  for (const args of [{ ...keeping, description: "ours" }, impatient])
    expect((await preview(args)).notices).not.toContain("continues");
});
