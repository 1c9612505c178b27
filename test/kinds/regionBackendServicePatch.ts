import { regionBackendServicePatch } from "../../provider/src/resources/backendServicePatch";
import { backendServiceKind } from "./parts/backendServices";

export const kind = backendServiceKind(regionBackendServicePatch, "regions/us-central1", {
  permission: "compute.regionBackendServices.update",
  missing: {
    cdnPolicy: "Only global services have one.",
    compressionMode: "Only global services have one.",
    enableCDN: "Only global services have one.",
  },
});
