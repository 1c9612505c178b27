import { expect, it } from "vitest";
import { startTwoFacedStack, type Face } from "../support/bothFaces";
import { succeeded } from "../support/routeStack";
import { group, references, template, theirGroup } from "../protocol/others";

const surge = (fixed: number) => ({ updatePolicy: { maxSurge: { fixed } } });
const patched = (fixed: number, ignoreChanges: readonly string[]) => ({
  kind: "RegionInstanceGroupManagerPatch",
  name: "patch",
  args: {
    instanceGroupManager: "web",
    instanceTemplate: "two",
    targetSize: 14,
    deletionPolicy: "RESTORE",
    ...surge(fixed),
  },
  options: { ignoreChanges },
});
const rollout = { versions: [{ instanceTemplate: template("t") }], instanceTemplate: template("t") };

it.each<Face>(["class", "plugin"])(
  "an update of a %s sends what its preview shows, and a restore leaves what others have set in its place",
  async (face) => {
    const { emulator, stack, declare } = await startTwoFacedStack();
    for (const [path, object] of Object.entries({ ...references, [group]: theirGroup }))
      emulator.objects.put(path, { ...object });
    const patches = () =>
      emulator
        .requests()
        .filter(({ method }) => method === "PATCH")
        .map(({ body }) => body);
    declare(face, [patched(5, ["targetSize"])]);
    succeeded(await stack.up());
    emulator.objects.patch(group, { ...rollout, targetSize: 20 });

    // Nothing has shown the rollout yet.
    declare(face, [patched(6, ["targetSize"])]);
    emulator.clearRequests();
    const second = succeeded(await stack.up());
    expect(patches()).toEqual([{ fingerprint: expect.any(String) as string, ...surge(6) }]);
    expect(second).toMatch(
      /somebody else has changed versions \(now .*instanceTemplates\/t.*`pulumi refresh` shows it/,
    );
    emulator.clearRequests();
    succeeded(await stack.up("--expect-no-changes"));

    // The refresh shows it, and the size that the program ignores.
    succeeded(await stack.up("--refresh"));
    expect(patches()).toEqual([
      { fingerprint: expect.any(String) as string, versions: [{ instanceTemplate: template("two") }] },
    ]);
    succeeded(await stack.destroy());
    expect(emulator.objects.get(group)).toMatchObject({
      instanceTemplate: template("one"),
      targetSize: 20,
      ...surge(4),
    });
  },
);
