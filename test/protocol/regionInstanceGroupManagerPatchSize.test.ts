import { describe, expect, it } from "vitest";
import { failureOf } from "../support/routeProvider";
import { path, region, root, startGroupPatch } from "../support/groupPatchProvider";

const autoscaler = `${region}/autoscalers/a`;

type GroupPatch = Awaited<ReturnType<typeof startGroupPatch>>;

/** From now on somebody else's autoscaler is on the group. */
function autoscale({ emulator }: GroupPatch, mode: string | undefined): void {
  emulator.objects.put(autoscaler, {
    target: path,
    autoscalingPolicy: { maxNumReplicas: 20, ...(mode === undefined ? {} : { mode }) },
  });
  emulator.objects.patch(path, { status: { autoscaler: `${root}/${autoscaler}` } });
}

/** Nobody may look at the autoscaler. */
function conceal({ emulator }: GroupPatch): void {
  emulator.fault({
    match: { method: "GET", path: "/autoscalers/" },
    times: 9,
    fault: { kind: "status", status: 403, reason: "forbidden" },
  });
}

describe("the size of a group that has an autoscaler", () => {
  it.each(["ON", undefined, "ONLY_SCALE_OUT", "ONLY_UP"])(
    "is refused before the patch if the mode of the autoscaler is %j",
    async (mode) => {
      const started = await startGroupPatch();
      autoscale(started, mode);
      const { provider, inputs, requests } = started;
      const failure = await failureOf(provider.create(await inputs({ targetSize: 12 })));
      expect(failure.message).toContain("targetSize cannot be set, because an autoscaler sets the size of the group");
      expect(failure.message).toContain(`autoscaler ${root}/${autoscaler}, mode ${mode ?? "ON"}`);
      expect(failure.message).toContain("set the mode of its policy to OFF");
      expect(requests()).toEqual(["GET web", expect.stringMatching(/^GET .*\/autoscalers\/a$/), "GET operations"]);
    },
  );

  it("is left to the service if nobody may look at the autoscaler, and a warning says so", async () => {
    const started = await startGroupPatch();
    autoscale(started, "OFF");
    conceal(started);
    const { provider, inputs, live, told } = started;
    await provider.create(await inputs({ targetSize: 14 }));
    expect(live().targetSize).toBe(14);
    expect(told().join()).toContain(
      "its mode is not known: the permission compute.autoscalers.get is missing. If the mode is not OFF, the service refuses targetSize.",
    );
  });

  it.each<[string, (started: GroupPatch) => void]>([
    [
      "decides on it by now",
      (started) => {
        autoscale(started, "ON");
      },
    ],
    [
      "may not be looked at",
      (started) => {
        autoscale(started, "OFF");
        conceal(started);
      },
    ],
  ])("is not restored if the autoscaler %s, and a warning says so", async (_what, arrange) => {
    const started = await startGroupPatch();
    const { provider, made, inputs, patches, told, emulator } = started;
    const { outs } = await made({ targetSize: 14, description: "ours", deletionPolicy: "RESTORE" });
    arrange(started);
    await provider.update(path, outs, await inputs({ description: "ours too", deletionPolicy: "RESTORE" }));
    expect(patches()).toEqual([{ description: "ours too" }]);
    expect(told().join()).toContain("somebody else can decide on targetSize now");
    emulator.clearRequests();
    await provider.delete(path, {
      ...outs,
      description: "ours too",
      __own: [{ targetSize: 14, description: "ours too" }],
    });
    expect(patches()).toEqual([{ description: "theirs" }]);
    expect(emulator.objects.get(path)).toMatchObject({ targetSize: 14, description: "theirs" });
  });

  it("is looked at only by a patch that manages it", async () => {
    const started = await startGroupPatch();
    autoscale(started, "ON");
    const { provider, inputs, emulator } = started;
    await provider.create(await inputs({ description: "ours" }));
    expect(emulator.requests().filter(({ path }) => path.includes("autoscalers"))).toEqual([]);
  });
});
