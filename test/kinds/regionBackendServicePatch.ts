import { regionBackendServicePatch } from "../../provider/src/resources/backendServicePatch";
import { backendServiceKind } from "./parts/backendServices";
import { because } from "./parts/patches";

export const kind = backendServiceKind(regionBackendServicePatch, "regions/us-central1", {
  permission: "compute.regionBackendServices.update",
  missing: because("Only global services have one.", "cdnPolicy", "compressionMode", "enableCDN"),
});
