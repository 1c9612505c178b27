import { validateResourceOfType, type ResourceValidationPolicy } from "@pulumi/policy";
import * as gce from "pulumi-gce";

/** A route to everywhere without tags is the way out of every instance of its network. */
export const taggedWayOut: ResourceValidationPolicy = {
  name: "tagged-way-out",
  description: "A route to the whole internet is for instances with a tag, never for all.",
  enforcementLevel: "mandatory",
  validateResource: validateResourceOfType(gce.Route, ({ destRange, tags = [] }, _, reportViolation) => {
    // Of IPv4 and IPv6, however many zeros the latter is written with.
    if (/\/0$/.test(destRange) && tags.length === 0)
      reportViolation(`The route leads all instances to ${destRange}. Give it tags.`);
  }),
};

/** A snapshot costs money until somebody deletes it, so it has to say whom to ask. */
export const ownedSnapshot: ResourceValidationPolicy = {
  name: "owned-snapshot",
  description: "Every snapshot has a label that names its owner.",
  enforcementLevel: "mandatory",
  validateResource: validateResourceOfType(gce.Snapshot, ({ labels = {} }, _, reportViolation) => {
    if (!labels.owner) reportViolation('The snapshot has no owner. Give it a label: labels: { owner: "team-…" }.');
  }),
};
