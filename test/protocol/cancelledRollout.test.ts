import emptyMessages from "google-protobuf/google/protobuf/empty_pb.js";
import { describe, expect, it } from "vitest";
import { startKindProvider } from "../support/kindProvider";
import { revealed, startPlugin, toUrn } from "../support/pluginProcess";
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

/** Either face with the group of another team, and what the engine does to its process when the user presses Ctrl-C. */
const faces = {
  async classes() {
    let cancellation = new AbortController();
    const { nextRun, ...started } = await startKindProvider(kind, { others, signal: () => cancellation.signal });
    return {
      ...started,
      cancel: () => Promise.resolve(cancellation.abort(new Error("the run was cancelled, or failed elsewhere"))),
      nextRun() {
        cancellation = new AbortController();
        return nextRun();
      },
    };
  },
  async plugin() {
    const started = await startPlugin();
    for (const [path, object] of Object.entries(others)) started.emulator.objects.put(path, { ...object });
    started.provider.urn = toUrn(kind);
    return { ...started, cancel: () => started.provider.call("cancel", new emptyMessages.Empty()) };
  },
};

describe.each(Object.entries(faces))("with the %s, Ctrl-C in the wait for instances", (_face, start) => {
  it("ends it, puts nothing back and says so; the next run continues, and goes back if that fails", async () => {
    const { emulator, provider, inputs, cancel, nextRun } = await start();
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
    await cancel();
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
});
