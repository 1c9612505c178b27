import { backendServicePatch } from "../../provider/src/resources/backendServicePatch";
import { backendServiceKind } from "./parts/backendServices";

export const kind = backendServiceKind(backendServicePatch, "global", {
  permission: "compute.backendServices.update",
  missing: {
    region: "Only regional services have one.",
    connectionTrackingPolicy: "Only regional services have one.",
    failoverPolicy: "Only regional services have one.",
  },
});
