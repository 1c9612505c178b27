import * as pulumi from "@pulumi/pulumi";
import * as gce from "pulumi-gce";

const config = new pulumi.Config();

// The proxy, its backend and its certificates belong to others; only its certificate map is managed here. Destroying
// this stack puts back the map that the proxy had before.
const mail = new gce.TargetSslProxyCertificateMap("mail", {
  targetSslProxy: config.require("targetSslProxy"),
  certificateMap: config.require("certificateMap"),
});

export const proxy = mail.targetSslProxy;
export const certificateMap = mail.certificateMap;
