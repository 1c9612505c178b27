import { network, disk, disks, global, root } from "../others";
import { plainRoute } from "../../support/routeProvider";
import { answers, rawKey, itSays, wrappedKey } from "./rows";

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
        what: "an adoption",
        others: { [route]: existing },
        args: { adoptExisting: true },
        isLogged: true,
        says: [
          "The resource adopted it, so destroy deletes it. If the stack manages it under an older name too, a run with --target or --exclude can take it away: rename with the option aliases, or run a plain `pulumi up` next.",
        ],
      },
      {
        what: "an object in use",
        next: "delete",
        change: answers(400, "resourceInUseByAnotherResource", "used by 'projects/p/global/x/y'"),
        says: ["HTTP 400 resourceInUseByAnotherResource", "projects/p/global/x/y", "It stays recorded"],
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
        what: "a disk that needs its key",
        others: { [disk]: { diskEncryptionKey: { rawKey } } },
        says: [
          'gce:Snapshot "s": insert failed: HTTP 400 resourceIsEncryptedWithCustomerEncryptionKey',
          "Nothing was created.",
        ],
      },
      {
        what: "a constraint of the organization",
        next: { labels: { a: "1" } },
        change: answers(412, "conditionNotMet", "Constraint constraints/compute.x violated for project 12", {
          method: "POST",
        }),
        says: [
          /^gce:Snapshot "s": setLabels failed: HTTP 412 conditionNotMet: Constraint constraints\/compute\.x violated for project 12\n {2}Nothing was changed\. The constraint compute\.x of the organization forbids/,
        ],
      },
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
