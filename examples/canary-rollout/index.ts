import * as pulumi from "@pulumi/pulumi";
import * as gce from "pulumi-gce";

const config = new pulumi.Config();
/** The template that all instances have now, and the one that they are to have. */
const stable = config.require("stable");
const canary = config.require("canary");
/** How much of the group has the new template: 0, then some, then 100; and 0 again to go back. */
const percent = config.requireNumber("percent");

if (!(percent >= 0 && percent <= 100)) throw new Error(`percent is ${String(percent)}: give 0 to 100.`);

/** A version is named after its template, so that its instances stay what they are when the rollout is finished. */
const version = (template: string) => ({ name: template.split("/").pop(), instanceTemplate: template });

const versions =
  percent === 0
    ? [version(stable)]
    : percent === 100
      ? [version(canary)]
      : [version(stable), { ...version(canary), targetSize: { percent } }];

// The group belongs to whoever made it; only these fields are managed here.
const rollout = new gce.RegionInstanceGroupManagerPatch(
  "rollout",
  {
    instanceGroupManager: config.require("group"),
    versions,
    updatePolicy: {
      type: "PROACTIVE",
      minimalAction: "REPLACE",
      replacementMethod: "SUBSTITUTE",
      maxSurge: { fixed: 3 },
      maxUnavailable: { fixed: 0 },
    },
    // `pulumi up` succeeds when the instances have their version. If they do not get it, it puts the group back, and fails.
    waitForInstances: "UPDATED",
    onFailure: "RESTORE",
    // Longer than an instance takes to boot and to get healthy: a rollout that stands still for that long has failed.
    progressDeadlineSec: config.getNumber("progressDeadlineSec") ?? 600,
    // Taking this stack away must not roll the group back.
    deletionPolicy: "RETAIN",
  },
  { customTimeouts: { create: config.get("deadline") ?? "15m", update: config.get("deadline") ?? "15m" } },
);

export const isReached = rollout.status.apply((status) => status?.versionTarget?.isReached ?? false);
export const actions = rollout.currentActions;
