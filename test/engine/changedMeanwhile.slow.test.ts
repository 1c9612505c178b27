import { expect, it } from "vitest";
import { disk, global } from "../protocol/others";
import { startTwoFacedStack, type Face } from "../support/bothFaces";
import { project } from "../support/routeProvider";
import { failed, succeeded } from "../support/routeStack";

const key = (name: string) => ({ kmsKeyName: `projects/${project}/locations/us/keyRings/ring/cryptoKeys/${name}` });

it.each<[face: Face]>([["class"], ["plugin"]])(
  "a snapshot whose key somebody has changed to that of the program is not replaced (%s)",
  async (face) => {
    const { emulator, stack, declare, recordRequests } = await startTwoFacedStack();
    emulator.objects.put(disk, { sizeGb: "20" });
    const program = (name: string, labels: object = {}) => {
      const args = { sourceDisk: disk, snapshotEncryptionKey: key(name) };
      declare(face, [
        { kind: "Snapshot", name: "made-first", args },
        { kind: "Snapshot", name: "deleted-first", args: { ...args, name: "fixed" } },
        {
          kind: "Snapshot",
          name: "replaced-on-changes",
          args: { sourceDisk: disk, labels: { team: name, ...labels } },
          options: { replaceOnChanges: ["labels"] },
        },
      ]);
    };
    const snapshots = () =>
      emulator.objects.list(`${global}/snapshots/`).map(({ path }) => [path, emulator.objects.get(path)?.id]);
    program("a");
    succeeded(await stack.up());
    const before = snapshots();
    expect(before).toHaveLength(3);
    for (const { id = "", urn } of stack.managed()) {
      const change = urn.endsWith("replaced-on-changes")
        ? { labels: { team: "b" } }
        : { snapshotEncryptionKey: key("b") };
      emulator.objects.patch(id, change);
    }

    program("b");
    // One at a time: the first failure of a run ends the others.
    for (const { urn } of stack.managed()) {
      emulator.clearRequests();
      const output = failed(await stack.up("--target", urn)).replaceAll(/\s+/g, " ");
      expect(output).toMatch(
        /error: gce:Snapshot "[^"]+": (replace|delete) failed: somebody has changed the object since/,
      );
      expect(output).toMatch(
        urn.endsWith("replaced-on-changes")
          ? /labels is \{"team":"a"\} in the state, and \{"team":"b"\} at the service, as the program says/
          : /snapshotEncryptionKey is \{"kmsKeyName":"[^"]*"\} in the state, and \{"kmsKeyName":"[^"]*"\} at the service, as the program says/,
      );
      expect(output).toContain("Run `pulumi refresh`, which records that, and then `pulumi up`.");
      expect(emulator.requests().map(({ method }) => method)).toEqual(["GET"]);
    }
    expect(snapshots()).toEqual(before);

    succeeded(await stack.refresh());
    expect(await recordRequests(() => stack.up())).toEqual([]);
    expect(snapshots()).toEqual(before);
    // A snapshot that nobody has changed is replaced as ever.
    program("c");
    succeeded(await stack.up());
    expect(snapshots().map(([, id]) => id)).not.toEqual(expect.arrayContaining([before[0]?.[1]]));
    expect(stack.managed()).toHaveLength(3);
  },
);
