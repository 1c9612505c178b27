import { expect, it } from "vitest";
import { project } from "../support/routeProvider";
import { startRouteStack, succeeded } from "../support/routeStack";

const disk = `projects/${project}/zones/us-central1-a/disks/d`;
const path = `projects/${project}/global/snapshots/s`;

/** What the engine takes for a value that is not known yet, as a text: a legal value of a label. */
const mark = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const carried = "04da6b54_-80e4-46f7-96ec-b56ff0331ba9";

const program = (args: string) =>
  `const snapshot = new gce.Snapshot("s", { name: "s", sourceDisk: "${disk}", ${args} });
   exports.labels = snapshot.effectiveLabels;`;

it("makes, refreshes, changes and destroys a snapshot with a colleague's label that the engine would take for unknown", async () => {
  const { emulator, stack } = await startRouteStack({ program: program('labels: { ours: "1" }') });
  emulator.objects.put(disk, { sizeGb: "20" });
  succeeded(await stack.up());

  emulator.objects.patch(path, { labels: { theirs: mark } });
  succeeded(await stack.refresh());
  succeeded(await stack.up("--expect-no-changes"));
  expect(await stack.outputs()).toEqual({ labels: { ours: "1", theirs: carried } });

  // The label of the program is drift, and is put back; that of the colleague stays as it is.
  emulator.objects.patch(path, { labels: { ours: mark } });
  succeeded(await stack.refresh());
  succeeded(await stack.up());
  expect(emulator.objects.get(path)?.labels).toEqual({ ours: "1", theirs: mark });

  // A program says it as its outputs show it.
  stack.program(program(`labels: { ours: "${carried}" }`));
  succeeded(await stack.up());
  expect(emulator.objects.get(path)?.labels).toEqual({ ours: mark, theirs: mark });
  succeeded(await stack.up("--expect-no-changes"));
  succeeded(await stack.destroy());
  expect(emulator.objects.get(path)).toBeUndefined();
});
