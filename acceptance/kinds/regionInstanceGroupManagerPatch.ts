import * as gce from "pulumi-gce";
import { named } from "../run/fixtures";
import { pick, type AcceptanceKind, type Context, type Stage } from "./kind";

/** Settings that bring no instance to a restart: the group has an OPPORTUNISTIC policy, and its template stays. */
const actions: Readonly<Record<Stage, string>> = { made: "RESTART", changed: "REFRESH" };

/** What the group has of its own, and gets back. */
const actionOfGroup = "REPLACE";

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
    const [group] = await context.service.read(() => context.service.groups.get(pathOf(context)));
    return pick(group.updatePolicy ?? {}, ["minimalAction"]);
  },
  expected: (_context, stage) => ({ minimalAction: actions[stage] }),
  afterDestroy: () => ({ minimalAction: actionOfGroup }),
  async drift(context) {
    const { service } = context;
    const place = pathOf(context);
    const [{ fingerprint }] = await service.read(() => service.groups.get(place));
    await service.change((requestId) =>
      service.groups.patch({
        ...place,
        requestId,
        instanceGroupManagerResource: {
          fingerprint: fingerprint ?? "",
          updatePolicy: { minimalAction: actionOfGroup },
        },
      }),
    );
  },
};

function pathOf({ service, made: { prefix } }: Context) {
  const { project, region } = service.place;
  return { project, region, instanceGroupManager: named(prefix, "group") };
}
