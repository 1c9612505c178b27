import * as gce from "pulumi-gce";
import { named } from "../plan/fixtures";
import { fixturePath, pick, type AcceptanceKind, type Stage } from "./kind";

/** Settings that bring no instance to a restart: the group has an OPPORTUNISTIC policy, and its template stays. */
const actions: Readonly<Record<Stage, string>> = { made: "RESTART", changed: "REFRESH" };

/** What the group has of its own, and gets back. */
const groupAction = "REPLACE";

export const regionInstanceGroupManagerPatch: AcceptanceKind = {
  name: "RegionInstanceGroupManagerPatch",
  declare({ service, made: { prefix } }, stage) {
    new gce.RegionInstanceGroupManagerPatch("RegionInstanceGroupManagerPatch", {
      instanceGroupManager: named(prefix, "group"),
      region: service.place.region,
      updatePolicy: { type: "OPPORTUNISTIC", minimalAction: actions[stage] },
      waitForInstances: "STABLE",
      deletionPolicy: "RESTORE",
    });
  },
  change: ["update"],
  async look(context) {
    const { updatePolicy = {} } = await context.service.get(fixturePath(context, "group"));
    return pick(updatePolicy, ["minimalAction"]);
  },
  expected: (_context, stage) => ({ minimalAction: actions[stage] }),
  afterDestroy: () => ({ minimalAction: groupAction }),
  async drift(context) {
    const { service } = context;
    const path = fixturePath(context, "group");
    const { fingerprint } = await service.get(path);
    const patch = { fingerprint, updatePolicy: { minimalAction: groupAction } };
    await service.change((requestId) => service.send("PATCH", path, { requestId }, patch));
  },
};
