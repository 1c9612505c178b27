import type { Data } from "./objects";

/** Members with these values say what is so without them, too. */
export const defaults: Readonly<Record<string, Data>> = {
  "compute#route": { priority: 1000, description: "", tags: [] },
  "compute#snapshot": { snapshotType: "STANDARD", autoCreated: false, guestFlush: false },
  "compute#targetSslProxy": { proxyHeader: "NONE" },
  "compute#instanceGroupManager": {
    listManagedInstancesResults: "PAGELESS",
    targetStoppedSize: 0,
    targetSuspendedSize: 0,
    standbyPolicy: { initialDelaySec: 0, mode: "MANUAL" },
    instanceLifecyclePolicy: { forceUpdateOnRepair: "NO", defaultActionOnFailure: "REPAIR" },
  },
};
