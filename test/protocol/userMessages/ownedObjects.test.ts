import { network, disk, disks, global, root } from "../others";
import { plainRoute } from "../../support/routeProvider";
import { rawKey, itSays, wrappedKey } from "./rows";

const route = `${global}/routes/r`;
const snapshot = `${global}/snapshots/s`;
const existing = { ...plainRoute, network, priority: 1000 };
const diskSnapshot = { name: "s", sourceDisk: disk };

itSays({
  Route: {
    args: plainRoute,
    rows: [
      {
        what: "an object that differs",
        others: { [route]: { ...existing, priority: 5, tags: ["x"] } },
        args: { adoptExisting: true },
        says: [
          "priority is 5 at the service and 1000 in the program",
          'tags is ["x"] at the service and [] in the program',
        ],
      },
      {
        what: "an object to keep",
        args: { deletionPolicy: "PREVENT" },
        next: "delete",
        says: ["deletionPolicy is PREVENT"],
      },
      {
        what: "warnings",
        change: (emulator) => {
          const warnings = [{ code: "NEXT_HOP_NOT_RUNNING", message: "off", data: [{ key: "instance", value: "vm" }] }];
          emulator.fault({ fault: { kind: "resourceWarnings", warnings } });
        },
        isLogged: true,
        says: ['gce:Route "r": NEXT_HOP_NOT_RUNNING: off (instance=vm)'],
      },
    ],
  },
  Snapshot: {
    others: disks,
    args: diskSnapshot,
    rows: [
      {
        what: "a snapshot that has failed, to take over",
        others: { [snapshot]: { sourceDisk: root + disk, status: "FAILED" } },
        args: { adoptExisting: true },
        says: ["its status is FAILED", "It cannot be taken over."],
      },
      {
        what: "a wrapped key, which proves nothing",
        others: { [snapshot]: { sourceDisk: root + disk, snapshotEncryptionKey: { rawKey } } },
        args: { snapshotEncryptionKey: { rsaEncryptedKey: wrappedKey }, adoptExisting: true },
        says: ["snapshotEncryptionKey is a wrapped key", "It cannot be taken over."],
      },
    ],
  },
});
