import { leftOut, officialOwnFields } from "../generic/officialFields";
import { projectCollection } from "../objects/projectCollection";
import { output } from "../schema";

/** Where another cloud can be reached. Locations belong to the service: here they are put from outside, and listed. */
export const interconnectRemoteLocations = projectCollection({
  collection: "interconnectRemoteLocations",
  scope: "global",
  kind: "compute#interconnectRemoteLocation",
  methods: ["list"],
  fields: {
    // The specification has no such field.
    ...officialOwnFields("InterconnectRemoteLocation", { maxLagSize400Gbps: leftOut }),
    name: output({ type: "string" }),
  },
});
