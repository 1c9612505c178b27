import emptyMessages from "google-protobuf/google/protobuf/empty_pb.js";
import { expect, it } from "vitest";
import { revealed, startPlugin } from "../support/pluginProcess";
import type { Properties } from "../support/providerProcess";
import { captureFailure } from "../support/routeProvider";
import { group, references, template, theirGroup } from "./others";

/*
 * Ctrl-C while a rollout goes on: the wait ends, and nothing is put back.
 */

const kind = "RegionInstanceGroupManagerPatch";
const theirs = { ...theirGroup, targetSize: 4, updatePolicy: { ...theirGroup.updatePolicy, type: "PROACTIVE" } };
const others = { ...references, [group]: theirs };
const args = (version: string, progressDeadlineSec: number) => ({
  instanceGroupManager: "web",
  waitForInstances: "UPDATED",
  onFailure: "RESTORE",
  progressDeadlineSec,
  updatePolicy: { type: "PROACTIVE" },
  versions: [{ name: version, instanceTemplate: template(version) }],
});

it("Ctrl-C in the wait for instances ends it, puts nothing back and says so; the next run continues, and goes back if that fails", async () => {
  const { emulator, provider, inputs, nextRun } = await startPlugin({ kind, others });
  const actual = () => emulator.objects.get(group);
  const versions = (name: string) => ({ versions: [{ name, instanceTemplate: template(name) }] });
  const first = await provider.create(await inputs(args("one", 600)));
  emulator.rollouts([
    { instanceTemplate: "instanceTemplates/two$", errors: [{ code: "INTERNAL", message: "no luck" }] },
  ]);
  emulator.clearRequests();
  const updating = captureFailure(provider.update(first.id, first.outs, await inputs(args("two", 600))));
  const looks = () => emulator.requests().filter(({ method, path }) => method === "GET" && path.endsWith("/web"));
  await expect.poll(() => looks().length).toBeGreaterThan(3);
  await provider.call("cancel", new emptyMessages.Empty());
  const { message, partial } = await updating;
  expect(message).toBe(
    'gce:RegionInstanceGroupManagerPatch "us-central1/web": waitForInstances failed: the run was cancelled, or failed elsewhere\n' +
      "  The change is done, the service goes on with it, and nothing is put back. The state records it. " +
      "The next `pulumi up` continues to wait; if that fails, `onFailure` decides.",
  );
  expect(actual()).toMatchObject(versions("two"));

  await nextRun();
  const olds = revealed(partial?.properties ?? {}) as Properties;
  const failure = await captureFailure(provider.update(first.id, olds, await inputs(args("two", 1))));
  expect(failure.message).toContain("This run has put back what it changed. The state records that.");
  expect(actual()).toMatchObject(versions("one"));
});
