import * as pulumi from "@pulumi/pulumi";
import { declareEgress } from "./egress";

const config = new pulumi.Config();

const routes = declareEgress({
  network: config.require("network"),
  proxies: config.requireObject<string[]>("proxies"),
});

export const nextHops = routes.map((route) => route.nextHopIp);
