import { createHash, randomBytes } from "node:crypto";
import { expect, onTestFinished } from "vitest";
import type { EmulatorOptions } from "../../emulator/src/index";
import { startKindProvider, type KindProvider } from "./kindProvider";
import type { Properties } from "./providerProcess";
import { project } from "./routeProvider";

export const kind = "Snapshot";
export const root = "https://www.googleapis.com/compute/v1/";
export const zone = `projects/${project}/zones/us-central1-a`;
export const disk = `${zone}/disks/d`;
export const instant = `${zone}/instantSnapshots/i`;
export const id = `projects/${project}/global/snapshots/s`;

export const rawKey = randomBytes(32).toString("base64");
export const wrappedKey = randomBytes(256).toString("base64");
/** The hash by which the service shows a key. */
export const digest = (key: string) => createHash("sha256").update(Buffer.from(key, "base64")).digest("base64");
/** What the emulator's log has in place of a key. */
export const logged = (key: string) => `sha256:${createHash("sha256").update(key).digest("hex").slice(0, 16)}`;

/** The arguments of a plain snapshot. */
export const plain: Properties = { name: "s", sourceDisk: disk };
export const inserting = ["POST snapshots", "POST wait"];
export const labelling = ["POST snapshots/s/setLabels", "POST wait"];
export const deleting = ["GET snapshots/s", "DELETE snapshots/s", "POST wait"];
export const reading = "GET snapshots/s";

/** A provider process, an emulator with a disk and an instant snapshot of it, and what tests of snapshots look at. */
export interface SnapshotProvider extends KindProvider {
  /** The snapshot as it is at the service. */
  there(): Properties | undefined;
  labels(): unknown;
  /** A resource that was made, and the log of requests cleared. */
  made(args?: Properties): Promise<{ id: string; outs: Properties }>;
}

export async function startSnapshotProvider(
  options: EmulatorOptions & { config?: Record<string, string> } = {},
  diskFields: object = {},
): Promise<SnapshotProvider> {
  const started = await startKindProvider(kind, options);
  const { emulator, provider, inputs } = started;
  emulator.objects.put(disk, { sizeGb: "20", licenseCodes: ["7"], ...diskFields });
  emulator.objects.put(instant, { sourceDisk: disk });
  // Runs before the process ends, when all has been said: keys go to the service and into properties, never into texts.
  onTestFinished(() => {
    const texts = [...provider.logs.map(({ message }) => message), JSON.stringify(emulator.requests())].join("\n");
    for (const key of [rawKey, wrappedKey]) expect(texts).not.toContain(key.slice(0, 20));
  });
  return {
    ...started,
    there: () => emulator.objects.get(id),
    labels: () => emulator.objects.get(id)?.labels,
    async made(args = plain) {
      const answer = await provider.create(await inputs(args));
      emulator.clearRequests();
      return answer;
    },
  };
}

/** How an operation ends badly. */
export const failed = {
  kind: "operationError",
  errors: [{ code: "INTERNAL_ERROR", message: "the disk went away" }],
} as const;
