import * as gce from "pulumi-gce";
import type { PlannedRoute } from "./fleet/plan";

/** The program of every stack. The name of a route is the same in each stack, so that a route can move between stacks. */
export function declareRoutes(routes: readonly PlannedRoute[]): void {
  for (const { name, network, destRange, nextHopIp, priority } of routes)
    new gce.Route(name, { name, network, destRange, nextHopIp, priority });
}
