import * as pulumi from "@pulumi/pulumi";
import * as gce from "pulumi-gce";

const config = new pulumi.Config();
const network = config.get("network") ?? "default";

// Instances tagged "web" reach the internet directly …
const egress = new gce.Route("egress", {
  network,
  description: "Straight to the internet for web servers",
  destRange: "0.0.0.0/0",
  priority: 900,
  tags: ["web"],
  nextHopGateway: "default-internet-gateway",
});

// … the office is behind a VPN tunnel …
const office = new gce.Route("office", {
  network,
  destRange: "10.20.0.0/16",
  nextHopVpnTunnel: "regions/europe-west1/vpnTunnels/office",
});

// … a partner behind an appliance that filters …
const partner = new gce.Route("partner", {
  network,
  destRange: "172.16.8.0/21",
  nextHopIp: config.get("applianceAddress") ?? "10.128.0.10",
});

// … and the IPv6 documentation range behind an internal load balancer.
const laboratory = new gce.Route("laboratory", {
  network,
  destRange: "2001:db8:0:0::/32",
  nextHopIlb: "regions/europe-west1/forwardingRules/laboratory",
});

export const egressLink = egress.selfLink;
export const officeRange = office.destRange;
export const partnerNextHop = partner.nextHopIp;
export const laboratoryRange = laboratory.destRange;
export const networkLink = egress.network;
