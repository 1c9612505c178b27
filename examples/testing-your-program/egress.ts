import type * as pulumi from "@pulumi/pulumi";
import * as gce from "pulumi-gce";

/** The tag of instances without an external address. */
export const privateTag = "no-external-address";

export interface EgressArgs {
  network: pulumi.Input<string>;
  /** Addresses of the proxies. */
  proxies: string[];
}

/** The way out for instances without an external address: through all proxies alike. */
export function declareEgress({ network, proxies }: EgressArgs): gce.Route[] {
  if (proxies.length === 0) throw new Error("Give at least one proxy: without one there is no way out.");
  return proxies.map(
    (address, index) =>
      new gce.Route(`egress-${String(index + 1)}`, {
        network,
        destRange: "0.0.0.0/0",
        nextHopIp: address,
        // Routes of equal priority share the traffic.
        priority: 900,
        tags: [privateTag],
      }),
  );
}
