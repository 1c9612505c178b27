import * as pulumi from "@pulumi/pulumi";
import * as gce from "pulumi-gce";

/** For each disk its nights, and the link of each night's snapshot: undefined where it failed. */
type Kept = Record<string, Record<string, string | undefined>>;

const config = new pulumi.Config();
/** A short name for each disk, and where the disk is: `{"database": "projects/P/zones/Z/disks/D"}`. */
const disks = config.requireObject<Record<string, string>>("disks");
const owner = config.require("owner");
const keep = config.getNumber("keep") ?? 7;
/** Tonight, as a date of UTC. A run that is repeated in the same night takes nothing twice. */
const tonight = config.get("night") ?? new Date().toISOString().slice(0, 10);

// The oldest night goes in the very run that takes tonight's, which may fail: with one there could be none.
if (keep < 2) throw new Error(`keep is ${String(keep)}: keep at least 2 nights.`);
if (!/^\d{4}-\d{2}-\d{2}$/.test(tonight)) throw new Error(`night is "${tonight}": write a date, such as 2026-11-21.`);

/** What the last run left: this stack's own output. */
async function keptSoFar(): Promise<Kept> {
  const itself = `${pulumi.getOrganization()}/${pulumi.getProject()}/${pulumi.getStack()}`;
  const { value } = await new pulumi.StackReference(itself).getOutputDetails("snapshots");
  return (value ?? {}) as Kept;
}

/** Declares tonight's snapshot of each disk and those that stay. Pulumi deletes what is no longer declared. */
async function nightlySnapshots() {
  const kept = await keptSoFar();
  return Object.fromEntries(
    Object.entries(disks).map(([name, disk]) => {
      // A night that failed does not count.
      const finished = Object.entries(kept[name] ?? {}).flatMap(([night, link]) => (link ? [night] : []));
      const nights = [...new Set([...finished, tonight])].sort().slice(-keep);
      return [name, Object.fromEntries(nights.map((night) => [night, snapshot(name, disk, night).selfLink]))];
    }),
  );
}

function snapshot(name: string, disk: string, night: string): gce.Snapshot {
  return new gce.Snapshot(
    `${name}-${night}`,
    { sourceDisk: disk, labels: { purpose: "nightly", owner, disk: name, night } },
    // Where the disk is now says nothing about the snapshots of earlier nights: they stay when it moves.
    { ignoreChanges: ["sourceDisk"] },
  );
}

export const snapshots = nightlySnapshots();
