import { backendServicePatch } from "../../provider/src/resources/backendServicePatch";
import { backendServiceKind } from "./parts/backendServices";
import { because } from "./parts/patches";

export const kind = backendServiceKind(backendServicePatch, "global", {
  permission: "compute.backendServices.update",
  missing: because("Only regional services have one.", "region", "connectionTrackingPolicy", "failoverPolicy"),
});
